import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ConfigError, type Config } from '../settings/mod.ts'
import { connectionsNeeded, OWN_CONNECTIONS, requireRoom } from './connection-budget.ts'
import { MS_PER_MINUTE, systemClock } from '../core/mod.ts'
import {
  ArchiveUnusable,
  ClusterMissing,
  CONNECTIONS_MAX,
  NoServerHere,
  startBundledServer,
  type BundledServer,
} from '../db/bundled/server.ts'
import { areSessionsShared, requireSession, type ConnectionTarget } from '../db/mod.ts'
import { connect } from '../distribution/mod.ts'
import type { Log } from '../http/mod.ts'
import { blame } from './start-fault.ts'

/** The database of this process: an external one, or the bundled one, which it keeps running. */
export interface Postgres {
  readonly target: ConnectionTarget
  /** Settles when the bundled server ended and could not be started again. */
  readonly lost: Promise<Error>
  stop(): Promise<void>
}

/**
 * A server that dies more often than this within a minute is not restarted: it would die again.
 */
const RESTARTS_PER_MINUTE_MAX = 5
/** The interval of the check for missing files. Until they are back, the service is not ready. */
const MISSING_POLL_MS = 1_000
/** Connections for migrations and tools, and those that PostgreSQL reserves for its superuser. */
const SPARE_CONNECTIONS = 10

/**
 * Returns the database of DATABASE_URL, or starts the bundled server of the data directory. A
 * bundled server that dies is restarted in place: connections are opened again, and interrupted
 * groups look up their outcome. Throws ConfigError, naming the setting, if there is no usable
 * database, or if the bundled one has fewer connections than this process may open. Throws
 * NoServerHere if the bundled server cannot run here, whatever the directory is.
 */
export async function startPostgres(config: Config, log: Log): Promise<Postgres> {
  if (config.databaseUrl !== undefined) {
    requireNoBackupDir(config)
    const target = { connectionString: config.databaseUrl }
    await requireDatabase(target).catch(blame('DATABASE_URL'))
    return { target, lost: new Promise(() => undefined), stop: () => Promise.resolve() }
  }
  requireFewConnections(config)
  const { dataDir, backupDir, backupSeconds: seconds } = config
  const archive = backupDir === undefined ? undefined : { backupDir: resolve(backupDir), seconds }
  const starting = startBundledServer({ dataDir, archive, log: (message) => log.info(message) })
  const server = await starting.catch((error: unknown) => {
    if (error instanceof NoServerHere) throw error
    const isArchive = error instanceof ArchiveUnusable
    return blame(isArchive ? 'TESSERA_BACKUP_DIR' : 'TESSERA_DATA_DIR')(error)
  })
  return restartWhenEnded(server, log)
}

const POOLED =
  'DATABASE_URL must lead to PostgreSQL itself, or to a pooler in session mode: transactions of ' +
  'one connection reach different sessions, as behind PgBouncer in transaction or statement ' +
  'mode'

async function requireDatabase(target: ConnectionTarget): Promise<void> {
  const db = connect(target, { connectionsMax: 2, onIdleError: () => undefined })
  try {
    await requireSession(db)
    if (await areSessionsShared(db)) throw new Error(POOLED)
  } finally {
    await db.close()
  }
}

/** Refuses a process whose connections the database does not have; see `requireRoom`. */
export async function requireConnections(
  { target }: Pick<Postgres, 'target'>,
  config: Config & { sessionName: string },
  log: Log,
): Promise<void> {
  const { sessionName } = config
  const db = connect(target, { connectionsMax: 1, sessionName, onIdleError: () => undefined })
  try {
    await requireRoom(db, config, log)
  } finally {
    await db.close()
  }
}

/**
 * Refuses TESSERA_BACKUP_DIR with DATABASE_URL, so that nobody relies on backups that are not made.
 */
function requireNoBackupDir({ backupDir }: Config): void {
  if (backupDir === undefined) return
  throw new ConfigError(
    'TESSERA_BACKUP_DIR is for the bundled PostgreSQL, and DATABASE_URL names another: back that ' +
      'up with its own tools, such as pgBackRest',
  )
}

function requireFewConnections(config: Config): void {
  const room = CONNECTIONS_MAX - SPARE_CONNECTIONS
  if (connectionsNeeded(config) <= room) return
  const most = room - OWN_CONNECTIONS
  throw new ConfigError(
    `TESSERA_DB_CONNECTIONS and TESSERA_LEDGER_CONNECTIONS must be at most ${most} together; ` +
      `another PostgreSQL, by DATABASE_URL, may have more`,
  )
}

function restartWhenEnded(server: BundledServer, log: Log): Postgres {
  let isStopping = false
  let restarted = Promise.resolve()
  const { host, port, user, database } = server

  async function watch(): Promise<Error> {
    const restarts: number[] = []
    for (;;) {
      const exit = await server.exited
      if (isStopping) return new Promise(() => undefined)
      log.error({ exit }, 'PostgreSQL ended by itself; it is started again')
      const now = systemClock.monotonic()
      while (restarts[0] !== undefined && now - restarts[0] > MS_PER_MINUTE) restarts.shift()
      restarts.push(now)
      if (restarts.length > RESTARTS_PER_MINUTE_MAX) return new Error('PostgreSQL keeps ending')
      restarted = restartWithFiles()
      await restarted.catch((error: unknown) => {
        log.error({ err: error }, 'PostgreSQL could not be started again')
      })
    }
  }

  async function restartWithFiles(): Promise<void> {
    for (let polls = 0; ; polls += 1) {
      try {
        return await server.restart()
      } catch (error) {
        if (!(error instanceof ClusterMissing)) throw error
        if (polls === 0) log.error({ err: error }, 'PostgreSQL waits for its files')
      }
      await pause(MISSING_POLL_MS)
      if (isStopping) return
    }
  }

  return {
    target: { host, port, user, database },
    lost: watch(),
    async stop() {
      isStopping = true
      // Waits for a server that is still starting, because nothing else would stop it.
      await restarted.catch(() => undefined)
      await server.stop()
    },
  }
}
