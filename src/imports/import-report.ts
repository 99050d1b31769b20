import { csvCell } from '../core/mod.ts'
import type { Db } from '../db/mod.ts'
import type { KnownCodes } from '../inventory/mod.ts'
import { type ImportKey, type NewReport, readReports } from './import-rows.ts'
import type { ReadChunk, RejectedLine } from './import-work.ts'

const REPORT_HEADER = 'line,outcome,reason\n'
export const REJECTED_LISTED_MAX = 1_000

/** Rows read at a time; each is the report of one chunk. */
const PARTS_READ = 4
const DUPLICATE = 'the product has had this code, or an earlier line of the file has it'

/** The lines of a chunk that add no code to stock. */
export interface ChunkOutcome {
  readonly rejected: readonly RejectedLine[]
  readonly duplicates: readonly number[]
}

/** A line that repeats a code of its chunk has the outcome of the first line with that code. */
export function outcomeOf(
  { rejected, repeated, lines }: ReadChunk,
  { ofProduct, elsewhere }: KnownCodes,
): ChunkOutcome {
  const places = [
    ...[...ofProduct, ...elsewhere.keys()].map((at) => ({ at, line: lines[at] ?? NaN })),
    ...repeated,
  ]
  const ofOthers: RejectedLine[] = []
  const duplicates: number[] = []
  for (const { at, line } of places) {
    const place = elsewhere.get(at)
    if (place === undefined) duplicates.push(line)
    else ofOthers.push({ line, reason: `the code is a duplicate: ${place}` })
  }
  return { rejected: [...rejected, ...ofOthers], duplicates }
}

/** Returns undefined if each line had a new code. */
export function reportOf({ rejected, duplicates }: ChunkOutcome): NewReport | undefined {
  const all = [
    ...rejected.map(({ line, reason }) => ({ line, text: `rejected,${csvCell(reason)}` })),
    ...duplicates.map((line) => ({ line, text: `duplicate,${csvCell(DUPLICATE)}` })),
  ].toSorted((one, other) => one.line - other.line)
  const [first] = all
  if (!first) return undefined
  const report = all.map(({ line, text }) => `${line},${text}\n`).join('')
  return { first_line: first.line, rejected: rejected.length, report }
}

/** Yields the report of an import as CSV, in the order of the file's lines. */
export async function* readReport(db: Db, key: ImportKey): AsyncGenerator<string> {
  yield REPORT_HEADER
  yield* partsOf(db, key, { isRejected: false })
}

/** Returns the first REJECTED_LISTED_MAX rejected lines of an import. */
export async function listRejected(db: Db, key: ImportKey): Promise<RejectedLine[]> {
  const listed: RejectedLine[] = []
  for await (const part of partsOf(db, key, { isRejected: true })) {
    for (const rejected of rejectedIn(part)) {
      listed.push(rejected)
      if (listed.length === REJECTED_LISTED_MAX) return listed
    }
  }
  return listed
}

async function* partsOf(
  db: Db,
  key: ImportKey,
  { isRejected }: { isRejected: boolean },
): AsyncGenerator<string> {
  for (let after = 0; ;) {
    const rows = await db.rows(readReports(key, { after, isRejected, limit: PARTS_READ }))
    for (const { report } of rows) yield report
    const last = rows.at(-1)
    if (!last) return
    after = last.first_line
  }
}

function* rejectedIn(part: string): Generator<RejectedLine> {
  const lines = part.matchAll(/^(\d+),rejected,(?:"(.*)"|(.*))$/gm)
  for (const [, line, inQuotes, plain] of lines) {
    yield { line: Number(line), reason: inQuotes?.replaceAll('""', '"') ?? plain ?? '' }
  }
}
