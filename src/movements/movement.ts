import {
  formatOrderId,
  minorUnits,
  orderedMetadata,
  storedCurrency,
  type Currency,
} from '../core/mod.ts'
import type { Metadata, MinorUnits } from '../core/mod.ts'
import { formatTransferId, TRANSFER_CODES, type TransferCode } from '../ledger/mod.ts'
import type { MovementBasics, MovementRow, PricedMovement } from './movement-rows.ts'

/** The transfers that touch a partner's funds; `ledger/chart.ts` says what each one moves. */
export const FUNDS_KINDS = [
  'deposit',
  'reversal',
  'order_hold',
  'order_charge',
  'order_release',
  'wallet_credit',
  'wallet_debit',
  'initial_funds',
  'case_refund',
  'link_send',
  'link_return',
] as const satisfies readonly TransferCode[]
export type FundsKind = (typeof FUNDS_KINDS)[number]

/**
 * Returns the transfer codes of a kind. A hold is given back at the end of an order, or while the
 * order is suspended.
 */
export function codesOf(kind: FundsKind): readonly number[] {
  const code = TRANSFER_CODES[kind]
  return kind === 'order_release' ? [code, TRANSFER_CODES.order_suspension] : [code]
}

const KINDS = new Map(
  FUNDS_KINDS.flatMap((kind) => codesOf(kind).map((code) => [code, kind] as const)),
)

/** One transfer of a partner's funds. Amounts that leave the funds are negative. */
export interface Movement {
  readonly number: number
  readonly transactionId: string
  readonly kind: FundsKind
  readonly currency: Currency
  readonly atMs: number
  /** The change of the balance. 0 for a hold and its release. */
  readonly postedMinor: MinorUnits
  /** The change of the held amount. */
  readonly heldMinor: MinorUnits
  /** The balance less the held amount, after this movement. */
  readonly availableMinor: MinorUnits
  readonly reference: string | undefined
  /** The operator's reason, or the partner's description of a wallet transaction. */
  readonly memo: string | undefined
  readonly metadata: Metadata | undefined
  /** The movement that made the hold. */
  readonly holdId: string | undefined
  readonly orderId: string | undefined
  readonly walletId: string | undefined
  readonly caseId: number | undefined
  /** The deposit that a reversal takes back. */
  readonly depositId: string | undefined
  /** The parts of a charge, if a price rule applied. */
  readonly price: ChargedPrice | undefined
}

/** The charge is face value less discount plus fee; a surcharge is a negative discount. */
export interface ChargedPrice {
  readonly faceMinor: MinorUnits
  readonly discountMinor: MinorUnits
  readonly feeMinor: MinorUnits
}

export function toMovement(partnerId: number, row: MovementRow): Movement {
  const kind = kindOf(row)
  const posted = row.is_posted ? signedAmount(row) : 0n
  const pending = row.pending_no === null ? 0n : -(row.hold_amount ?? 0n)
  return {
    number: Number(row.transfer_no),
    transactionId: formatTransferId(partnerId, row.transfer_no),
    kind,
    currency: storedCurrency(row.currency),
    atMs: Math.round(row.at_ms),
    postedMinor: minorUnits(posted),
    heldMinor: minorUnits(kind === 'order_hold' ? row.amount : pending),
    availableMinor: minorUnits(row.available),
    reference: row.reference ?? undefined,
    memo: kind === 'link_send' || kind === 'link_return' ? undefined : (row.memo ?? undefined),
    metadata: row.metadata === null ? undefined : orderedMetadata(row.metadata),
    holdId: row.pending_no === null ? undefined : formatTransferId(partnerId, row.pending_no),
    orderId: orderIdOf(partnerId, row),
    walletId: row.wallet_id === null ? undefined : String(row.wallet_id),
    caseId: row.case_id === null ? undefined : Number(row.case_id),
    depositId: row.deposit_no === null ? undefined : formatTransferId(partnerId, row.deposit_no),
    price: priceOf(row),
  }
}

export function kindOf({ code, transfer_no: number }: MovementBasics): FundsKind {
  const kind = KINDS.get(code)
  if (!kind) throw new Error(`transfer ${number} of funds has the code ${code}`)
  return kind
}

/** Returns the signed change of the balance by a posted movement. */
export function signedAmount({ is_debit: isDebit, amount }: MovementBasics): bigint {
  return isDebit ? -amount : amount
}

export function orderIdOf(partnerId: number, row: MovementBasics): string | undefined {
  if (row.order_no === null || row.ordered_ms === null) return undefined
  const createdMs = Math.round(row.ordered_ms)
  return formatOrderId({ partnerId, orderNo: Number(row.order_no), createdMs })
}

export function priceOf({ amount, discount, fee }: PricedMovement): ChargedPrice | undefined {
  if (discount === null && fee === null) return undefined
  const [discountMinor, feeMinor] = [discount ?? 0n, fee ?? 0n]
  return {
    faceMinor: minorUnits(amount + discountMinor - feeMinor),
    discountMinor: minorUnits(discountMinor),
    feeMinor: minorUnits(feeMinor),
  }
}
