import { createHash } from 'node:crypto'
import { mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { archiveTransfers, type ArchiveContext } from '../../src/archive/archive-transfers.ts'
import { systemActor } from '../../src/audit/mod.ts'
import { archiveSeal, checkpointSeal } from '../../src/archive/ledger-seals.ts'
import { listArchive, verifyArchive } from '../../src/archive/verify-archive.ts'
import { eventually } from '../support/eventually.ts'
import { openService, type RunningService } from '../support/service.ts'

/** The first partner has a deposit and six credits. */
const TRANSFERS = 7
const PER_FILE = 3

let service: RunningService
let context: ArchiveContext
let folder: string

beforeAll(async () => {
  service = await openService({ funds: { USD: '100.00' } })
  const { partner } = service
  const consumer = { fullName: 'Ada Vale', email: 'ada@example.com', initialFunds: 0 }
  const { body } = await partner.post('/api/partner/v1/customer', { ...consumer, currency: 'USD' })
  const path = `/api/partner/v1/wallets/${body.data.walletId}/transactions`
  for (let no = 1; no < TRANSFERS; no += 1) {
    const credit = { amount: no, transactionType: 'CREDIT', referenceId: `row-${no}` }
    await partner.post(path, { ...credit, description: 'for Ada' })
  }
})
afterAll(() => service.end())

beforeEach(async () => {
  const { db, vault, clock } = service.services
  const directory = await mkdtemp(join(tmpdir(), 'tessera-archive-'))
  folder = join(directory, String(service.partner.partnerId))
  const seals = { seal: archiveSeal(vault), checkpointSeal: checkpointSeal(vault) }
  context = { db, clock, ...seals, directory, actor: systemActor('ada@db1') }
  await db.pool.query('delete from transfer_archives')
  return () => rm(directory, { recursive: true })
})

const SOON = Date.now() + 3_600_000

/** Archives all transfers of a verified book. */
async function archiveAll(): Promise<string[]> {
  await service.admin.post('/admin/v1/ledger/verifications', {})
  await eventually(async () => {
    const { rows } = await service.services.db.pool.query(
      `select from ledger_verifications where state = 'RUNNING'`,
    )
    expect(rows).toEqual([])
  })
  await archiveTransfers(context, SOON, PER_FILE)
  return filesOf()
}

async function filesOf(): Promise<string[]> {
  return (await readdir(folder)).toSorted().map((name) => join(folder, name))
}

async function linesOf(file: string | undefined): Promise<string[]> {
  return gunzipSync(await readFile(file ?? ''))
    .toString()
    .trimEnd()
    .split('\n')
}

test('nothing is written until the book is verified up to the last transfer', async () => {
  await service.services.db.pool.query('delete from ledger_checkpoints')

  await expect(archiveTransfers(context, SOON)).rejects.toThrow(
    `partner ${service.partner.partnerId} is verified up to transfer 0 of ${TRANSFERS}: run ` +
      '`tessera ledger verify` first',
  )

  expect(await readdir(context.directory)).toEqual([])
})

test('each transfer is in one file, exact and without its memo; the files are intact', async () => {
  const files = await archiveAll()

  const transfers = (await Promise.all(files.map(linesOf))).flatMap((lines) => lines.slice(1, -1))
  const parsed = transfers.map((line) => JSON.parse(line))
  expect(parsed.map(({ no }) => no)).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(parsed[0]).toMatchObject({ code: 'deposit', amountMinor: '10000', scope: 'deposit' })
  expect(parsed[6]).toEqual({
    no: 7,
    at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T.*Z$/),
    code: 'wallet_credit',
    state: 'posted',
    debitAccount: expect.any(Number),
    creditAccount: expect.any(Number),
    currency: 'USD',
    amountMinor: '600',
    debitAvailableMinor: '7900',
    creditAvailableMinor: '2100',
    scope: 'wallet_transaction',
    reference: 'row-6',
  })
  const intact = { isWell: true, files: 3, transfers: TRANSFERS, faults: [] }
  expect(await verifyArchive(context)).toEqual(intact)
  expect(await verifyArchive(context, files[1])).toMatchObject({ isWell: true, transfers: 3 })
  const { partnerId } = service.partner
  expect(await listArchive(context.directory)).toMatchObject([
    { partnerId, first: 1, last: 3, file: files[0] },
    { partnerId, first: 4, last: 6, file: files[1] },
    { partnerId, first: 7, last: 7, file: files[2] },
  ])
})

