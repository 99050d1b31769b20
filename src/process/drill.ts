import { loadBackupConfig } from './backups.ts'
import type { Config, Environment } from '../settings/mod.ts'
import {
  MS_PER_SECOND,
  isOwnFault,
  isoTime,
  systemClock,
  errorMessage,
  randomBytes,
} from '../core/mod.ts'
import {
  BackupFault,
  inDrillPlace,
  readNote,
  restoreCluster,
  startBundledServer,
  writeNote,
  type BundledServer,
} from '../db/bundled/server.ts'
import { connect } from '../distribution/mod.ts'
import { proveCodes } from '../fulfillment/mod.ts'
import { createLog } from '../http/mod.ts'
import { verify } from '../ledger/mod.ts'
import { openClock } from './process.ts'
import { startService, type Service } from './service.ts'
import { comparedWith } from './verifications.ts'

const TOKEN_BYTES = 32

/** The findings of a drill. A measurement is null if a fault prevented it. */
export interface DrillReport {
  readonly isWell: boolean
  readonly backup: string | null
  /** The newest commit that was restored. */
  readonly lastCommitAt: string | null
  /** Recovery point: the age of the newest restored commit when the drill began. */
  readonly rpoSeconds: number | null
  /** Recovery time: from the beginning until a service was ready on the restored database. */
  readonly rtoSeconds: number | null
  readonly verifySeconds: number | null
  readonly partners: number | null
  readonly transfers: number | null
  readonly differences: number | null
  readonly keys: number | null
  /** Blocks and segments that were opened, one of each data key. */
  readonly codesOpened: number | null
  /** One line for each fault. */
  readonly faults: readonly string[]
}

const NO_MEASUREMENTS = {
  backup: null,
  lastCommitAt: null,
  rpoSeconds: null,
  rtoSeconds: null,
  verifySeconds: null,
  partners: null,
  transfers: null,
  differences: null,
  keys: null,
  codesOpened: null,
} as const

/**
 * `tessera drill`: restores the archive to a directory beside the backups, starts a service on it
 * that listens on loopback only and runs no worker, verifies it, and removes it. Uses only the
 * master key of the data directory. The running service is not touched. Faults of the backups are
 * in the report, and `drill.json` records whether there were any.
 */
export async function drill(
  log: (message: string) => void,
  env?: Environment,
): Promise<DrillReport> {
  const config = loadBackupConfig(env)
  const { backupDir } = config
  const startedAt = systemClock.now()
  const report = await inDrillPlace(backupDir, log, (dataDir) =>
    drillIn(config, { dataDir, startedAt, log }).catch((error: unknown) => {
      if (isOwnFault(error)) throw error
      const faults = error instanceof BackupFault ? error.faults : [oneLineMessage(error)]
      return { isWell: false, ...NO_MEASUREMENTS, faults }
    }),
  )
  const before = await readNote(backupDir, 'drill').catch(() => undefined)
  const at = isoTime(startedAt)
  const wellAt = report.isWell ? at : (before?.wellAt ?? null)
  await writeNote(backupDir, 'drill', { at, isWell: report.isWell, wellAt })
  return report
}

/** Returns the message in one line; those of PostgreSQL may have several. */
function oneLineMessage(error: unknown): string {
  return errorMessage(error).replaceAll(/\s*\n\s*/g, '; ')
}

interface Drill {
  readonly dataDir: string
  readonly startedAt: number
  readonly log: (message: string) => void
}

async function drillIn(
  config: Config & { readonly backupDir: string },
  { dataDir, startedAt, log }: Drill,
): Promise<DrillReport> {
  const { backup, lastCommitAt } = await restoreCluster({
    backupDir: config.backupDir,
    dataDir,
    to: undefined,
    timeline: undefined,
    lostDataDir: undefined,
    tolerates: 'nothing',
    log,
  })
  const server = await startBundledServer({ dataDir, log })
  try {
    const { isWell, ...inspected } = await inspect(config, server, startedAt)
    const rpoSeconds =
      lastCommitAt === null ? null : secondsFrom(Date.parse(lastCommitAt), startedAt)
    return { isWell, backup, lastCommitAt, rpoSeconds, ...inspected }
  } finally {
    await server.stop()
  }
}

type Inspection = Omit<DrillReport, 'backup' | 'lastCommitAt' | 'rpoSeconds'>

async function inspect(
  config: Config,
  { host, port, user, database }: BundledServer,
  startedAt: number,
): Promise<Inspection> {
  const target = { host, port, user, database }
  const clock = await openClock(config, { target }, createLog('silent'))
  try {
    const service = await startService({
      config: {
        ...config,
        ...HIDDEN_SERVICE,
        adminToken: randomBytes(TOKEN_BYTES).toString('hex'),
      },
      target,
      clock,
      log: createLog('silent'),
    })
    try {
      await requireReady(service)
      const readyAt = systemClock.now()
      const proof = await prove(service, target)
      const [rtoSeconds, verifySeconds] = [
        secondsFrom(startedAt, readyAt),
        secondsFrom(readyAt, systemClock.now()),
      ]
      return { ...proof, rtoSeconds, verifySeconds }
    } finally {
      await service.stop()
    }
  } finally {
    await clock.close()
  }
}

/**
 * Settings of a service on loopback that does nothing by itself: a worker would send mails and buy
 * codes.
 */
const HIDDEN_SERVICE = {
  role: 'api',
  host: '127.0.0.1',
  port: 0,
  adminHost: undefined,
  adminPort: undefined,
} as const

async function requireReady({ url }: Service): Promise<void> {
  const { status } = await fetch(`${url}/health/ready`)
  if (status !== 200) throw new Error(`the restored service is not ready: ${status}`)
}

type Proof = Omit<Inspection, 'rtoSeconds' | 'verifySeconds'>

async function prove(
  { services: { vault } }: Service,
  target: Parameters<typeof connect>[0],
): Promise<Proof> {
  const db = connect(target, {
    connectionsMax: 2,
    statements: 'unbounded',
    onIdleError: () => undefined,
  })
  try {
    const books = await verify(db, comparedWith(db, vault))
    const keys = await vault.control.proveKeys()
    const codes = await proveCodes({ db, vault })
    const faults = [
      ...books.differences.map((difference) => `ledger: ${JSON.stringify(difference)}`),
      ...keys.failed.map((keyId) => `data key ${keyId} does not open`),
      ...codes.faults,
    ]
    return {
      isWell: books.balanced && faults.length === 0,
      partners: books.partners,
      transfers: books.transfers,
      differences: books.differences.length,
      keys: keys.keys,
      codesOpened: codes.opened,
      faults,
    }
  } finally {
    await db.close()
  }
}

function secondsFrom(from: number, to: number): number {
  return Math.max(0, Math.round(to - from) / MS_PER_SECOND)
}
