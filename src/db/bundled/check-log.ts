import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { walDirOf } from './archive.ts'
import { BackupFault } from './backup-fault.ts'
import { readNote } from './backup-notes.ts'
import { namesIn, type BaseBackup } from './backups.ts'
import { rethrowUnless } from './error-code.ts'
import { LogReader } from './log-reader.ts'
import {
  historyName,
  parseHistoryName,
  parseSegment,
  positionText,
  segmentAt,
  segmentName,
  type Segment,
} from './segment-name.ts'
import { readHistory, timelineOf, type TimelineBegin } from './timeline-history.ts'

export interface LogSource {
  readonly backupDir: string
  readonly backup: BaseBackup
  /** The identifier of the database that was backed up. */
  readonly cluster: bigint
  /** Undefined means the newest one. */
  readonly timeline: number | undefined
  /** The paths of segments that are not archived but exist elsewhere, by name. */
  readonly unarchived: ReadonlyMap<string, string>
}

export interface CheckedLog {
  /** The faults of the log in its order, a line for each. */
  readonly faults: readonly string[]
  /** The position up to which the log is complete and undamaged. */
  readonly end: bigint
}

/**
 * Reads the archived log from a base backup on: each segment of its timelines must be there, and
 * each record undamaged. It must reach the last segment that the base backup needs, the newest that
 * is archived, and the newest of which the archive has a note.
 */
export async function checkLog(source: LogSource): Promise<CheckedLog> {
  try {
    const range = await followTimelines(source)
    const { faults, end } = await readSegments(source, range)
    return { faults: [...range.faults, ...faults], end }
  } catch (error) {
    if (!(error instanceof BackupFault)) throw error
    return { faults: error.faults, end: 0n }
  }
}

/** Returns a line for each fault of the timelines of the log. Reads no segment. */
export async function checkTimelines(source: LogSource): Promise<readonly string[]> {
  try {
    return (await followTimelines(source)).faults
  } catch (error) {
    if (error instanceof BackupFault) return error.faults
    throw error
  }
}

/** The segments that a restore reads. */
interface LogRange {
  readonly history: readonly TimelineBegin[]
  readonly first: number
  readonly last: number
  readonly faults: readonly string[]
}

async function followTimelines(source: LogSource): Promise<LogRange> {
  const { backupDir, backup } = source
  const archived = await namesIn(walDirOf(backupDir))
  const note = source.timeline === undefined ? await readNote(backupDir, 'archived') : undefined
  const names = [...archived, backup.lastSegment, ...(note === undefined ? [] : [note.segment])]
  const first = requireSegment(backup.firstSegment)
  const timeline = source.timeline ?? newestTimeline(archived, first.timeline)
  const history = await readHistory(walDirOf(backupDir), timeline)
  requireRelated(history, first)
  const needed = requireSegment(backup.lastSegment).number
  const last = Math.max(lastNumber(names, timeline) ?? 0, needed)
  const strays = source.timeline === undefined ? strayFaults(names, timeline) : []
  const faults = [...strays, ...unbegunFaults(history, last)]
  return { history, first: first.number, last, faults }
}

function requireSegment(name: string): Segment {
  const segment = parseSegment(name)
  if (segment) return segment
  throw new BackupFault(`backup.json is damaged: ${name} is not a segment`)
}

/**
 * Returns the timeline that PostgreSQL would follow: the newest one that has its history, and so
 * have all before it.
 */
function newestTimeline(archived: readonly string[], from: number): number {
  const archivedNames = new Set(archived)
  let newest = from
  while (archivedNames.has(historyName(newest + 1))) newest += 1
  return newest
}

function requireRelated(history: readonly TimelineBegin[], first: Segment): void {
  if (timelineOf(history, first.number) === first.timeline) return
  const name = historyName(history.at(-1)?.timeline ?? 1)
  throw new BackupFault(
    `${name} does not fit the base backup, which begins with ${segmentName(first)}`,
  )
}

function lastNumber(names: readonly string[], timeline: number): number | undefined {
  const segments = names.map(parseSegment).filter((segment) => segment?.timeline === timeline)
  return segments.map((segment) => segment?.number ?? 0).toSorted((one, other) => other - one)[0]
}

/**
 * Returns a fault for each timeline whose history is missing: a restore would silently leave out
 * its segments.
 */
function strayFaults(names: readonly string[], timeline: number): string[] {
  const timelines = names.map((name) => parseSegment(name)?.timeline ?? parseHistoryName(name) ?? 0)
  const strays = new Set(timelines.filter((one) => one > timeline))
  return [...strays].map(
    (stray) =>
      `${historyName(timeline + 1)} is missing: nothing of timeline ${stray}, which was ` +
      'archived, is restored without it',
  )
}

function unbegunFaults(history: readonly TimelineBegin[], last: number): string[] {
  const newest = history.at(-1)
  if (!newest || segmentAt(newest.at) <= last) return []
  const { timeline, at } = newest
  return [`nothing of timeline ${timeline} is archived, which began at ${positionText(at)}`]
}

async function readSegments(
  source: LogSource,
  { history, first, last }: LogRange,
): Promise<CheckedLog> {
  const faults: string[] = []
  let reader = new LogReader(source.cluster)
  let end: bigint | undefined
  for (let number = first; number <= last; number += 1) {
    const segment = { timeline: timelineOf(history, number), number }
    const bytes = await readSegment(source, segmentName(segment))
    const fault = bytes ? reader.read(segment, bytes) : 'is missing'
    if (fault === undefined) continue
    faults.push(`${segmentName(segment)} ${fault}`)
    end ??= reader.end
    // The rest is checked for faults of its own.
    reader = new LogReader(source.cluster)
  }
  return { faults, end: end ?? reader.end }
}

/** Returns undefined if there is no such segment. */
async function readSegment(
  { backupDir, unarchived }: LogSource,
  name: string,
): Promise<Buffer | undefined> {
  const path = unarchived.get(name) ?? join(walDirOf(backupDir), name)
  return readFile(path).catch((error: unknown) => {
    rethrowUnless(error, 'ENOENT')
    return undefined
  })
}
