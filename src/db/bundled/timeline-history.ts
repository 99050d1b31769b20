import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupFault } from './backup-fault.ts'
import { historyName, parsePosition, segmentAt } from './segment-name.ts'

/** A timeline, and the position of the log at which it left the one before it. */
export interface TimelineBegin {
  readonly timeline: number
  readonly at: bigint
}

const LINE = /^(\d{1,10})\t([0-9A-F]+\/[0-9A-F]+)(\t|$)/i

/**
 * Returns the history of a timeline, the oldest first, from its file in the archive. The first
 * timeline begins at 0. Throws BackupFault if there is no such file, or it is damaged.
 */
export async function readHistory(walDir: string, timeline: number): Promise<TimelineBegin[]> {
  if (timeline === 1) return [{ timeline, at: 0n }]
  const name = historyName(timeline)
  const text = await readFile(join(walDir, name), 'utf8').catch((error: unknown) => {
    const message = `${name}, which says where timeline ${timeline} began, cannot be read`
    throw new BackupFault(message, undefined, { cause: error })
  })
  const begins: TimelineBegin[] = []
  let at = 0n
  for (const line of text.split('\n')) {
    if (line.trim() === '' || line.startsWith('#')) continue
    const [, parent = '', end = ''] = LINE.exec(line) ?? []
    const ended = parsePosition(end)
    const previous = begins.at(-1)
    const isNext = Number(parent) > (previous?.timeline ?? 0) && Number(parent) < timeline
    if (ended === undefined || !isNext || ended < at) throw damaged(name)
    begins.push({ timeline: Number(parent), at })
    at = ended
  }
  if (begins.length === 0) throw damaged(name)
  return [...begins, { timeline, at }]
}

function damaged(name: string): BackupFault {
  return new BackupFault(`${name} is damaged: it does not say where each timeline began`)
}

/** Returns the timeline of a history from which a segment is read. */
export function timelineOf(history: readonly TimelineBegin[], number: number): number {
  const begin = history.findLast(({ at }) => segmentAt(at) <= number)
  return begin?.timeline ?? 1
}
