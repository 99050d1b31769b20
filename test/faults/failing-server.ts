import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import type { ConnectionTarget, Database } from '../../src/db/mod.ts'
import { startCuttableProxy, type CuttableProxy } from '../support/cuttable-proxy.ts'
import { eventually } from '../support/eventually.ts'
import { quickDirectory } from '../support/quick-directory.ts'
import { removeDirectory } from '../support/remove-directory.ts'
import { restoreFiles, takeBaseBackup } from './base-backup.ts'
import { PostgresNode } from './postgres-node.ts'

/**
 * A database at one address. The server behind the address changes: an asynchronous standby
 * replaces the primary, or earlier files replace its files.
 */
export class FailingServer {
  readonly #home: string
  readonly #front: CuttableProxy
  readonly #nodes: PostgresNode[]
  #current: PostgresNode
  #replication: CuttableProxy | undefined

  private constructor(home: string, primary: PostgresNode, front: CuttableProxy) {
    this.#home = home
    this.#front = front
    this.#nodes = [primary]
    this.#current = primary
  }

  /** Starts a server whose database has every table. Its files are in a directory in `parent`. */
  static async start(parent = quickDirectory()): Promise<FailingServer> {
    const home = await mkdtemp(join(parent, 'tessera-failover-'))
    const primary = await PostgresNode.open(home, 'primary')
    const front = await startCuttableProxy(primary.target)
    const server = new FailingServer(home, primary, front)
    try {
      await primary.create()
      return server
    } catch (error) {
      await server.close()
      throw error
    }
  }

  /** The address that services connect to. */
  get url(): string {
    return urlOf(this.#front.target)
  }

  get target(): ConnectionTarget {
    return this.#front.target
  }

  /** A direct pool on the server that is in use now; the caller closes it. */
  connect(): Database {
    return this.#current.connect()
  }

  /** Starts a standby from a base backup; returns when it has replayed what is committed now. */
  async addStandby(): Promise<PostgresNode> {
    const standby = await this.#newNode('standby')
    await takeBaseBackup(this.#current, standby)
    await this.#replication?.close()
    this.#replication = await startCuttableProxy(this.#current.target)
    await standby.follow(this.#replication.target)
    await standby.start()
    await this.#untilReplayed()
    return standby
  }

  /** Makes each later commit wait for the standby. */
  async commitThroughStandby(): Promise<void> {
    await this.#ask(async (db) => {
      await db.pool.query(`alter system set synchronous_standby_names = 'standby'`)
      await db.pool.query('select pg_reload_conf()')
      await eventually(async () => {
        const { rows } = await db.pool.query(
          `select from pg_stat_replication where sync_state = 'sync'`,
        )
        if (rows.length === 0) throw new Error('the standby is not synchronous')
      })
    })
  }

  /** Cuts the synchronous standby off; returns when commits wait for it in vain. */
  async isolateStandby(): Promise<void> {
    this.cutReplication()
    await this.#ask(async (db) => {
      await eventually(async () => {
        const { rows } = await db.pool.query(
          `select from pg_stat_activity where wait_event = 'SyncRep'`,
        )
        if (rows.length === 0) throw new Error('no commit waits for the standby')
      })
    })
  }

  /** Cuts the standby off: whatever is committed from now on will be lost. */
  async stopReplication(): Promise<void> {
    await this.#exhaustSequences()
    await this.#untilReplayed()
    this.cutReplication()
  }

  /** Commits do not arrive at the standby from now on. */
  cutReplication(): void {
    this.#replication?.cut()
  }

  /** A node for the files of a backup; it is never started. */
  newBackup(): Promise<PostgresNode> {
    return this.#newNode('backup')
  }

  /** Takes a base backup while the server runs. */
  take(backup: PostgresNode): Promise<void> {
    return takeBaseBackup(this.#current, backup)
  }

  /** Stops the server cleanly, copies its files, and starts it again. */
  async copyStopped(backup: PostgresNode): Promise<void> {
    this.#front.cut()
    await this.#current.stop()
    await restoreFiles(this.#current, backup)
    await this.#current.start()
    this.#front.mend()
  }

  /** Crashes the server; clients cannot connect. */
  async crash(): Promise<void> {
    this.#front.cut()
    await this.#current.crash()
  }

  /** Starts the server that has crashed, which recovers what was committed. */
  async recover(): Promise<void> {
    await this.#current.start()
  }

  /** Returns when the server accepts connections; starts it if it has ended by itself. */
  async revive(): Promise<void> {
    await this.#current.revive()
  }

  /** Puts the files of a backup in place of those of the server, which is not running. */
  async restore(backup: PostgresNode): Promise<void> {
    await restoreFiles(backup, this.#current)
    await this.#current.start()
  }

  /** Puts the standby in place of the server that has crashed, whose files are removed. */
  async promote(standby: PostgresNode): Promise<void> {
    await standby.promote()
    removeDirectory(this.#current.dir)
    this.#current = standby
    this.#front.pointTo(standby.target)
  }

  /** Connects clients to the server that is in use now. */
  reopen(): void {
    this.#front.mend()
  }

  async close(): Promise<void> {
    await this.#front.close()
    await this.#replication?.close()
    // A server that still runs writes into the directory that is being removed.
    for (const node of this.#nodes) await node.crash()
    removeDirectory(this.#home)
  }

  async #newNode(name: string): Promise<PostgresNode> {
    const node = await PostgresNode.open(this.#home, `${name}-${this.#nodes.length}`)
    this.#nodes.push(node)
    return node
  }

  async #untilReplayed(): Promise<void> {
    await this.#ask(async (db) => {
      const { rows: written } = await db.pool.query<{ at: string }>(
        'select pg_current_wal_lsn()::text as at',
      )
      await eventually(async () => {
        const { rows } = await db.pool.query(
          'select from pg_stat_replication where replay_lsn >= $1::pg_lsn',
          [written[0]?.at],
        )
        if (rows.length === 0) throw new Error('the standby has not caught up')
      })
    })
  }

  /**
   * Moves every sequence to a point where its next number is written to the log. Numbers that it
   * gives from here on are lost in a crash, and given again. A sequence logs one number in 32.
   */
  async #exhaustSequences(): Promise<void> {
    await this.#ask(async (db) => {
      const { rows } = await db.pool.query<{ name: string }>(
        `select oid::regclass::text as name from pg_class where relkind = 'S'`,
      )
      for (const { name } of rows) {
        await db.pool.query(
          `select nextval('${name}') from generate_series(1, (select log_cnt from ${name}))`,
        )
      }
    })
  }

  async #ask(work: (db: Database) => Promise<unknown>): Promise<void> {
    const db = this.connect()
    try {
      await work(db)
    } finally {
      await db.close()
    }
  }
}

function urlOf(target: ConnectionTarget): string {
  if (!('host' in target)) throw new Error('a proxy listens on a port')
  const { user, host, port, database } = target
  return `postgres://${user}@${host}:${port}/${database}`
}
