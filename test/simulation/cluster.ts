import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { isConnectionLost } from '../../src/db/faults.ts'
import type { Random } from '../faults/chaos-random.ts'
import { freshDatabase, type FreshDatabase } from '../support/database.ts'
import { quickDirectory } from '../support/quick-directory.ts'
import { removeDirectory } from '../support/remove-directory.ts'
import { SESSIONS } from './database-proxy.ts'
import { DatabaseServer } from './database-server.ts'
import { Member } from './member.ts'
import type { PassedDate } from './record.ts'
import { VirtualTime } from './virtual-time.ts'

export interface ClusterOptions {
  readonly processes: number
  readonly smtpUrl: string
  /** True if the database has a server of its own, which may fail. */
  readonly hasServer: boolean
}

/** One database and the processes that serve it, each with proxies of its own. */
export class Cluster {
  readonly database: Pick<FreshDatabase, 'db' | 'target' | 'drop'>
  readonly server: DatabaseServer | undefined
  readonly members: readonly Member[]
  readonly time: VirtualTime
  readonly #home: string

  private constructor(
    database: FreshDatabase | DatabaseServer,
    members: readonly Member[],
    { home, time }: { readonly home: string; readonly time: VirtualTime },
  ) {
    this.database = database
    this.server = database instanceof DatabaseServer ? database : undefined
    this.members = members
    this.#home = home
    this.time = time
  }

  static async start({ processes, smtpUrl, hasServer }: ClusterOptions): Promise<Cluster> {
    const time = new VirtualTime()
    const database = hasServer ? await DatabaseServer.start() : await freshDatabase()
    const home = mkdtempSync(join(quickDirectory(), 'tessera-simulation-'))
    const members: Member[] = []
    const cluster = new Cluster(database, members, { home, time })
    try {
      // Other tests use the server of the run.
      if (hasServer) await time.start(database.target)
      // One by one, because the first process writes rows that the others find.
      for (let no = 0; no < processes; no += 1) {
        const dataDir = join(home, String(no))
        members.push(await Member.start(database.target, { dataDir, smtpUrl, time }))
      }
      return cluster
    } catch (error) {
      await cluster.close()
      throw error
    }
  }

  /** Ends sessions of services as an administrator would: the active ones, or also idle ones. */
  async endSessions(random: Random): Promise<void> {
    const isAlsoIdle = random.chance(50)
    await unlessDown(async () => {
      const { rows } = await this.database.db.pool.query<{ pid: number }>(
        `select pid from pg_stat_activity
         where datname = current_database() and application_name = $1
           and (state <> 'idle' or $2) order by pid`,
        [SESSIONS, isAlsoIdle],
      )
      const pids = rows.map(({ pid }) => pid).filter(() => random.chance(60))
      await this.database.db.pool.query('select pg_terminate_backend(p) from unnest($1::int[]) p', [
        pids,
      ])
    })
  }

  /** Makes the claim-by date of a link pass, because no link can be sent with a near date. */
  async passDate(date: PassedDate): Promise<void> {
    if (date.to < Infinity) return
    await unlessDown(async () => {
      await this.database.db.pool.query(
        "update links set claim_by = now() - interval '1 minute' where link_no = $1",
        [date.linkId.replace('lnk_', '')],
      )
      date.to = performance.now()
    })
  }

  /** Ends all troubles; then all processes serve. */
  async calm(): Promise<void> {
    await Promise.all(this.members.map((member) => member.calm()))
  }

  async close(): Promise<void> {
    await this.time.close()
    await Promise.all(this.members.map((member) => member.close()))
    await this.database.drop()
    removeDirectory(this.#home)
  }
}

/** Does the work, or part of it if the server of the database fails. */
async function unlessDown(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!isConnectionLost(error)) throw error
  }
}
