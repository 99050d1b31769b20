import { spawn, type ChildProcess } from 'node:child_process'
import { appendFile, chown, open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findBinaries } from '../../src/db/bundled/binaries.ts'
import { dirArgument, SUPERUSER, type Cluster } from '../../src/db/bundled/cluster.ts'
import { PROGRAM_ENVIRONMENT } from '../../src/db/bundled/run-program.ts'
import { serverUserOf } from '../../src/db/bundled/server-user.ts'
import { settingArguments, SOCKET_PORT } from '../../src/db/bundled/settings.ts'
import { connect, type ConnectionTarget, type Database } from '../../src/db/mod.ts'
import { endChild } from '../support/end-child.ts'
import { eventually } from '../support/eventually.ts'
import { copyMigratedCluster } from '../support/migrated-files.ts'
import { withClient } from '../support/with-client.ts'

const DATABASE = 'tessera'

const SETTINGS = {
  // A standby needs no slot: the primary keeps the log that the standby has not fetched yet.
  wal_keep_size: '1GB',
  wal_retrieve_retry_interval: '100ms',
  // With 2 GB, each connection takes a fifth more CPU time.
  shared_buffers: '128MB',
}

/** The socket needs no password, because other users cannot enter its directory. */
const HBA_RULES = ['local all all trust', 'local replication all trust', ''].join('\n')

/** A server of the bundled binaries on a directory of its own, with or without its processes. */
export class PostgresNode {
  readonly target: ConnectionTarget
  readonly #cluster: Cluster
  readonly #logFile: string
  #child: ChildProcess | undefined

  private constructor(cluster: Cluster, logFile: string) {
    this.#cluster = cluster
    this.#logFile = logFile
    const { dir: host } = cluster
    this.target = { host, port: SOCKET_PORT, user: SUPERUSER, database: DATABASE }
  }

  /** A node whose directory `home`/`name` need not exist yet. */
  static async open(home: string, name: string): Promise<PostgresNode> {
    const dir = join(home, name)
    const runAs = await serverUserOf(dir, () => undefined)
    const cluster = { dir, runAs, binaries: await findBinaries(home, runAs) }
    return new PostgresNode(cluster, join(home, `${name}.log`))
  }

  get dir(): string {
    return this.#cluster.dir
  }

  /** Creates the directory, with a database that has every table, and starts the server. */
  async create(): Promise<void> {
    copyMigratedCluster(this.dir)
    await this.write('pg_hba.conf', HBA_RULES)
    await this.start()
  }

  /** Starts the server; returns when it accepts connections, also as a standby. */
  async start(): Promise<void> {
    const output = await open(this.#logFile, 'a', 0o600)
    try {
      const args = ['-D', dirArgument(this.dir), ...settingArguments(SETTINGS)]
      this.#child = spawn(this.#cluster.binaries.postgres, args, {
        cwd: this.dir,
        env: PROGRAM_ENVIRONMENT,
        stdio: ['ignore', output.fd, output.fd],
        ...this.#cluster.runAs,
      })
    } finally {
      await output.close()
    }
    await eventually(() => this.#execute('postgres', 'select'))
  }

  /** Returns when the server accepts connections; starts it if it has ended by itself. */
  async revive(): Promise<void> {
    await eventually(async () => {
      const { exitCode = null, signalCode = null } = this.#child ?? {}
      if (exitCode !== null || signalCode !== null) await this.start()
      await this.#execute('postgres', 'select')
    })
  }

  /** Turns this directory, a base backup, into that of a standby of the server behind `primary`. */
  async follow(primary: ConnectionTarget): Promise<void> {
    if (!('host' in primary)) throw new Error('a standby follows a host and a port')
    const address = `host=${primary.host} port=${primary.port} user=${primary.user}`
    await appendFile(
      join(this.dir, 'postgresql.auto.conf'),
      `primary_conninfo = '${address} application_name=standby'\n`,
    )
    await this.write('standby.signal', '')
  }

  /** Writes a file that belongs to the server. */
  async write(name: string, text: string): Promise<void> {
    const path = join(this.dir, name)
    await writeFile(path, text, { mode: 0o600 })
    const { runAs } = this.#cluster
    if (runAs) await chown(path, runAs.uid, runAs.gid)
  }

  /** Ends the server without a checkpoint, as a crash does. */
  crash(): Promise<void> {
    return this.#end('SIGQUIT')
  }

  /** Ends the server cleanly. */
  stop(): Promise<void> {
    return this.#end('SIGINT')
  }

  /** Turns a standby into a primary. */
  async promote(): Promise<void> {
    await this.#execute(DATABASE, 'select pg_promote(true, 60)')
  }

  /** A pool for the questions of the test; the caller closes it. */
  connect(): Database {
    return connect(this.target, { connectionsMax: 4, onIdleError: () => undefined })
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    if (this.#child) await endChild(this.#child, signal)
  }

  async #execute(database: string, statement: string): Promise<void> {
    await withClient({ ...this.target, database }, (client) => client.query(statement))
  }
}
