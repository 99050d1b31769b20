import { stat, statfs } from 'node:fs/promises'
import { resolve } from 'node:path'
import { followAlerts, type AlertKind, type AlertText } from '../alerts/mod.ts'
import type { Config } from '../settings/mod.ts'
import { MS_PER_HOUR, type Clock } from '../core/mod.ts'
import { listBackups, readNote, writeNote } from '../db/bundled/server.ts'
import { maybeRow, sql, type Database } from '../db/mod.ts'

export interface BackupWatchOptions {
  readonly db: Database
  readonly clock: Clock
  readonly config: Config
}

const HOURS_PER_DAY = 24
const PERCENT = 100n
/** If less of a disk is free, the alert is critical. */
const CRITICAL_PERCENT = 3

/**
 * Records the archived log, and raises or resolves the alerts about backups and disks of the
 * bundled PostgreSQL. Only the process that runs it can see these.
 */
export async function checkBackups(options: BackupWatchOptions): Promise<void> {
  const { dataDir, backupDir: configuredDir } = options.config
  const backupDir = configuredDir === undefined ? undefined : resolve(configuredDir)
  if (backupDir !== undefined) await noteArchived(options.db, backupDir)
  await follow(options, 'backup_overdue', backupDir && (await overdueBackup(options, backupDir)))
  await follow(options, 'drill_overdue', backupDir && (await overdueDrill(options, backupDir)))
  const places: [string, string | undefined][] = [
    ['TESSERA_DATA_DIR', resolve(dataDir)],
    ['TESSERA_BACKUP_DIR', backupDir],
  ]
  const low = new Map<string, AlertText>()
  for (const [variable, directory] of places) {
    const text = directory && (await lowDisk(options.config, { variable, directory }))
    if (text) low.set(variable, text)
  }
  await followAlerts(options.db, alertOf(options, 'disk_low'), low)
}

/**
 * Records the last archived segment: a copy of the archive without it is incomplete; see
 * `checkLog`.
 */
async function noteArchived(db: Database, backupDir: string): Promise<void> {
  const lastArchived = await maybeRow(
    db,
    sql<{ segment: string; at: Date }>`
      select last_archived_wal as segment, last_archived_time as at from pg_stat_archiver
      where last_archived_wal ~ '^[0-9A-F]{24}$'`,
  )
  if (!lastArchived) return
  const before = await readNote(backupDir, 'archived').catch(() => undefined)
  const note = { segment: lastArchived.segment, at: lastArchived.at.toISOString() }
  if (note.segment !== before?.segment) await writeNote(backupDir, 'archived', note)
}

async function overdueBackup(
  { clock, config: { backupHoursMax } }: BackupWatchOptions,
  backupDir: string,
): Promise<AlertText | undefined> {
  const { backups, faults } = await listBackups(backupDir)
  const [fault] = faults
  if (fault !== undefined) return { severity: 'critical', message: fault, details: { fault } }
  const last = backups.at(-1)?.endedAt
  const hours = ageHours(clock, last === undefined ? await bornAt(backupDir) : Date.parse(last))
  if (backupHoursMax === 0 || hours < backupHoursMax) return undefined
  const message =
    last === undefined
      ? `no base backup was taken for ${backupHoursMax} hours: tessera backup`
      : `the last base backup, of ${last}, is older than ${backupHoursMax} hours: tessera backup`
  const details = { hours: backupHoursMax, ...(last !== undefined && { last }) }
  return { severity: 'warning', message, details }
}

async function overdueDrill(
  { clock, config: { drillDaysMax } }: BackupWatchOptions,
  backupDir: string,
): Promise<AlertText | undefined> {
  const note = await readNote(backupDir, 'drill').catch(() => undefined)
  if (note?.isWell === false) {
    const message = `the drill of ${note.at} found faults: tessera drill`
    return { severity: 'critical', message, details: { last: note.at } }
  }
  const wellAt = note?.wellAt ?? undefined
  const since = wellAt === undefined ? await bornAt(backupDir) : Date.parse(wellAt)
  if (drillDaysMax === 0 || ageHours(clock, since) < drillDaysMax * HOURS_PER_DAY) return undefined
  const message = `no drill has passed for ${drillDaysMax} days: run tessera drill`
  return { severity: 'warning', message, details: { days: drillDaysMax } }
}

async function bornAt(directory: string): Promise<number> {
  const { birthtimeMs, mtimeMs } = await stat(directory)
  return Math.min(birthtimeMs, mtimeMs)
}

function ageHours(clock: Clock, since: number): number {
  return (clock.now() - since) / MS_PER_HOUR
}

async function lowDisk(
  { diskFreePercent }: Config,
  { variable, directory }: { readonly variable: string; readonly directory: string },
): Promise<AlertText | undefined> {
  const { bavail, blocks } = await statfs(directory, { bigint: true })
  const isBelow = (percent: number): boolean => bavail * PERCENT < blocks * BigInt(percent)
  if (!isBelow(diskFreePercent)) return undefined
  const isCritical = isBelow(Math.min(CRITICAL_PERCENT, diskFreePercent))
  const percent = isCritical ? Math.min(CRITICAL_PERCENT, diskFreePercent) : diskFreePercent
  const message = `less than ${percent} % of the disk of ${variable} (${directory}) is free`
  const details = { percent, variable, directory }
  return { severity: isCritical ? 'critical' : 'warning', message, details }
}

async function follow(
  options: BackupWatchOptions,
  kind: AlertKind,
  text: AlertText | '' | undefined,
): Promise<void> {
  const texts = new Map(text ? [['backups', text]] : [])
  await followAlerts(options.db, alertOf(options, kind), texts)
}

function alertOf({ clock }: BackupWatchOptions, kind: AlertKind) {
  return { kind, at: clock.now(), isCounted: false } as const
}
