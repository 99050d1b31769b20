import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { archiveTransfers } from '../../src/archive/archive-transfers.ts'
import { systemActor } from '../../src/audit/mod.ts'
import type { Database } from '../../src/db/mod.ts'
import { archiveSeal, checkpointSeal, openingSeal } from '../../src/archive/ledger-seals.ts'
import { verify, type Verification } from '../../src/ledger/mod.ts'
import { removeArchived, type RemovalResult } from '../../src/archive/remove-archived.ts'
import { comparedWith } from '../../src/process/verifications.ts'
import { verifyArchive } from '../../src/archive/verify-archive.ts'
import type { Json, Reply } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { openService, type Partner, type RunningService } from '../support/service.ts'
import type { ServiceOptions } from '../support/service.ts'

const PER_FILE = 4
const PER_STEP = 3

/** One archive of a service, in a directory of its own. */
export interface Archive {
  readonly directory: string
  /** Verifies the books, and archives the transfers before an instant. */
  write(beforeMs: number): Promise<void>
  remove(beforeMs: number, db?: Database): Promise<RemovalResult>
  faults(): Promise<readonly string[]>
  verify(): Promise<Verification>
  end(): Promise<void>
}

export async function newArchive(service: RunningService): Promise<Archive> {
  const { db, vault, clock } = service.services
  const directory = await mkdtemp(join(tmpdir(), 'tessera-removal-'))
  const seals = {
    seal: archiveSeal(vault),
    checkpointSeal: checkpointSeal(vault),
    openingSeal: openingSeal(vault),
  }
  const context = { db, clock, ...seals, directory, actor: systemActor('ada@db1') }
  return {
    directory,
    async write(beforeMs) {
      await service.admin.post('/admin/v1/ledger/verifications', {})
      await eventually(async () => {
        const { rows } = await db.pool.query(
          `select from ledger_verifications where state = 'RUNNING'`,
        )
        if (rows.length > 0) throw new Error('the verification runs')
      })
      await archiveTransfers(context, beforeMs, PER_FILE)
    },
    remove: (beforeMs, other = db) => removeArchived({ ...context, db: other }, beforeMs, PER_STEP),
    async faults() {
      return (await verifyArchive(context)).faults
    },
    verify: () => verify(db, comparedWith(db, vault)),
    end: () => rm(directory, { recursive: true }),
  }
}

export async function newWallet(partner: Partner, email = 'ada@example.com'): Promise<number> {
  const consumer = { fullName: 'Ada Vale', email, initialFunds: 0, currency: 'USD' }
  const { body } = await partner.post('/api/partner/v1/customer', consumer)
  return body.data.walletId
}

export interface Transaction {
  readonly walletId: number
  readonly amount: number
  readonly transactionType: 'CREDIT' | 'DEBIT'
  readonly referenceId: string
}

export function transact(partner: Partner, { walletId, ...body }: Transaction): Promise<Reply> {
  return partner.post(`/api/partner/v1/wallets/${walletId}/transactions`, body)
}

export function statementOf(partner: Partner, fromMs: number, toMs: number): Promise<Reply> {
  const query = { currency: 'USD', from: timeOf(fromMs), to: timeOf(toMs) }
  return partner.get(`/v2/accounts/statement?${String(new URLSearchParams(query))}`)
}

export function timeOf(ms: number): string {
  return new Date(ms).toISOString()
}

export interface StoredTransfer {
  readonly no: number
  readonly atMs: number
  readonly code: number
}

/** Returns the transfers of a partner that are in the database, in order. */
export async function storedOf(
  service: RunningService,
  partnerId: number,
): Promise<StoredTransfer[]> {
  const { rows } = await service.services.db.pool.query(
    `select transfer_no::int as no, created_at, code from transfers where partner_id = $1
     order by transfer_no`,
    [partnerId],
  )
  return rows.map(({ no, created_at: at, code }) => ({ no, atMs: at.getTime(), code }))
}

/** Number of credits of 1.00 of the partner of a `Removal`, after a deposit of 100.00. */
export const CREDITS = 6

/** A partner with a wallet, whose history can be archived and removed. */
export interface Removal {
  readonly service: RunningService
  readonly archive: Archive
  readonly partner: Partner
  readonly walletId: number
  /** Credits the wallet with 1.00; the first ones are `row-1` and so on. */
  credit(referenceId: string): Promise<Reply>
  /** Returns the rows of a query. Without `values`, `$1` is the partner. */
  query(text: string, values?: readonly unknown[]): Promise<Json[]>
  /** Archives all transfers, and removes them. */
  archiveAndRemove(): Promise<void>
  /** Returns the time of the last transfer before the opening, in ms. */
  lastAt(): Promise<number>
}

/** Shares a service and an archive among the tests of a file; each has a partner of its own. */
export function shareRemoval(
  options: Pick<ServiceOptions, 'connectThrough'> = {},
): () => Promise<Removal> {
  let service: RunningService
  let archive: Archive
  beforeAll(async () => {
    // A worker would number events and send mails meanwhile.
    service = await openService({ ...options, settings: { role: 'api' } })
    archive = await newArchive(service)
  })
  afterAll(async () => {
    await service.end()
    await archive.end()
  })
  return async () => {
    const partner = await service.newPartner({ USD: '100.00' })
    const removal = removalOf({ service, archive, partner, walletId: await newWallet(partner) })
    for (let no = 1; no <= CREDITS; no += 1) await removal.credit(`row-${no}`)
    return removal
  }
}

type RemovalParts = Pick<Removal, 'service' | 'archive' | 'partner' | 'walletId'>

function removalOf({ service, archive, partner, walletId }: RemovalParts): Removal {
  const query: Removal['query'] = async (text, values = [partner.partnerId]) =>
    (await service.services.db.pool.query(text, [...values])).rows
  return {
    service,
    archive,
    partner,
    walletId,
    credit: (referenceId) =>
      transact(partner, { walletId, amount: 1, transactionType: 'CREDIT', referenceId }),
    query,
    async archiveAndRemove() {
      const cutMs = Date.now() + 1
      await archive.write(cutMs)
      await archive.remove(cutMs)
    },
    async lastAt() {
      const [row] = await query('select last_at from ledger_openings where partner_id = $1')
      return row.last_at.getTime()
    },
  }
}
