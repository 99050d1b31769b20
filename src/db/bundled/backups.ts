import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { baseDirOf, walDirOf } from './archive.ts'
import { rethrowUnless } from './error-code.ts'

/** A complete base backup. */
export interface BaseBackup {
  /** Its directory below `base`. */
  readonly name: string
  /** When it began and ended, by the clock of the database, in ISO 8601. */
  readonly startedAt: string
  /** The earliest instant that it can be restored to. */
  readonly endedAt: string
  /** The first and the last WAL segment that it needs. */
  readonly firstSegment: string
  readonly lastSegment: string
  /** PostgreSQL's major version. */
  readonly major: string
  readonly files: number
  readonly bytes: number
}

export const MANIFEST = 'backup.json'
export const UNFINISHED = '.unfinished'
/** The files of PostgreSQL within a backup. */
export const FILES = 'postgres'
/** A name of a segment begins with its timeline. */
const TIMELINE_DIGITS = 8
const SEGMENT = /^[0-9A-F]{24}(\.partial|\.[0-9A-F]{8}\.backup)?$/

/** Returns the base backups of a directory, the oldest first; none if there is no directory. */
export async function listBackups(backupDir: string): Promise<BaseBackup[]> {
  const backups: BaseBackup[] = []
  for (const name of await namesIn(baseDirOf(backupDir))) {
    if (name.endsWith(UNFINISHED)) continue
    const text = await readFile(join(baseDirOf(backupDir), name, MANIFEST), 'utf8')
    backups.push(JSON.parse(text) as BaseBackup)
  }
  return backups.toSorted((one, other) => one.endedAt.localeCompare(other.endedAt))
}

/** What was deleted. */
export interface Pruned {
  readonly backups: number
  readonly segments: number
}

/** Deletes all base backups but the newest ones, and then the WAL that none of these needs. */
export async function pruneBackups(backupDir: string, keep: number): Promise<Pruned> {
  const backups = await listBackups(backupDir)
  const old = backups.slice(0, -keep)
  for (const { name } of old) {
    await rm(join(baseDirOf(backupDir), name), { recursive: true, force: true })
  }
  const firsts = backups.slice(-keep).map(({ firstSegment }) => placeOf(firstSegment))
  const [oldest] = firsts.toSorted()
  if (oldest === undefined) return { backups: 0, segments: 0 }
  const names = await namesIn(walDirOf(backupDir))
  const unneeded = names.filter((name) => SEGMENT.test(name) && placeOf(name) < oldest)
  for (const name of unneeded) await rm(join(walDirOf(backupDir), name), { force: true })
  return { backups: old.length, segments: unneeded.length }
}

/** Orders segments of all timelines: the place in the log, without the timeline. */
function placeOf(segment: string): string {
  return segment.slice(TIMELINE_DIGITS, TIMELINE_DIGITS + 16)
}

/** Returns the names in a directory; none if it does not exist. */
export async function namesIn(dir: string): Promise<string[]> {
  return readdir(dir).catch((error: unknown) => {
    rethrowUnless(error, 'ENOENT')
    return []
  })
}
