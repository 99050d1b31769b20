import { ArchiveFault, NO_FILE, readArchiveFile, readArchiveHeader } from './archive-file.ts'
import type { ArchiveHeader, ArchiveSeal, ReadArchive } from './archive-file.ts'
import { allPaths } from './archive-places.ts'
import { maybeRow, type Database, type Db } from './db/mod.ts'
import { archiveLines, archiveOf } from './ledger/mod.ts'

export interface VerifyContext {
  readonly db: Database
  readonly seal: ArchiveSeal
  readonly directory: string
}

export interface ArchiveVerification {
  readonly isWell: boolean
  readonly files: number
  readonly transfers: number
  /** What is wrong, a line each. */
  readonly faults: readonly string[]
}

/**
 * Verifies one file, or all of the directory: what each file says, its seal, its record and the
 * same transfers in the database, and with a directory that no file is missing before another one.
 */
export async function verifyArchive(
  { db, seal, directory }: VerifyContext,
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
      await requireRecord(db, read)
      await readArchiveFile(path, seal, comparedWith(db))
      transfers += read.header.last - read.header.first + 1
    } catch (error) {
      if (!(error instanceof ArchiveFault)) throw error
      faults.push(`${path}: ${error.message}`)
    }
  }
  return { isWell: faults.length === 0, files, transfers, faults }
}

/** Reads a file for what it proves of itself. */
export function readAlone(path: string, seal: ArchiveSeal): Promise<ReadArchive> {
  return readArchiveFile(path, seal, nothing)
}

async function nothing(): Promise<void> {}

function requireNext({ header }: ReadArchive, before: ReadArchive | undefined): void {
  const isFirst = before?.header.partnerId !== header.partnerId
  const first = isFirst ? 1 : before.header.last + 1
  const previous = isFirst ? NO_FILE : before.digest
  if (header.first !== first) throw new ArchiveFault(`the file from transfer ${first} is missing`)
  if (header.previous !== previous) throw new ArchiveFault('the file before it is another one')
}

async function requireRecord(db: Db, { header, digest }: ReadArchive): Promise<void> {
  const recorded = await maybeRow(db, archiveOf(header.partnerId, digest))
  if (!recorded) throw new ArchiveFault('the database has no record of it')
}

/** Compares the lines of a file with the transfers of the database. Throws ArchiveFault. */
export function comparedWith(db: Db): Parameters<typeof readArchiveFile>[2] {
  return async ({ partnerId }, lines, first) => {
    const last = first + lines.length - 1
    const stored = await archiveLines(db, partnerId, { first, last })
    const place = lines.findIndex((line, index) => line !== stored[index])
    if (place >= 0) throw new ArchiveFault(`the database has another transfer ${first + place}`)
  }
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
export function inFile(path: string): (error: unknown) => never {
  return (error) => {
    throw error instanceof ArchiveFault ? new Error(`${path}: ${error.message}`) : error
  }
}
