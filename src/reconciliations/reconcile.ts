import { createHash } from 'node:crypto'
import { recordAudit, type Actor } from '../audit/mod.ts'
import { type AccountName, accountText } from '../connectors/mod.ts'
import { invalidParameter, isoTime, minorUnits, type Clock, type Currency } from '../core/mod.ts'
import { oneRow, transact, type Database, type Tx } from '../db/mod.ts'
import { readBankFile, type FileColumns } from './bank-file.ts'
import { type PurchaseAccount, loadDeposits, loadPurchases, type Scope } from './booked-rows.ts'
import {
  compareWithFile,
  ITEM_STATUSES,
  type BookedRecord,
  type ReconciledItem,
} from './compare.ts'
import { insertItems, insertReconciliation } from './reconciliation-rows.ts'
import type { NewReconciliation, Reconciliation } from './reconciliation.ts'

/** The records that a file is compared with. */
export type Against =
  | { readonly kind: 'deposits'; readonly partnerId: number | undefined }
  | {
      readonly kind: 'purchases'
      readonly account: PurchaseAccount & AccountName
    }

export interface UploadedFile {
  readonly bytes: Uint8Array
  readonly name: string | undefined
  readonly columns: FileColumns
}

export interface ReconcileInput {
  readonly against: Against
  readonly file: UploadedFile
  readonly currency: Currency
  readonly fromMs: number
  readonly beforeMs: number
  readonly actor: Actor
}

export interface ReconcileResult {
  readonly reconciliation: Reconciliation
  readonly items: readonly ReconciledItem[]
}

interface Options {
  readonly db: Database
  readonly clock: Clock
}

/** The number of items that one statement writes. */
const CHUNK = 5_000

/**
 * Compares a file with deposits or purchases, and saves the outcome with all its items and an entry
 * of the audit log. Refuses a file that cannot be read whole; nothing is saved then.
 */
export async function reconcile(
  { db, clock }: Options,
  input: ReconcileInput,
): Promise<ReconcileResult> {
  const { against, file, currency, fromMs, beforeMs } = input
  if (fromMs >= beforeMs) throw invalidParameter('to', 'must be later than from')
  const { lines, skipped } = readBankFile(file.bytes, file.columns, currency)
  const references = [...new Set(lines.map(({ reference }) => reference))]
  return await transact(db, async (tx) => {
    const scope = { currency: currency.code, fromMs, beforeMs }
    const items = compareWithFile(lines, await loadBooked(tx, against, scope, references), currency)
    const result: NewReconciliation = {
      kind: against.kind,
      partnerId: against.kind === 'deposits' ? against.partnerId : undefined,
      accountId: against.kind === 'purchases' ? against.account.accountId : undefined,
      currency,
      fromMs,
      beforeMs,
      fileName: file.name,
      fileSha256: createHash('sha256').update(file.bytes).digest(),
      fileLines: lines.length + skipped,
      skippedLines: skipped,
      ...totalsOf(items, currency),
      madeAt: clock.now(),
      madeBy: input.actor.name,
    }
    const { reconciliation_id: id } = await oneRow(tx, insertReconciliation(result))
    for (let at = 0; at < items.length; at += CHUNK) {
      tx.write(insertItems(id, items.slice(at, at + CHUNK), at + 1))
    }
    const supplier = against.kind === 'purchases' ? accountText(against.account) : undefined
    const reconciliation = { ...result, reconciliationId: Number(id), supplier }
    audit(tx, reconciliation, input.actor)
    return { reconciliation, items }
  })
}

function loadBooked(
  tx: Tx,
  against: Against,
  scope: Scope,
  references: readonly string[],
): Promise<BookedRecord[]> {
  if (against.kind === 'deposits') {
    return loadDeposits(tx, { ...scope, partnerId: against.partnerId }, references)
  }
  return loadPurchases(tx, { ...scope, account: against.account }, references)
}

/** The sums are of amounts in the currency of the reconciliation. */
function totalsOf(items: readonly ReconciledItem[], { code }: Currency) {
  const counts = {
    matched: 0,
    missing_here: 0,
    missing_there: 0,
    different_currency: 0,
    different_amount: 0,
  }
  let [fileMinor, bookedMinor] = [0n, 0n]
  for (const item of items) {
    counts[item.status] += 1
    if (item.fileCurrency.code === code) fileMinor += item.fileMinor ?? 0n
    if (item.bookedCurrency.code === code) bookedMinor += item.bookedMinor ?? 0n
  }
  return { counts, fileMinor: minorUnits(fileMinor), bookedMinor: minorUnits(bookedMinor) }
}

function audit(tx: Tx, result: Reconciliation, actor: Actor): void {
  recordAudit(tx, {
    actor,
    action: 'reconciliation.create',
    target: `reconciliation:${result.reconciliationId}`,
    valueOut: 'none',
    after: {
      kind: result.kind,
      ...(result.partnerId !== undefined && { partnerId: result.partnerId }),
      ...(result.supplier !== undefined && { supplier: result.supplier }),
      currency: result.currency.code,
      from: isoTime(result.fromMs),
      to: isoTime(result.beforeMs),
      fileSha256: result.fileSha256.toString('hex'),
      ...Object.fromEntries(ITEM_STATUSES.map((status) => [status, result.counts[status]])),
    },
    at: result.madeAt,
  })
}
