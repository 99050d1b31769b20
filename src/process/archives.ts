import { stat } from 'node:fs/promises'
import { hostname, userInfo } from 'node:os'
import { resolve } from 'node:path'
import {
  archiveSeal,
  archiveTransfers,
  checkpointSeal,
  listArchive,
  openingSeal,
  removeArchived,
  verifyArchive,
  type ArchiveResult,
  type ArchiveVerification,
  type ListedArchive,
  type RemovalResult,
} from '../archive/mod.ts'
import { systemActor } from '../audit/mod.ts'
import { ConfigError, loadConfig, requireKnownSettings, type Config } from '../settings/mod.ts'
import { systemClock, MS_PER_DAY } from '../core/mod.ts'
import { onLiveServer } from '../db/bundled/server.ts'
import type { ConnectionTarget, Database } from '../db/mod.ts'
import { connect } from '../distribution/mod.ts'
import { openConfiguredVault } from './open-configured-vault.ts'
import type { Vault } from '../vault/mod.ts'

/** Three sessions: one holds the lock, one reads, and the vault uses the third. */
const CONNECTIONS = 3

/** The history of funds shows the last 31 days. */
const REMOVAL_AGE_MS = 31 * MS_PER_DAY

interface ArchiveRequest {
  readonly directory: string
  /** Milliseconds since 1970. */
  readonly before: number
}

/** `tessera archive`: see `archiveTransfers`. Throws if the instant is in the future. */
export function archive({ directory, before }: ArchiveRequest): Promise<ArchiveResult> {
  if (before > systemClock.now()) throw new ConfigError('--before must be in the past')
  return withDatabase((db, vault) => {
    const seals = { seal: archiveSeal(vault), checkpointSeal: checkpointSeal(vault) }
    const who = { clock: systemClock, actor: systemActor(userOfMachine()) }
    return archiveTransfers({ db, ...seals, ...who, directory: resolve(directory) }, before)
  })
}

/** `tessera archive remove`: see `removeArchived`. Throws unless the instant is 31 days past. */
export function remove({ directory, before }: ArchiveRequest): Promise<RemovalResult> {
  if (before > systemClock.now() - REMOVAL_AGE_MS) {
    throw new ConfigError('--before must be at least 31 days ago: the charts need the last 31 days')
  }
  return withDatabase((db, vault) => {
    const seals = { seal: archiveSeal(vault), openingSeal: openingSeal(vault) }
    const who = { clock: systemClock, actor: systemActor(userOfMachine()) }
    return removeArchived({ db, ...seals, ...who, directory: resolve(directory) }, before)
  })
}

/** `tessera archive verify`: see `verifyArchive`. */
export async function verify(place: string): Promise<ArchiveVerification> {
  const stats = await stat(place)
  return withDatabase((db, vault) => {
    const context = { db, seal: archiveSeal(vault), directory: resolve(place) }
    return verifyArchive(context, stats.isDirectory() ? undefined : place)
  })
}

/** `tessera archive list`. */
export function list(directory: string): Promise<ListedArchive[]> {
  return listArchive(directory)
}

/** Returns the user who runs this process, such as `ada@db1`. */
function userOfMachine(): string {
  try {
    return `${userInfo().username}@${hostname()}`
  } catch {
    // In a container, the user may have no name.
    return `user ${process.getuid?.() ?? 0}@${hostname()}`
  }
}

/** Runs `work` on the database of the running service. */
async function withDatabase<T>(work: (db: Database, vault: Vault) => Promise<T>): Promise<T> {
  requireKnownSettings()
  const config = loadConfig()
  const open = (target: ConnectionTarget): Promise<T> => withVault(config, target, work)
  if (config.databaseUrl !== undefined) return open({ connectionString: config.databaseUrl })
  let result: { readonly of: T } | undefined
  await onLiveServer(config.dataDir, async ({ host, port, user = '', database = '' }) => {
    result = { of: await open({ host, port, user, database }) }
  })
  if (result) return result.of
  const dataDir = resolve(config.dataDir)
  throw new ConfigError(`TESSERA_DATA_DIR: no service runs on ${dataDir}: start it first`)
}

async function withVault<T>(
  config: Config,
  target: ConnectionTarget,
  work: (db: Database, vault: Vault) => Promise<T>,
): Promise<T> {
  const db = connect(target, { connectionsMax: CONNECTIONS, onIdleError: () => undefined })
  try {
    return await work(db, await openConfiguredVault({ config, clock: systemClock }, db))
  } finally {
    await db.close()
  }
}
