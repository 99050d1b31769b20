import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  ArchiveFault,
  NO_FILE,
  partialOf,
  publishArchiveFile,
  readArchiveFile,
  readArchiveHeader,
  writeArchiveFile,
  type ArchiveHeader,
  type ArchiveSeal,
  type ReadArchive,
} from './archive-file.ts'
import { codeOf, oneRow, type Database, type Db } from './db/mod.ts'
import {
  archiveLines,
  findCheckpoint,
  instantsOf,
  partnersWithTransfers,
  type CheckpointSeal,
  type TransferRange,
} from './ledger/mod.ts'
import { firstTransferFrom } from './movements/mod.ts'

export interface ArchiveContext {
  readonly db: Database
  readonly seal: ArchiveSeal
  readonly checkpointSeal: CheckpointSeal
  /** Each partner has a directory in it, and there a file for so many transfers. */
  readonly directory: string
}

const TRANSFERS_PER_FILE = 1_000_000
/** Two runs at once would write the same files. */
const ARCHIVE_LOCK = 0x7465737361726376n
const TRANSFERS_PER_READ = 10_000
const SUFFIX = '.jsonl.gz'
/** Numbers have so many digits in names, so that these are in the order of the numbers. */
const DIGITS = 15

export interface Archived {
  readonly partners: number
  readonly files: number
  readonly transfers: number
}

/** What one partner's files have, and what they are to get. */
interface Plan {
  readonly partnerId: number
  readonly written: ReadArchive | undefined
  readonly upTo: number
}

/**
 * Writes the transfers from before an instant to files, and deletes nothing. Goes on after the last
 * file of each partner; a file that an earlier run has not completed is written again. Each file is
 * durable, and was read and compared with the database, before it has its name.
 *
 * Throws, before it writes anything, if another run writes, if a book was not verified up to the
 * last of these transfers, or if the last file of a partner is damaged.
 */
export async function archiveTransfers(
  context: ArchiveContext,
  beforeMs: number,
  transfersPerFile = TRANSFERS_PER_FILE,
): Promise<Archived> {
  const client = await context.db.pool.connect()
  try {
    const { rows } = await client.query<{ is_locked: boolean }>(
      'select pg_try_advisory_lock($1) as is_locked',
      [ARCHIVE_LOCK],
    )
    if (rows[0]?.is_locked !== true) {
      throw new Error('another archive of this database is being written: wait until it has ended')
    }
    const archived = await writeArchive(context, beforeMs, transfersPerFile)
    await client.query('select pg_advisory_unlock($1)', [ARCHIVE_LOCK])
    return archived
  } finally {
    // After a fault, the lock ends with the session.
    client.release(true)
  }
}

async function writeArchive(
  context: ArchiveContext,
  beforeMs: number,
  transfersPerFile: number,
): Promise<Archived> {
  const plans: Plan[] = []
  for (const partnerId of await partnersWithTransfers(context.db)) {
    plans.push(await planOf(context, partnerId, beforeMs))
  }
  let [partners, files, transfers] = [0, 0, 0]
  for (const { partnerId, written, upTo } of plans) {
    let [last, previous] = [written?.header.last ?? 0, written?.digest ?? NO_FILE]
    if (last < upTo) partners += 1
    while (last < upTo) {
      const range = { first: last + 1, last: Math.min(upTo, last + transfersPerFile) }
      previous = await writeRange(context, { partnerId, previous, ...range })
      files += 1
      transfers += range.last - last
      last = range.last
    }
  }
  return { partners, files, transfers }
}

async function planOf(
  { db, seal, checkpointSeal, directory }: ArchiveContext,
  partnerId: number,
  beforeMs: number,
): Promise<Plan> {
  const { first } = await oneRow(db, firstTransferFrom(partnerId, beforeMs))
  const upTo = Number(first) - 1
  const checkpoint = await findCheckpoint(db, checkpointSeal, partnerId)
  const verified = typeof checkpoint === 'object' ? Number(checkpoint.lastTransfer) : 0
  if (verified < upTo) {
    throw new Error(
      `partner ${partnerId} is verified up to transfer ${verified} of ${upTo}: run ` +
        '`tessera ledger verify` first',
    )
  }
  const path = (await archivePaths(join(directory, String(partnerId)))).at(-1)
  if (path === undefined) return { partnerId, written: undefined, upTo }
  const written = await readArchiveFile(path, seal, nothing).catch(inFile(path))
  return { partnerId, written, upTo }
}

async function nothing(): Promise<void> {}

type Range = TransferRange & Pick<ArchiveHeader, 'partnerId' | 'previous'>

