import { currentWrite, type Actor } from '../../audit/mod.ts'
import { Refusal, wireAmount, type MinorUnits } from '../../core/mod.ts'
import { transact } from '../../db/mod.ts'
import {
  findQuotes,
  fingerprintOf,
  finishDraft,
  orderId,
  orderOfDraft,
  repriceDraft,
  requireDoable,
  type Draft,
  type PersonAct,
} from '../../orders/mod.ts'
import { refusalOfAct } from '../../policy/mod.ts'
import type { Context } from '../context.ts'
import { creditDraft } from './credit-drafts.ts'
import { quoteOf, type Items, type Order } from '../orders/draft-quote.ts'
import { priceLinksAnew, sendDraft } from './link-drafts.ts'

/** Returns the act of a person on a draft, with the Idempotency-Key of the request. */
export function actOf(
  context: Context,
  { draftId }: Draft,
  by: Pick<PersonAct, 'how' | 'by' | 'reason'>,
): PersonAct {
  return { ...by, draftId, portalUrl: context.baseUrl(), write: currentWrite() }
}

/** An attempt of a person to execute a draft. */
interface Attempt {
  readonly isTest: boolean
  readonly act: PersonAct
}

/**
 * Returns a new price if it may have changed; a credit has none. Refuses as `requireDoable` does,
 * before anything is priced, then state_conflict if it has become dearer.
 */
export async function pricedNow(context: Context, draft: Draft, { isTest, act }: Attempt) {
  requireDoable(draft, act)
  if (draft.kind === 'ORDER') return await priceAnew(context, draft, isTest)
  if (draft.kind === 'LINKS') return await priceLinksAnew(context, draft, isTest)
  return undefined
}

/** Refuses state_conflict if the price of a draft is not the one that the person was shown. */
export function requireSeen(draft: Draft, chargedAmount: number | undefined): void {
  const { chargedMinor, currency } = draft
  if (chargedAmount === undefined || chargedAmount === wireAmount(chargedMinor, currency)) return
  throw dearer(draft, chargedMinor)
}

function dearer({ currency }: Draft, chargedMinor: MinorUnits): Refusal {
  const price = `${wireAmount(chargedMinor, currency)} ${currency.code}`
  return new Refusal('state_conflict', `the price is now ${price}; check it and try again`)
}

/** Returns a new price if the quote has expired. Refuses state_conflict if it has become dearer. */
async function priceAnew(context: Context, draft: Draft, isTest: boolean) {
  const { partnerId, quoteId, state } = draft
  if (state !== 'WAITING' || quoteId === undefined) return undefined
  const quotes = await findQuotes(context.db, partnerId, [quoteId])
  const quote = quotes.get(quoteId)
  if (quote && quote.expiresMs > context.clock.now()) return undefined
  const fresh = await quoteOf(context, orderOf(draft), { partnerId, isTest })
  const priced = { charged: fresh.chargedMinor, quoteId: fresh.quoteId }
  if (fresh.chargedMinor <= draft.chargedMinor) return priced
  await transact(context.db, (tx) => repriceDraft(tx, draft, priced))
  throw dearer(draft, fresh.chargedMinor)
}

function orderOf({ clientReference, currency, items }: Draft): Order {
  return { clientReference, currency: currency.code, items: [...items] as Items }
}

/**
 * Places the order of a draft, sends its links or makes its credit, on behalf of its maker, and
 * ends the draft in the same transaction. If that is refused, the draft stays as it is.
 */
export async function executeDraft(
  context: Context,
  draft: Draft,
  { isTest, act }: Attempt,
): Promise<Draft> {
  let placed: PlacedResult
  try {
    placed = await placeOrSend(context, draft, { isTest, act })
  } catch (error) {
    const refusal = refusalOfAct(error)
    if (refusal?.kind !== 'permission_missing') throw error
    const why = `nothing was done, and the draft still waits: ${refusal.message}`
    throw new Refusal('permission_missing', why)
  }
  const done = { act, at: context.clock.now(), ...placed }
  return await transact(context.db, (tx) => finishDraft(tx, draft, done))
}

/** Undefined for links and credits. */
interface PlacedResult {
  readonly orderId?: string
}

async function placeOrSend(
  context: Context,
  draft: Draft,
  { isTest, act }: Attempt,
): Promise<PlacedResult> {
  const { madeBy, madeByName: name, madeByClient } = draft
  const maker = { kind: 'partner_user', id: String(madeBy), name } as const
  if (draft.kind === 'ORDER') {
    const actor: Actor = { ...maker, permission: 'orders:write' }
    const by = madeByClient === undefined ? { actor } : { clientId: madeByClient }
    const approvedBy = act.how === 'approve' ? act.by : undefined
    const input = { ...orderInput(draft, act), ...by, isTest, approvedBy, draft: act }
    const { order } = await context.orders.place(draft.partnerId, input)
    return { orderId: orderId(order) }
  }
  if (draft.kind === 'LINKS') await sendDraft(context, draft, { isTest, maker, act })
  else await creditDraft(context, draft, { maker, act })
  return {}
}

function orderInput(draft: Draft, { priced }: PersonAct) {
  const { currency, items, chargedMinor: approvedUpTo } = draft
  const quoteId = priced?.quoteId ?? draft.quoteId
  const quoted = fingerprintOf({ currency: currency.code, items })
  const quote = quoteId === undefined ? undefined : { quoteId, fingerprint: quoted }
  return { ...orderOfDraft(draft), quote, approvedUpTo }
}
