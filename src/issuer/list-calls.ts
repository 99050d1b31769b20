import { minorUnits, type Currency, type MinorUnits } from '../core/mod.ts'
import type { Db } from '../db/mod.ts'
import { callsOfMerchant, type CallKind } from './call-rows.ts'
import { readResult } from './call-result.ts'
import { getMerchant } from './merchants.ts'

/** A call of a merchant. */
export interface MerchantCall {
  readonly callNo: number
  readonly reference: string
  readonly kind: CallKind
  /** Undefined, like the amount and the currency, for a reversal that came before its call. */
  readonly authorizationId: string | undefined
  readonly amountMinor: MinorUnits | undefined
  readonly currency: Currency | undefined
  readonly createdMs: number
  readonly reversedMs: number | undefined
}

/** Returns calls of a merchant, newest first. Refuses not_found. */
export async function listCalls(
  db: Db,
  merchantId: number,
  range: { readonly before: number | undefined; readonly limit: number },
): Promise<MerchantCall[]> {
  await getMerchant(db, merchantId)
  const rows = await db.rows(callsOfMerchant(merchantId, range))
  return rows.map((row) => ({
    callNo: Number(row.call_no),
    reference: row.reference,
    kind: row.kind as CallKind,
    authorizationId: row.authorization_id ?? undefined,
    amountMinor: row.amount_minor === null ? undefined : minorUnits(row.amount_minor),
    currency: row.response === null ? undefined : readResult(row.response).currency,
    createdMs: row.created_at.getTime(),
    reversedMs: row.reversed_at?.getTime(),
  }))
}
