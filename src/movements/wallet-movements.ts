import {
  minorUnits,
  orderedMetadata,
  storedCurrency,
  type Currency,
  type Label,
  type Metadata,
  type MinorUnits,
} from '../core/mod.ts'
import { sql, type Db, type Statement, type TransfersRow } from '../db/mod.ts'
import { archivedUntil, formatTransferId, TRANSFER_CODES } from '../ledger/mod.ts'
import { isLabelled } from './movement-rows.ts'

const WALLET_KINDS = ['wallet_credit', 'wallet_debit', 'initial_funds', 'account_credit'] as const
export type WalletKind = (typeof WALLET_KINDS)[number]

/**
 * Orders of the owner debit the wallet when they hold its money. Releasing the hold, or refunding
 * the card, credits the wallet.
 */
const KINDS = new Map<number, WalletKind>([
  ...WALLET_KINDS.map((kind) => [TRANSFER_CODES[kind], kind] as const),
  [TRANSFER_CODES.order_hold, 'wallet_debit'],
  [TRANSFER_CODES.order_release, 'wallet_credit'],
  [TRANSFER_CODES.case_refund, 'wallet_credit'],
])

/** One transfer of a wallet. */
export interface WalletMovement {
  readonly transactionId: string
  readonly kind: WalletKind
  readonly currency: Currency
  readonly atMs: number
  /** Below zero for a debit. */
  readonly amountMinor: MinorUnits
  /** The balance of the wallet after it. */
  readonly balanceMinor: MinorUnits
  readonly reference: string | undefined
  readonly description: string | undefined
  readonly metadata: Metadata | undefined
}

interface WalletHistory {
  readonly content: WalletMovement[]
  readonly hasNext: boolean
  /**
   * Credits and debits up to this instant may be missing, because they are archived. Set at the end
   * of the history.
   */
  readonly archivedMs: number | undefined
}

interface WalletFilter {
  readonly partnerId: number
  readonly walletId: number
  /** Returns only the transactions with this label. */
  readonly label?: Label | undefined
}

/** Returns a page of a wallet's history, newest first, counted from 0. */
export async function listWalletMovements(
  db: Db,
  { partnerId, walletId, label }: WalletFilter,
  { page, size }: { readonly page: number; readonly size: number },
): Promise<WalletHistory> {
  const rows = await db.rows(
    transfersOfWallet(partnerId, walletId, {
      label,
      limit: size + 1,
      offset: BigInt(page) * BigInt(size),
    }),
  )
  const content = rows.slice(0, size).map((row) => toMovement(partnerId, row))
  const hasNext = rows.length > size
  return { content, hasNext, archivedMs: hasNext ? undefined : await archivedUntil(db, partnerId) }
}

interface WalletTransferRow extends Pick<
  TransfersRow,
  'transfer_no' | 'amount' | 'debit_available' | 'credit_available' | 'reference' | 'memo'
> {
  code: number
  metadata: Metadata | null
  currency: string
  created_at: Date
}

function toMovement(partnerId: number, row: WalletTransferRow): WalletMovement {
  const kind = KINDS.get(row.code)
  if (!kind) throw new Error(`transfer ${row.transfer_no} of a wallet has the code ${row.code}`)
  const isDebit = kind === 'wallet_debit'
  return {
    transactionId: formatTransferId(partnerId, row.transfer_no),
    kind,
    currency: storedCurrency(row.currency),
    atMs: row.created_at.getTime(),
    amountMinor: minorUnits(isDebit ? -row.amount : row.amount),
    balanceMinor: minorUnits(isWalletDebit(row) ? row.debit_available : row.credit_available),
    reference: isOfService(row) ? undefined : (row.reference ?? undefined),
    description: row.code === TRANSFER_CODES.case_refund ? undefined : (row.memo ?? undefined),
    metadata: row.metadata === null ? undefined : orderedMetadata(row.metadata),
  }
}

/** True if the service made the reference, which is then not shown. */
function isOfService({ code }: WalletTransferRow): boolean {
  return code === TRANSFER_CODES.account_credit || code === TRANSFER_CODES.case_refund
}

/**
 * True for debits of the wallet. An order debits the wallet by its hold, even if that was voided
 * later.
 */
function isWalletDebit({ code }: WalletTransferRow): boolean {
  const { wallet_debit: debit, order_hold: hold, order_release: release } = TRANSFER_CODES
  return code === debit || code === hold || code === release
}

/** Repeats the expression of the index `transfers_of_wallet`, so that PostgreSQL uses it. */
export function transfersOfWallet(
  partnerId: number,
  walletId: number,
  { label, limit, offset }: { label?: Label | undefined; limit: number; offset: bigint },
): Statement<WalletTransferRow> {
  const own = sql`(
    select ${COLUMNS} from transfers t
    where partner_id = ${partnerId} and code in (6, 7, 8, 9)
      and (case code when 7 then debit_account else credit_account end) = ${walletId}
      ${label === undefined ? sql`` : sql`and ${isLabelled(sql`t`, label)}`}
    order by transfer_no desc limit ${BigInt(limit) + offset})`
  // Orders of the owner have no label.
  const all =
    label === undefined
      ? sql`${own} union all ${transfersOfSpends(partnerId, walletId)}`
      : sql`select * from ${own} as own`
  return sql`
    select page.*, (
      select currency from accounts
      where partner_id = ${partnerId} and account_id = ${walletId}) as currency
    from (
      ${all}
      order by transfer_no desc limit ${limit} offset ${offset}) as page
    order by page.transfer_no desc`
}

const COLUMNS = sql.raw(
  't.transfer_no, t.code, t.amount, t.debit_available, t.credit_available, t.reference, t.memo, ' +
    't.metadata, t.created_at',
)

/**
 * The holds of the wallet's orders, their voids, and the refunds of the cards. They are few, and
 * found by key.
 */
function transfersOfSpends(partnerId: number, walletId: number): Statement<unknown> {
  return sql`
    select ${COLUMNS} from orders o
    cross join lateral (
      select * from transfers hold
      where hold.partner_id = ${partnerId} and hold.transfer_no = o.hold_no
      union all
      select * from transfers release
      where release.partner_id = ${partnerId} and release.pending_no = o.hold_no
        and release.code = 5
      union all
      select refund.* from cases
      join transfers refund
        on refund.partner_id = ${partnerId} and refund.transfer_no = cases.transfer_no
      where cases.partner_id = ${partnerId} and cases.order_no = o.order_no
        and refund.credit_account = ${walletId}
      offset 0) as t
    where o.partner_id = ${partnerId} and o.wallet_id = ${walletId}`
}
