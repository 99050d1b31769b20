import { CsvError, parse, type Parser } from 'csv-parse'

/** One record of a CSV file, and the line of the file on which it begins: the first line is 1. */
export interface CsvRecord {
  readonly line: number
  readonly fields: readonly string[]
}

/** The file cannot be read from this line on. The message quotes none of it: codes are secret. */
export class CsvBroken extends Error {
  readonly line: number

  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}

/** Beyond this a quote was left open, rather than a record being long. */
const RECORD_LENGTH_MAX = 65_536
/** Parsed in one go. Small, because a file with a fault in every line is slow to parse. */
const PIECE_BYTES = 16_384

/**
 * The records of a CSV file (RFC 4180, UTF-8 with or without a byte order mark, lines ending in
 * CRLF, LF or CR), blank lines left out, in runs of what one piece of the file completes, so that
 * memory stays constant. Bytes that are not UTF-8 appear as U+FFFD. Throws CsvBroken at the first
 * misplaced quote, once all records before it were handed out.
 */
export async function* readCsv(file: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRecord[]> {
  const records: CsvRecord[] = []
  const { parser, lineReached } = createParser(records)
  for await (const piece of smallPieces(file)) {
    const error = await settled((done) => parser.write(piece, done))
    yield records.splice(0)
    if (error) throw brokenAt(lineReached(), error)
  }
  const error = await settled((done) => parser.end(done))
  yield records.splice(0)
  if (error) throw brokenAt(lineReached(), error)
}

/** Bounds how many records one piece completes. */
async function* smallPieces(file: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of file) {
    for (let at = 0; at < piece.length; at += PIECE_BYTES) {
      yield piece.subarray(at, at + PIECE_BYTES)
    }
  }
}

/**
 * Takes each record where the parser makes it: its stream would drop those that an error follows.
 * The lines of records are counted here, because the parser counts a CRLF inside of quotes as two.
 */
function createParser(records: CsvRecord[]): { parser: Parser; lineReached: () => number } {
  let linesOfRecords = 0
  const lineReached = (): number => 1 + linesOfRecords + parser.info.empty_lines
  const parser = parse({
    bom: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: RECORD_LENGTH_MAX,
    on_record(fields: string[]) {
      // A byte order mark makes it read UTF-16, whose letters it would find at odd offsets too.
      if (parser.options.encoding !== 'utf8') throw new CsvBroken(1, 'is not UTF-8')
      records.push({ line: lineReached(), fields })
      linesOfRecords += 1 + lineBreaks(fields)
      return null
    },
  })
  // Every error comes to whoever wrote the piece; the event alone would end the process.
  parser.on('error', () => undefined)
  return { parser, lineReached }
}

function lineBreaks(fields: readonly string[]): number {
  let breaks = 0
  for (const field of fields) {
    if (/[\r\n]/.test(field)) breaks += field.match(/\r\n|\r|\n/g)?.length ?? 0
  }
  return breaks
}

type Done = (error?: Error | null) => void

function settled(act: (done: Done) => unknown): Promise<Error | undefined> {
  return new Promise((resolve) => void act((error) => resolve(error ?? undefined)))
}

const FAULTS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'opens a quote that is never closed',
  INVALID_OPENING_QUOTE: 'has a quote inside of a field that does not begin with one',
  CSV_INVALID_CLOSING_QUOTE: 'has text after a closing quote',
  CSV_MAX_RECORD_SIZE: `goes on for more than ${RECORD_LENGTH_MAX} characters`,
}

/** In words of ours: the parser's own quote the field. */
function brokenAt(line: number, error: Error): Error {
  if (!(error instanceof CsvError)) return error
  return new CsvBroken(line, FAULTS[error.code] ?? 'is not CSV')
}