/** Returns the digest of the file. */
async function writeRange({ db, seal, directory }: ArchiveContext, range: Range): Promise<string> {
  const { partnerId, first, last } = range
  const [firstAt = '', lastAt = ''] = await instantsOf(db, partnerId, [first, last])
  const header = { ...range, firstAt, lastAt }
  const folder = join(directory, String(partnerId))
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `${padded(first)}-${padded(last)}${SUFFIX}`)
  await writeArchiveFile(path, { header, seal }, readLines(db, range))
  try {
    const { digest } = await readArchiveFile(partialOf(path), seal, comparedWith(db))
    await publishArchiveFile(path, folder)
    return digest
  } catch (error) {
    await rm(partialOf(path), { force: true })
    return inFile(path)(error)
  }
}

async function* readLines(db: Db, { partnerId, first, last }: Range): AsyncGenerator<string[]> {
  for (let from = first; from <= last; from += TRANSFERS_PER_READ) {
    const to = Math.min(last, from + TRANSFERS_PER_READ - 1)
    yield await archiveLines(db, partnerId, { first: from, last: to })
  }
}

/** Compares the lines of a file with the transfers of the database. Throws ArchiveFault. */
function comparedWith(db: Db): Parameters<typeof readArchiveFile>[2] {
  return async ({ partnerId }, lines, first) => {
    const last = first + lines.length - 1
    const stored = await archiveLines(db, partnerId, { first, last })
    const place = lines.findIndex((line, index) => line !== stored[index])
    if (place >= 0) throw new ArchiveFault(`the database has another transfer ${first + place}`)
  }
}

export interface ArchiveVerification {
  readonly isWell: boolean
  readonly files: number
  readonly transfers: number
  /** What is wrong, a line each. */
  readonly faults: readonly string[]
}

/**
 * Verifies one file, or all of the directory: what each file says, its seal, the same transfers in
 * the database, and with a directory that no file is missing before another one.
 */
export async function verifyArchive(
  { db, seal, directory }: Omit<ArchiveContext, 'checkpointSeal'>,
  file?: string,
): Promise<ArchiveVerification> {
  const faults: string[] = []
  let [files, transfers] = [0, 0]
  let before: ReadArchive | undefined
  for (const path of file === undefined ? await allPaths(directory) : [file]) {
    files += 1
    try {
      // First the file alone: only an intact one says something of the database.
      const read = await readArchiveFile(path, seal, nothing)
      const earlier = before
      before = read
      if (file === undefined) requireNext(read, earlier)
      await readArchiveFile(path, seal, comparedWith(db))
      transfers += read.header.last - read.header.first + 1
    } catch (error) {
      if (!(error instanceof ArchiveFault)) throw error
      faults.push(`${path}: ${error.message}`)
    }
  }
  return { isWell: faults.length === 0, files, transfers, faults }
}

function requireNext({ header }: ReadArchive, before: ReadArchive | undefined): void {
  const isFirst = before?.header.partnerId !== header.partnerId
  const first = isFirst ? 1 : before.header.last + 1
  const previous = isFirst ? NO_FILE : before.digest
  if (header.first !== first) throw new ArchiveFault(`the file from transfer ${first} is missing`)
  if (header.previous !== previous) throw new ArchiveFault('the file before it is another one')
}

export interface ListedArchive extends Omit<ArchiveHeader, 'previous'> {
  readonly file: string
}

/** Returns what the files of a directory say of themselves. Throws if one is no archive. */
export async function listArchive(directory: string): Promise<ListedArchive[]> {
  const listed: ListedArchive[] = []
  for (const file of await allPaths(directory)) {
    const { previous: _, ...header } = await readArchiveHeader(file).catch(inFile(file))
    listed.push({ ...header, file })
  }
  return listed
}

/** Names the file of a fault. */
function inFile(path: string): (error: unknown) => never {
  return (error) => {
    throw error instanceof ArchiveFault ? new Error(`${path}: ${error.message}`) : error
  }
}

async function allPaths(directory: string): Promise<string[]> {
  const names = await readdir(directory)
  const partners = names.filter((name) => /^[1-9]\d*$/.test(name)).map(Number)
  const paths = partners
    .toSorted((one, other) => one - other)
    .map((partnerId) => archivePaths(join(directory, String(partnerId))))
  return (await Promise.all(paths)).flat()
}

async function archivePaths(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  })
  return names
    .filter((name) => name.endsWith(SUFFIX))
    .toSorted()
    .map((name) => join(folder, name))
}

function padded(no: number): string {
  return String(no).padStart(DIGITS, '0')
}
