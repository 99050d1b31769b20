import { errorMessage } from '../core/mod.ts'
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rename } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { pipeline as whenPiped } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { syncDirectory } from '../db/mod.ts'
import type { TransferRange } from '../ledger/mod.ts'

/**
 * A file of transfers: lines of JSON, compressed by gzip. The first line is the header, one line
 * for each transfer follows, and the last line is the footer: the SHA-256 of all bytes before it,
 * and its seal.
 */
const FORMAT = 'tessera-transfers-1'
/** Stands for the digest of the previous file in a partner's first file. */
export const NO_FILE = '0'.repeat(64)
const LINES_PER_READ = 10_000

export interface ArchiveHeader extends TransferRange {
  readonly partnerId: number
  /** The instants of the first and of the last transfer, in ISO 8601. */
  readonly firstAt: string
  readonly lastAt: string
  /** The SHA-256 of the partner's previous file, as hexadecimal digits. */
  readonly previous: string
}

type SealedRange = Pick<ArchiveHeader, 'partnerId' | 'first' | 'last'>

/** Seals the digest of a file, so that only this service can make one. */
export interface ArchiveSeal {
  seal(range: SealedRange, digest: Buffer): Buffer
  isSealed(range: SealedRange, digest: Buffer, sealed: Buffer): Promise<boolean>
}

/** The file is damaged, or was changed. The message is one line. */
export class ArchiveFault extends Error {
  override readonly name = 'ArchiveFault'
}

/** Writes a file beside `path`, durably. Only `publishArchiveFile` gives it its name. */
export async function writeArchiveFile(
  path: string,
  { header, seal }: { readonly header: ArchiveHeader; readonly seal: ArchiveSeal },
  lines: AsyncIterable<readonly string[]>,
): Promise<void> {
  const file = createWriteStream(partialOf(path), { mode: 0o600, flush: true })
  await whenPiped(textOf(header, seal, lines), createGzip(), file)
}

/** Returns the path of a file while it is incomplete. */
export function partialOf(path: string): string {
  return `${path}.partial`
}

/** Gives a complete file its name, durably. */
export async function publishArchiveFile(path: string, directory: string): Promise<void> {
  await rename(partialOf(path), path)
  await syncDirectory(directory)
}

async function* textOf(
  header: ArchiveHeader,
  seal: ArchiveSeal,
  lines: AsyncIterable<readonly string[]>,
): AsyncGenerator<string> {
  const hash = createHash('sha256')
  const begin = `${JSON.stringify({ archive: FORMAT, ...header })}\n`
  hash.update(begin)
  yield begin
  for await (const some of lines) {
    const text = some.map((line) => `${line}\n`).join('')
    hash.update(text)
    yield text
  }
  const digest = hash.digest()
  const sealed = seal.seal(header, digest).toString('base64')
  yield `${JSON.stringify({ sha256: digest.toString('hex'), seal: sealed })}\n`
}

/** The header, digest and seal of a file that was found intact. */
export interface ReadArchive {
  readonly header: ArchiveHeader
  /** The SHA-256 of all lines but the last one, as hexadecimal digits. */
  readonly digest: string
  /** The seal of the digest. */
  readonly sealed: Buffer
}

/**
 * Reads a file and checks its digest, its seal and the number of its lines. `onLines` gets the
 * lines of the transfers, some at a time, before they are known to be intact. Throws ArchiveFault.
 */
export async function readArchiveFile(
  path: string,
  seal: ArchiveSeal,
  onLines: (header: ArchiveHeader, lines: readonly string[], first: number) => Promise<void>,
): Promise<ReadArchive> {
  const hash = createHash('sha256')
  let header: ArchiveHeader | undefined
  let footer: string | undefined
  let count = 0
  let some: string[] = []
  const flush = async (archiveHeader: ArchiveHeader): Promise<void> => {
    await onLines(archiveHeader, some, archiveHeader.first + count - some.length)
    some = []
  }
  for await (const line of linesOf(path)) {
    if (footer !== undefined) {
      hash.update(`${footer}\n`)
      if (header) {
        count += 1
        some.push(footer)
      }
      header ??= parseHeader(footer)
      if (some.length >= LINES_PER_READ) await flush(header)
    }
    footer = line
  }
  if (!header) throw new ArchiveFault('it is not an archive of transfers')
  await flush(header)
  const digest = hash.digest()
  const sealed = await requireFooter(seal, { header, digest, footer: footer ?? '' })
  const { first, last } = header
  if (count !== last - first + 1) throw new ArchiveFault(`it has ${count} transfers`)
  return { header, digest: digest.toString('hex'), sealed }
}

/** Reads the header alone, without checking the digest or the seal. Throws ArchiveFault. */
export async function readArchiveHeader(path: string): Promise<ArchiveHeader> {
  for await (const line of linesOf(path)) return parseHeader(line)
  throw new ArchiveFault('it is empty')
}

/** Returns the seal in the footer. Throws ArchiveFault unless the footer fits the file. */
async function requireFooter(
  seal: ArchiveSeal,
  read: { readonly header: ArchiveHeader; readonly digest: Buffer; readonly footer: string },
): Promise<Buffer> {
  const { header, digest, footer } = read
  const fields = parseLine(footer)
  const [sha256, text] = [fields?.['sha256'], fields?.['seal']]
  if (typeof sha256 !== 'string' || typeof text !== 'string') {
    throw new ArchiveFault('its end is missing')
  }
  if (sha256 !== digest.toString('hex')) throw new ArchiveFault('it was changed')
  const sealed = Buffer.from(text, 'base64')
  if (!(await seal.isSealed(header, digest, sealed))) {
    throw new ArchiveFault('this service has not sealed it')
  }
  return sealed
}

function parseHeader(line: string): ArchiveHeader {
  const { archive, partnerId, first, last, firstAt, lastAt, previous } = parseLine(line) ?? {}
  if (
    archive === FORMAT &&
    isNumber(partnerId) &&
    isNumber(first) &&
    isNumber(last) &&
    typeof firstAt === 'string' &&
    typeof lastAt === 'string' &&
    typeof previous === 'string'
  ) {
    return { partnerId, first, last, firstAt, lastAt, previous }
  }
  throw new ArchiveFault('it is not an archive of transfers')
}

function isNumber(value: unknown): value is number {
  return Number.isSafeInteger(value)
}

function parseLine(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}

/** Yields the lines of a compressed file. A line without an end is left out. */
async function* linesOf(path: string): AsyncGenerator<string> {
  // Errors of both streams are thrown where the second one is read.
  const unzipped = pipeline(createReadStream(path), createGunzip(), () => undefined)
  unzipped.setEncoding('utf8')
  let rest = ''
  try {
    for await (const chunk of unzipped as AsyncIterable<string>) {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
  } catch (error) {
    throw new ArchiveFault(errorMessage(error))
  }
}
