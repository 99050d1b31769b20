import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import type { FreshDatabase } from '../support/database.ts'
import { quickDirectory } from '../support/quick-directory.ts'
import { removeDirectory } from '../support/remove-directory.ts'
import { freshDatabase } from '../support/database.ts'
import type { Random } from '../faults/chaos-random.ts'
import { SESSIONS } from './database-proxy.ts'
import { Member } from './member.ts'

/** One database and the processes that serve it, each with proxies of its own. */
export class Cluster {
  readonly database: FreshDatabase
  readonly members: readonly Member[]
  readonly #home: string

  private constructor(database: FreshDatabase, members: readonly Member[], home: string) {
    this.database = database
    this.members = members
    this.#home = home
  }

  static async start(processes: number, smtpUrl: string): Promise<Cluster> {
    const database = await freshDatabase()
    const home = mkdtempSync(join(quickDirectory(), 'tessera-simulation-'))
    const members: Member[] = []
    const cluster = new Cluster(database, members, home)
    try {
      // One by one, because the first process writes rows that the others find.
      for (let no = 0; no < processes; no += 1) {
        const dataDir = join(home, String(no))
        members.push(await Member.start(database, { dataDir, smtpUrl }))
      }
      return cluster
    } catch (error) {
      await cluster.close()
      throw error
    }
  }

  /** Ends sessions of services as an administrator would: the active ones, or also idle ones. */
  async endSessions(random: Random): Promise<void> {
    const { rows } = await this.database.db.pool.query<{ pid: number }>(
      `select pid from pg_stat_activity
       where datname = current_database() and application_name = $1
         and (state <> 'idle' or $2) order by pid`,
      [SESSIONS, random.chance(50)],
    )
    const pids = rows.map(({ pid }) => pid).filter(() => random.chance(60))
    await this.database.db.pool.query('select pg_terminate_backend(p) from unnest($1::int[]) p', [
      pids,
    ])
  }

  /** Ends all troubles; then all processes serve. */
  async calm(): Promise<void> {
    await Promise.all(this.members.map((member) => member.calm()))
  }

  async close(): Promise<void> {
    await Promise.all(this.members.map((member) => member.close()))
    await this.database.drop()
    removeDirectory(this.#home)
  }
}
