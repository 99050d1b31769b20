import {
  consumerWrite,
  submitRows,
  walletTransactionWrite,
  type Row,
  type RowKeys,
  type RowOutcome,
  type WalletTransaction,
} from '../consumers/mod.ts'
import { csvCell, formatAmount, Refusal, wireAmount, ZERO } from '../core/mod.ts'
import { formatTransferId } from '../ledger/mod.ts'
import { walletFinder } from './check-rows.ts'
import type { CreditContext, CreditImportKey } from './credit-import.ts'
import { insertOutcome } from './credit-import-rows.ts'
import { keyOfRow, type StoredRow } from './stored-rows.ts'

export interface CreditPart extends CreditImportKey {
  readonly fileReference: string
  readonly partNo: number
  readonly rows: readonly StoredRow[]
}

/**
 * Credits the rows of a part and stores the outcome of each, in one commit. A row that was credited
 * before moves nothing.
 *
 * Refuses insufficient_funds if the funds, or a spend limit, do not suffice for all rows, and then
 * credits none. Throws the database's error if the part has an outcome, or if the import is not
 * RUNNING; see `insertOutcome`.
 */
export async function creditPart(context: CreditContext, part: CreditPart): Promise<void> {
  const { partnerId, fileReference, rows } = part
  const walletIds = await walletIdsOf(context, part)
  const writes = rows.map((row): Row<WalletTransaction> => {
    if (row.isErased) return new Refusal('wallet_unknown', 'the consumer was erased')
    const walletId = walletIds(row)
    if (walletId === undefined) return new Refusal('wallet_unknown', 'no such wallet')
    return walletTransactionWrite({
      walletId: String(walletId),
      amount: wireAmount(row.amountMinor, row.currency),
      transactionType: 'CREDIT',
      referenceId: keyOfRow(fileReference, row),
      description: row.description,
      metadata: row.metadata,
    })
  })
  await submitRows(context.ledger, partnerId, writes, {
    list: 'rows',
    isAtomic: false,
    stopsAt: 'insufficient_funds',
    record: (outcomes, keys) => insertOutcome(part, outcomeOf(part, outcomes, keys)),
  })
}

/**
 * Creates missing consumers and wallets. Returns a function that returns the wallet id of a row.
 */
async function walletIdsOf(
  context: CreditContext,
  { partnerId, rows }: CreditPart,
): Promise<(row: StoredRow) => number | undefined> {
  const rowsWithoutWallet = rows.filter(
    ({ walletId, isErased }) => walletId === undefined && !isErased,
  )
  if (rowsWithoutWallet.length === 0) return ({ walletId }) => walletId
  const { ledger, vault } = context
  const before = await walletFinder(context, partnerId, rowsWithoutWallet)
  const missingWallets = new Map(
    rowsWithoutWallet
      .filter((row) => !before(row).wallet)
      .map((row) => [`${row.email} ${row.currency.code}`, row]),
  )
  const writes = Array.from(missingWallets.values(), ({ email = '', fullName, currency }) =>
    // An existing consumer keeps the stored name.
    consumerWrite(vault, partnerId, {
      email,
      fullName: fullName === '' ? email : fullName,
      currency,
      initialFundsMinor: ZERO,
    }),
  )
  // If a wallet was opened meanwhile, its write is refused, and the wallet is found below.
  if (writes.length > 0) {
    await submitRows(ledger, partnerId, writes, { list: 'rows', isAtomic: false })
  }
  const after = await walletFinder(context, partnerId, rowsWithoutWallet)
  return (row) => row.walletId ?? after(row).wallet?.walletId
}

function outcomeOf(
  { partnerId, partNo, fileReference, rows }: CreditPart,
  outcomes: readonly RowOutcome<WalletTransaction>[],
  { transactions, usedBefore }: RowKeys,
) {
  const counts = { credited: 0, repeated: 0, refused: 0 }
  const lines = rows.map((row, at) => {
    const outcome = outcomes[at]
    const key = keyOfRow(fileReference, row)
    if (!outcome) throw new Error('each row has an outcome')
    const isDone = 'result' in outcome
    const name = isDone ? (usedBefore.has(key) ? 'repeated' : 'credited') : 'refused'
    counts[name] += 1
    const number = transactions.get(key)?.number
    return [
      row.line,
      csvCell(row.reference),
      name,
      isDone ? outcome.result.walletId : '',
      formatAmount(row.amountMinor, row.currency),
      row.currency.code,
      isDone && number !== undefined ? formatTransferId(partnerId, number) : '',
      isDone ? '' : csvCell(outcome.error.message),
    ].join(',')
  })
  return { partNo, ...counts, report: lines.map((line) => `${line}\n`).join('') }
}