test('only transfers from before the instant are archived, and a later run adds the rest', async () => {
  await archiveAll()
  await rm(folder, { recursive: true })
  const { rows } = await service.services.db.pool.query<{ created_at: Date }>(
    'select created_at from transfers where transfer_no = 3',
  )

  const before = rows[0]?.created_at.getTime() ?? 0
  expect(await archiveTransfers(context, before)).toEqual({ partners: 1, files: 1, transfers: 2 })
  expect(await archiveTransfers(context, SOON)).toEqual({ partners: 1, files: 1, transfers: 5 })
  expect(await archiveTransfers(context, SOON)).toEqual({ partners: 0, files: 0, transfers: 0 })

  expect(await verifyArchive(context)).toMatchObject({ isWell: true, transfers: TRANSFERS })
})

test('a run continues where another was killed, and writes its last file again', async () => {
  const files = await archiveAll()
  const [second = '', last = ''] = files.slice(1)
  await rm(last)
  await rename(second, `${second}.partial`)
  await writeFile(`${second}.partial`, (await readFile(`${second}.partial`)).subarray(0, 50))

  expect(await archiveTransfers(context, SOON, PER_FILE)).toMatchObject({ files: 2, transfers: 4 })

  expect(await filesOf()).toEqual(files)
  expect(await verifyArchive(context)).toMatchObject({ isWell: true, transfers: TRANSFERS })
})

