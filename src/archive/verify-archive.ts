import { ArchiveFault, NO_FILE, readArchiveFile, readArchiveHeader } from './archive-file.ts'
import type { ArchiveHeader, ArchiveSeal, ReadArchive } from './archive-file.ts'
import { allPaths, endsAt, folderOf } from './archive-places.ts'
import { maybeRow, type Database, type Db } from '../db/mod.ts'
import {
  allOpenings,
  archivedLineOf,
  archiveLines,
  archiveOf,
  findArchivedKeys,
  openingOf,
} from '../ledger/mod.ts'

export interface VerifyContext {
  readonly db: Database
  readonly seal: ArchiveSeal
  readonly directory: string
}

export interface ArchiveVerification {
  readonly isWell: boolean
  readonly files: number
  readonly transfers: number
  /** The faults, a line each. */
  readonly faults: readonly string[]
}

/**
 * Verifies one file, or all of a directory. Each file is compared with its digest, its seal, its
 * record, and the transfers in the database or, if they were removed, their keys. In a directory,
 * it is a fault if a file between two others is missing, or one whose transfers were removed.
 */
export async function verifyArchive(
  { db, seal, directory }: VerifyContext,
  file?: string,
): Promise<ArchiveVerification> {
  const faults: string[] = []
  let [files, transfers] = [0, 0]
  let before: ReadArchive | undefined
  const paths = file === undefined ? await allPaths(directory) : [file]
  for (const path of paths) {
    files += 1
    try {
      // The file is checked alone first: only an intact file can show that the database differs.
      const read = await readArchiveFile(path, seal, ignoreLines)
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
  if (file === undefined) faults.push(...(await missingFiles(db, directory, paths)))
  return { isWell: faults.length === 0, files, transfers, faults }
}

/** Returns a fault for each partner whose last recorded file is missing. */
async function missingFiles(
  db: Db,
  directory: string,
  paths: readonly string[],
): Promise<string[]> {
  const faults: string[] = []
  for (const { partner_id: partnerId, last_transfer: last } of await db.rows(allOpenings())) {
    const folder = folderOf(directory, partnerId)
    if (paths.some((path) => endsAt(path, folder, Number(last)))) continue
    faults.push(`${folder}: the file up to transfer ${last}, which may be removed, is missing`)
  }
  return faults
}

/** Reads a file and checks it by itself, without the database. */
export function readAlone(path: string, seal: ArchiveSeal): Promise<ReadArchive> {
  return readArchiveFile(path, seal, ignoreLines)
}

async function ignoreLines(): Promise<void> {}

function requireNext({ header }: ReadArchive, before: ReadArchive | undefined): void {
  const isFirst = before?.header.partnerId !== header.partnerId
  const first = isFirst ? 1 : before.header.last + 1
  const previous = isFirst ? NO_FILE : before.digest
  if (header.first !== first) throw new ArchiveFault(`the file from transfer ${first} is missing`)
  if (header.previous !== previous) throw new ArchiveFault('the file before it is another one')
}

export async function requireRecord(db: Db, { header, digest }: ReadArchive): Promise<void> {
  const record = await maybeRow(db, archiveOf(header.partnerId, digest))
  if (!record) throw new ArchiveFault('the database has no record of it')
}

/**
 * Compares the lines of a file with the transfers of the database. Lines of removed transfers are
 * compared with the keys that the database keeps. Throws ArchiveFault.
 */
export function comparedWith(db: Db): Parameters<typeof readArchiveFile>[2] {
  return async ({ partnerId }, lines, first) => {
    const last = first + lines.length - 1
    const removed = Number((await maybeRow(db, openingOf(partnerId)))?.removed_transfer ?? 0)
    const stored = await archiveLines(db, partnerId, { first, last })
    const byNo = new Map(stored.map((line) => [numberOf(line), line]))
    const missing: [number: number, line: string][] = []
    for (const [index, line] of lines.entries()) {
      const number = first + index
      const archivedLine = byNo.get(number)
      if (archivedLine === undefined && number <= removed) missing.push([number, line])
      else if (archivedLine !== line)
        throw new ArchiveFault(`the database has another transfer ${number}`)
    }
    await requireKeys(db, partnerId, missing)
  }
}

function numberOf(line: string): number {
  return archivedLineOf(line).no
}

/**
 * Throws unless the database has the key of each removed transfer. Only transfers of wallets are
 * removed.
 */
async function requireKeys(
  db: Db,
  partnerId: number,
  missing: readonly (readonly [number: number, line: string])[],
): Promise<void> {
  const lines = missing.map(([number, line]) => ({ ...archivedLineOf(line), no: number }))
  const references = lines.map(({ reference }) => reference)
  const keys = await findArchivedKeys(db, partnerId, 'wallet_transaction', references)
  for (const { no: number, scope, reference } of lines) {
    if (scope !== 'wallet_transaction') throw new ArchiveFault(`transfer ${number} is missing`)
    if (keys.get(reference) !== number)
      throw new ArchiveFault(`the key of transfer ${number} is missing`)
  }
}

export interface ListedArchive extends Omit<ArchiveHeader, 'previous'> {
  readonly file: string
}

/** Returns the headers of the files of a directory. Throws if one is not an archive. */
export async function listArchive(directory: string): Promise<ListedArchive[]> {
  const listed: ListedArchive[] = []
  for (const file of await allPaths(directory)) {
    const { previous: _, ...header } = await readArchiveHeader(file).catch(inFile(file))
    listed.push({ ...header, file })
  }
  return listed
}

/** Returns a function that rethrows an error, and names the file of a fault. */
export function inFile(path: string): (error: unknown) => never {
  return (error) => {
    throw error instanceof ArchiveFault ? new Error(`${path}: ${error.message}`) : error
  }
}
