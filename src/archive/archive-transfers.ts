import { mkdir, rm } from 'node:fs/promises'
import {
  NO_FILE,
  partialOf,
  publishArchiveFile,
  readArchiveFile,
  writeArchiveFile,
  type ArchiveHeader,
  type ArchiveSeal,
  type ReadArchive,
} from './archive-file.ts'
import { archivePaths, folderOf, pathOf } from './archive-places.ts'
import { recordAudit, type Actor } from '../audit/mod.ts'
import type { Clock } from '../core/mod.ts'
import { maybeRow, oneRow, transact, tryLockSession, type Database, type Db } from '../db/mod.ts'
import {
  archiveLines,
  findCheckpoints,
  insertArchive,
  instantsOf,
  openingOf,
  partnersWithTransfers,
  type CheckpointSeal,
  type TransferRange,
} from '../ledger/mod.ts'
import { firstTransferFrom } from '../movements/mod.ts'
import { comparedWith, inFile, readAlone, type VerifyContext } from './verify-archive.ts'

/** The context of archiving. Each partner has a folder in `directory`. */
export interface ArchiveContext extends VerifyContext {
  readonly clock: Clock
  /** The actor of the audit entries. */
  readonly actor: Actor
  readonly checkpointSeal: CheckpointSeal
}

const TRANSFERS_PER_FILE = 1_000_000
/** Two runs at once would write the same files. */
const ARCHIVE_LOCK = 0x7465737361726376n
const TRANSFERS_PER_READ = 10_000

export interface ArchiveResult {
  readonly partners: number
  readonly files: number
  readonly transfers: number
}

/** A complete file, and its path. */
interface Written extends ReadArchive {
  readonly file: string
}

/** The last file of one partner, and the transfers that are to follow it. */
interface Plan {
  readonly partnerId: number
  /** The last file, if there is one. */
  readonly written: Written | undefined
  readonly upTo: number
}

/**
 * Writes the transfers from before an instant to files, and deletes nothing. Continues after the
 * last file of each partner; a file that an earlier run has not completed is written again. Each
 * file is flushed, read again and compared with the database before it gets its name. Then the
 * database records it.
 *
 * Throws, before it writes anything, if another run writes, if a book was not verified up to the
 * last of these transfers, or if the last file of a partner is damaged.
 */
export async function archiveTransfers(
  context: ArchiveContext,
  beforeMs: number,
  transfersPerFile = TRANSFERS_PER_FILE,
): Promise<ArchiveResult> {
  return runAlone(context.db, () => writeArchive(context, beforeMs, transfersPerFile))
}

/** Runs `work` under the lock of archives. Throws if another run archives or removes transfers. */
export async function runAlone<T>(db: Database, work: () => Promise<T>): Promise<T> {
  const client = await db.connect()
  try {
    if (!(await tryLockSession(client, ARCHIVE_LOCK))) {
      throw new Error('another archive of this database is being written: wait until it has ended')
    }
    try {
      return await work()
    } finally {
      // Closing the connection is not enough: the server frees the lock only some time later.
      await client.query('select pg_advisory_unlock($1)', [ARCHIVE_LOCK]).catch(() => undefined)
    }
  } finally {
    client.release(true)
  }
}

async function writeArchive(
  context: ArchiveContext,
  beforeMs: number,
  transfersPerFile: number,
): Promise<ArchiveResult> {
  const plans: Plan[] = []
  for (const partnerId of await partnersWithTransfers(context.db)) {
    plans.push(await planOf(context, partnerId, beforeMs))
  }
  let [partners, files, transfers] = [0, 0, 0]
  for (const { partnerId, written, upTo } of plans) {
    // After a kill, the last file may have no record.
    if (written) await recordFile(context, written)
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
  const checkpoint = (await findCheckpoints(db, checkpointSeal, [partnerId])).get(partnerId)
  const verified = typeof checkpoint === 'object' ? Number(checkpoint.lastTransfer) : 0
  if (verified < upTo) {
    throw new Error(
      `partner ${partnerId} is verified up to transfer ${verified} of ${upTo}: run ` +
        '`tessera ledger verify` first',
    )
  }
  const written = await lastFile(seal, folderOf(directory, partnerId))
  const removed = Number((await maybeRow(db, openingOf(partnerId)))?.removed_transfer ?? 0)
  if ((written?.header.last ?? 0) < removed) {
    throw new Error(
      `transfers of partner ${partnerId} up to ${removed} were removed: --to must be the ` +
        'directory of their files',
    )
  }
  return { partnerId, written, upTo }
}

async function lastFile(seal: ArchiveSeal, folder: string): Promise<Written | undefined> {
  const file = (await archivePaths(folder)).at(-1)
  if (file === undefined) return undefined
  return { ...(await readAlone(file, seal).catch(inFile(file))), file }
}

type Range = TransferRange & Pick<ArchiveHeader, 'partnerId' | 'previous'>

/** Writes, verifies and records the file of a range. Returns its digest. */
async function writeRange(context: ArchiveContext, range: Range): Promise<string> {
  const { db, seal, directory } = context
  const { partnerId, first, last } = range
  const [firstAt = '', lastAt = ''] = await instantsOf(db, partnerId, [first, last])
  const header = { ...range, firstAt, lastAt }
  const folder = folderOf(directory, partnerId)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = pathOf(folder, range)
  await writeArchiveFile(file, { header, seal }, readLines(db, range))
  try {
    const read = await readArchiveFile(partialOf(file), seal, comparedWith(db))
    await publishArchiveFile(file, folder)
    await recordFile(context, { ...read, file })
    return read.digest
  } catch (error) {
    await rm(partialOf(file), { force: true })
    return inFile(file)(error)
  }
}

/** Records a file with its audit entry, unless that was done before. */
async function recordFile(
  { db, clock, actor }: Pick<ArchiveContext, 'db' | 'clock' | 'actor'>,
  { header, digest: sha256, sealed, file }: Written,
): Promise<void> {
  const { partnerId, first, last, previous } = header
  const at = clock.now()
  await transact(db, async (tx) => {
    const archive = { partnerId, first, last, sha256, previous, sealed, file }
    if (!(await maybeRow(tx, insertArchive(archive, { actor: actor.name, at })))) return
    recordAudit(tx, {
      partnerId,
      actor,
      action: 'ledger.archive',
      target: `partner:${partnerId}`,
      valueOut: 'none',
      after: { firstTransfer: first, lastTransfer: last, sha256, file },
      at,
    })
  })
}

async function* readLines(db: Db, { partnerId, first, last }: Range): AsyncGenerator<string[]> {
  for (let from = first; from <= last; from += TRANSFERS_PER_READ) {
    const to = Math.min(last, from + TRANSFERS_PER_READ - 1)
    yield await archiveLines(db, partnerId, { first: from, last: to })
  }
}
