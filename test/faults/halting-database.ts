import { expect } from 'vitest'
import type { Database } from '../../src/db/mod.ts'
import type { Json } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { onRunningDatabase } from './account-for.ts'

/** Each halted statement holds this lock while it sleeps, so the lock's holders are halted. */
const HALT_LOCK = 4_711

/** The directory of a service with a database of its own, or what connects to another one. */
export type HaltingPlace = { readonly dataDir: string } | { connect(): Database }

/**
 * The database of an installation, or another one, whose statements can be halted at a moment,
 * so that its service can be killed there.
 */
export class HaltingDatabase {
  readonly #place: HaltingPlace

  constructor(place: HaltingPlace) {
    this.#place = place
  }

  /** Runs statements that make triggers of the function `halt`, each with the name of a moment. */
  async prepare(triggers: string): Promise<void> {
    await this.#query(`
      create table halts (moment text, condition text);
      create function halt() returns trigger language plpgsql as $$
      declare condition_sql text; is_now boolean;
      begin
        loop
          select condition into condition_sql from halts where moment = tg_argv[0];
          exit when not found;
          execute 'select ' || condition_sql into is_now;
          exit when not is_now;
          perform pg_advisory_xact_lock_shared(${HALT_LOCK}), pg_sleep(0.005);
        end loop;
        return new;
      end $$;
      ${triggers}`)
  }

  /** The next statement of the moment stands still while the condition, some SQL, holds. */
  haltAt(moment: string, condition = 'true'): Promise<unknown> {
    return this.#query(`insert into halts values ('${moment}', '${condition}')`)
  }

  untilHalted(): Promise<void> {
    return eventually(async () => expect(await this.haltedNow()).toBeGreaterThan(0))
  }

  /** Returns the number of halted statements. */
  async haltedNow(): Promise<number> {
    return (await this.#halted()).length
  }

  /** Lets halted statements go on, or ends them; returns when none is left. */
  async goOn({ isCommitted }: { readonly isCommitted: boolean }): Promise<void> {
    const pids = await this.#halted()
    if (!isCommitted) await this.#query(`select pg_terminate_backend(pid) from ${HALTED}`)
    await this.#query('delete from halts')
    const remaining = `select from pg_stat_activity where pid = any ('{${pids.join(', ')}}')`
    await eventually(async () => expect(await this.#query(remaining)).toEqual([]))
  }

  /** Lets halted statements of processes that live go on, and returns when they are committed. */
  async release(): Promise<void> {
    await this.#query('delete from halts')
    await eventually(async () => expect(await this.haltedNow()).toBe(0))
  }

  async #halted(): Promise<number[]> {
    const rows = await this.#query(`select pid from ${HALTED}`)
    return rows.map(({ pid }) => pid)
  }

  async #query(text: string): Promise<Json[]> {
    const query = async (db: Database): Promise<Json[]> => (await db.pool.query(text)).rows ?? []
    if (!('connect' in this.#place)) return onRunningDatabase(this.#place, query)
    const db = this.#place.connect()
    try {
      return await query(db)
    } finally {
      await db.close()
    }
  }
}

const HALTED = `(
  select pid from pg_locks where locktype = 'advisory' and objid = ${HALT_LOCK}) as halted`
