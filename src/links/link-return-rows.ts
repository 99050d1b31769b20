import { bigint, integer, table, type LinkReturnsRow, type Statement } from '../db/mod.ts'

/** The amount that one transfer gave back to the funds. */
export interface LinkReturn {
  readonly linkNo: number
  readonly transferNo: number
  readonly amountMinor: bigint
}

const RETURNS = table<LinkReturnsRow, LinkReturn, { readonly partnerId: number }>(
  'link_returns',
  {
    transfer_no: bigint((one) => one.transferNo),
    link_no: bigint((one) => one.linkNo),
    amount_minor: bigint((one) => one.amountMinor),
  },
  { partner_id: integer(({ partnerId }) => partnerId) },
)

export function insertReturns(
  book: { readonly partnerId: number },
  returns: readonly LinkReturn[],
): Statement<never> {
  return RETURNS.insert(returns, book)
}
