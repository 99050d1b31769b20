import { formatOrderId, minorUnits, storedCurrency, type Currency } from '../core/mod.ts'
import type { MinorUnits } from '../core/mod.ts'
import { TRANSFER_CODES, type TransferCode } from '../ledger/mod.ts'
import type { MovementRow } from './movement-rows.ts'

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
] as const satisfies readonly TransferCode[]
export type FundsKind = (typeof FUNDS_KINDS)[number]

const KINDS = new Map<number, FundsKind>(FUNDS_KINDS.map((kind) => [TRANSFER_CODES[kind], kind]))

/** One transfer of a partner's funds. Amounts are signed: what goes out is below zero. */
export interface Movement {
  readonly no: number
  readonly transactionId: string
  readonly kind: FundsKind
  readonly currency: Currency
  readonly atMs: number
  /** The change of the balance. 0 for a hold and its release. */
  readonly postedMinor: MinorUnits
  /** The change of what is held. */
  readonly heldMinor: MinorUnits
  /** The balance less what is held, after this movement. */
  readonly availableMinor: MinorUnits
  readonly reference: string | undefined
  /** Why the operator moved it, or what the partner wrote to a wallet's transaction. */
  readonly memo: string | undefined
  /** The movement that made the hold. */
  readonly holdId: string | undefined
  readonly orderId: string | undefined
  readonly walletId: string | undefined
  readonly caseId: number | undefined
  /** The deposit that a reversal takes back. */
  readonly depositId: string | undefined
  /** What a charge is made of, where a price rule applied. */
  readonly price: ChargedPrice | undefined
}

/** Face value less discount plus fee is what was charged; a surcharge is a discount below 0. */
export interface ChargedPrice {
  readonly faceMinor: MinorUnits
  readonly discountMinor: MinorUnits
  readonly feeMinor: MinorUnits
}

export function transactionId(partnerId: number, no: bigint | number): string {
  return `trf_${partnerId}_${no}`
}

export function toMovement(partnerId: number, row: MovementRow): Movement {
  const kind = KINDS.get(row.code)
  if (!kind) throw new Error(`transfer ${row.transfer_no} of funds has the code ${row.code}`)
  const posted = row.is_posted ? signed(row, row.amount) : 0n
  const pending = row.pending_no === null ? 0n : -(row.hold_amount ?? 0n)
  return {
    no: Number(row.transfer_no),
    transactionId: transactionId(partnerId, row.transfer_no),
    kind,
    currency: storedCurrency(row.currency),
    atMs: row.created_at.getTime(),
    postedMinor: minorUnits(posted),
    heldMinor: minorUnits(kind === 'order_hold' ? row.amount : pending),
    availableMinor: minorUnits(row.available),
    reference: row.client_reference ?? row.reference ?? undefined,
    memo: row.memo ?? undefined,
    holdId: row.pending_no === null ? undefined : transactionId(partnerId, row.pending_no),
    orderId: orderIdOf(partnerId, row),
    walletId: row.wallet_id === null ? undefined : String(row.wallet_id),
    caseId: row.case_id === null ? undefined : Number(row.case_id),
    depositId: row.deposit_no === null ? undefined : transactionId(partnerId, row.deposit_no),
    price: priceOf(row),
  }
}

function signed({ is_debit: isDebit }: MovementRow, amount: bigint): bigint {
  return isDebit ? -amount : amount
}

function orderIdOf(partnerId: number, row: MovementRow): string | undefined {
  if (row.order_no === null || row.ordered_at === null) return undefined
  const createdMs = row.ordered_at.getTime()
  return formatOrderId({ partnerId, orderNo: Number(row.order_no), createdMs })
}

function priceOf({ amount, discount, fee }: MovementRow): ChargedPrice | undefined {
  if (discount === null && fee === null) return undefined
  const [discountMinor, feeMinor] = [discount ?? 0n, fee ?? 0n]
  return {
    faceMinor: minorUnits(amount + discountMinor - feeMinor),
    discountMinor: minorUnits(discountMinor),
    feeMinor: minorUnits(feeMinor),
  }
}