test('while an archive is written, another run is refused', async () => {
  await archiveAll()
  await rm(folder, { recursive: true })

  const runs = await Promise.allSettled([
    archiveTransfers(context, SOON, PER_FILE),
    archiveTransfers(context, SOON, PER_FILE),
  ])

  expect(runs.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const refused = runs.find((run) => run.status === 'rejected')
  expect(String(refused?.reason)).toContain('another archive of this database is being written')
  expect(await verifyArchive(context)).toMatchObject({ isWell: true, transfers: TRANSFERS })
})

test('each file is recorded once, with its audit entry in the same transaction', async () => {
  const { db } = service.services
  const { partnerId } = service.partner
  const recordsOfFiles = async () => {
    const { rows } = await db.pool.query<Record<string, unknown>>(
      `select first_transfer::int as first, last_transfer::int as last, file, actor,
              encode(sha256, 'hex') as sha256, r.target, r.after
       from transfer_archives a left join (
         select target, after, xmin from audit_entries where action = 'ledger.archive') r
         on r.xmin = a.xmin and r.after ->> 'sha256' = encode(sha256, 'hex')
       order by 1`,
    )
    return rows
  }
  const files = await archiveAll()
  const all = await recordsOfFiles()

  expect(all).toHaveLength(files.length)
  for (const [place, file] of files.entries()) {
    const { sha256 } = JSON.parse((await linesOf(file)).at(-1) ?? '')
    const [first, last] = [1 + place * PER_FILE, Math.min(TRANSFERS, (place + 1) * PER_FILE)]
    expect(all[place]).toEqual({
      first,
      last,
      file,
      sha256,
      actor: 'ada@db1',
      target: `partner:${partnerId}`,
      after: { firstTransfer: first, lastTransfer: last, sha256, file },
    })
  }
  // The state after a kill between the renaming of the last file and its record.
  await db.pool.query('delete from transfer_archives where last_transfer = $1', [TRANSFERS])
  const { faults } = await verifyArchive(context)
  expect(faults).toEqual([`${files.at(-1)}: the database has no record of it`])
  for (let run = 1; run <= 2; run += 1) {
    expect(await archiveTransfers(context, SOON, PER_FILE)).toMatchObject({ files: 0 })
    expect(await recordsOfFiles()).toMatchObject(all.map(({ sha256 }) => ({ sha256 })))
  }
})

test('a transfer that was changed in the database is named', async () => {
  const [, second = ''] = await archiveAll()
  const change = 'update transfers set amount = amount + $1 where transfer_no = 5'
  await service.services.db.pool.query(change, [1])

  const changed = await verifyArchive(context)
  await service.services.db.pool.query(change, [-1])

  expect(changed).toMatchObject({
    isWell: false,
    files: 3,
    faults: [`${second}: the database has another transfer 5`],
  })
})

/** Changes the lines of a file. With `digest`, also writes the digest of the changed lines. */
async function rewrite(
  file: string,
  change: (lines: string[]) => string[],
  { digest }: { digest: boolean },
): Promise<void> {
  const lines = change(await linesOf(file))
  if (digest) {
    const footer = JSON.parse(lines.pop() ?? '')
    const sha256 = createHash('sha256')
      .update(`${lines.join('\n')}\n`)
      .digest('hex')
    lines.push(JSON.stringify({ ...footer, sha256 }))
  }
  await writeFile(file, gzipSync(`${lines.join('\n')}\n`))
}

const swapLines = ([header = '', one = '', two = '', ...rest]: string[]) => [
  header,
  two,
  one,
  ...rest,
]

test.each([
  ['a line fewer', (lines: string[]) => lines.toSpliced(2, 1), false, 'it was changed'],
  ['other lines with a new digest', swapLines, true, 'this service has not sealed it'],
  [
    'another header with a new digest',
    (lines: string[]) => lines.with(0, (lines[0] ?? '').replace('"last":6', '"last":7')),
    true,
    'this service has not sealed it',
  ],
  ['no footer', (lines: string[]) => lines.slice(0, -1), false, 'its end is missing'],
  ['another header', (lines: string[]) => lines.with(0, '{}'), false, 'it is not an archive'],
])('a file that was changed is a fault: %s', async (_, change, digest, fault) => {
  const [, second = ''] = await archiveAll()
  await rewrite(second, change, { digest })

  const { isWell, faults } = await verifyArchive(context, second)

  expect(isWell).toBe(false)
  expect(faults).toEqual([expect.stringContaining(fault)])
  await expect(archiveTransfers(context, SOON, PER_FILE)).resolves.toMatchObject({ files: 0 })
})

test('a file that is cut off or missing is a fault; nothing is added after a damaged one', async () => {
  const [first = '', second = '', third = ''] = await archiveAll()
  await rm(second)
  const missing = await verifyArchive(context)
  await writeFile(third, (await readFile(third)).subarray(0, -10))

  expect(missing.faults).toEqual([`${third}: the file from transfer 4 is missing`])
  expect((await verifyArchive(context, third)).faults).toEqual([`${third}: unexpected end of file`])
  await expect(archiveTransfers(context, SOON)).rejects.toThrow(`${third}: unexpected end of file`)
  expect((await verifyArchive(context, first)).isWell).toBe(true)
})

test('a file from another archive of the same transfers does not continue this one', async () => {
  const [first = ''] = await archiveAll()
  const other = { ...context, directory: await mkdtemp(join(tmpdir(), 'tessera-archive-')) }
  await archiveTransfers(other, SOON, PER_FILE + 1)
  const [otherFile = ''] = (await listArchive(other.directory)).map(({ file }) => file)
  await rename(otherFile, first)
  await rm(other.directory, { recursive: true })

  const { faults } = await verifyArchive(context)

  expect(faults).toContain(
    `${join(folder, '000000000000004-000000000000006.jsonl.gz')}: ` +
      'the file from transfer 5 is missing',
  )
})
