import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import { baseDirOf, walDirOf } from './archive.ts'
import { parseJson } from './backup-notes.ts'
import { rethrowUnless } from './error-code.ts'

const Segment = Type.String({ pattern: '^[0-9A-F]{24}$' })
const MANIFEST_SCHEMA = Type.Object({
  /** Its directory below `base`. */
  name: Type.String({ minLength: 1 }),
  /** When it began and ended, by the clock of the database, in ISO 8601. */
  startedAt: Type.String(),
  /** The earliest instant that it can be restored to. */
  endedAt: Type.String(),
  /** The first and the last WAL segment that it needs. */
  firstSegment: Segment,
  lastSegment: Segment,
  /** PostgreSQL's major version. */
  major: Type.String(),
  files: Type.Number(),
  bytes: Type.Number(),
  /** Backups of earlier versions lack it. */
  contents: Type.Optional(Type.Record(Type.String(), Type.String())),
})

/** A complete base backup. */
export type BaseBackup = Readonly<Static<typeof MANIFEST_SCHEMA>>

export const MANIFEST = 'backup.json'
export const UNFINISHED = '.unfinished'
/** The files of PostgreSQL within a backup. */
export const FILES = 'postgres'
/** A name of a segment begins with its timeline. */
const TIMELINE_DIGITS = 8
const SEGMENT = /^[0-9A-F]{24}(\.partial|\.[0-9A-F]{8}\.backup)?$/

export interface ListedBackups {
  /** The oldest first. */
  readonly backups: BaseBackup[]
  /** The faults of the other backups, a line for each. */
  readonly faults: string[]
}

/** Returns the base backups of a directory; none if there is no directory. */
export async function listBackups(backupDir: string): Promise<ListedBackups> {
  const listed: ListedBackups = { backups: [], faults: [] }
  for (const name of await namesIn(baseDirOf(backupDir))) {
    if (name.endsWith(UNFINISHED)) continue
    const text = await readFile(join(baseDirOf(backupDir), name, MANIFEST), 'utf8').catch(
      (error: unknown) => rethrowUnless(error, 'ENOENT', 'ENOTDIR'),
    )
    const manifest = parseJson(text ?? '')
    if (Value.Check(MANIFEST_SCHEMA, manifest) && manifest.name === name) {
      listed.backups.push(manifest)
    } else {
      const fault = text === undefined ? 'is missing' : 'is damaged'
      listed.faults.push(`base backup ${name}: ${MANIFEST} ${fault}`)
    }
  }
  listed.backups.sort((one, other) => one.endedAt.localeCompare(other.endedAt))
  return listed
}

/** The numbers of deleted base backups and WAL segments. */
export interface PruneResult {
  readonly backups: number
  readonly segments: number
}

/** Deletes all base backups but the newest ones, and then the WAL that none of these needs. */
export async function pruneBackups(backupDir: string, count: number): Promise<PruneResult> {
  const { backups } = await listBackups(backupDir)
  const old = backups.slice(0, -count)
  for (const { name } of old) {
    await rm(join(baseDirOf(backupDir), name), { recursive: true, force: true })
  }
  const firsts = backups.slice(-count).map(({ firstSegment }) => placeOf(firstSegment))
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
