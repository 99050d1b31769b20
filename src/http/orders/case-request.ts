import { type Static, Type } from 'typebox'
import type { Actor } from '../../audit/mod.ts'
import { openCase } from '../../cases/mod.ts'
import { readAmount } from '../../core/mod.ts'
import type { Context } from '../context.ts'
import { created } from '../response.ts'
import { CaseKindField, CaseView, RefundAmount } from '../shapes/case-shape.ts'
import { Reason } from '../shapes/reason.ts'
import { ItemNo } from '../shapes/wire-fields.ts'
import { endedOrder } from './order.ts'

export const NewRequest = Type.Object(
  {
    itemNo: ItemNo,
    kind: CaseKindField,
    reason: Reason,
    amount: Type.Optional(RefundAmount),
  },
  { title: 'NewCase' },
)

interface CaseRequest {
  readonly partnerId: number
  readonly params: { readonly orderId: string }
  readonly body: Static<typeof NewRequest>
  readonly actor: Actor
}

/** Opens a case that the operator decides, of an order of this partner. */
export async function askForCase(
  { partnerId, params, body, actor }: CaseRequest,
  context: Context,
) {
  const order = await endedOrder(context.db, partnerId, params.orderId)
  const { amount, ...request } = body
  const opened = await openCase(context, order, {
    ...request,
    amountMinor: amount === undefined ? undefined : readAmount('amount', amount, order),
    acknowledged: false,
    actor,
    isRequest: true,
  })
  return created({ data: CaseView.body(opened) })
}
