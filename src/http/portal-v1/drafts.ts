import { Type, type Static } from 'typebox'
import { adjustedPrice } from '../../catalog/mod.ts'
import {
  invalidFields,
  Refusal,
  storedCurrency,
  wireAmount,
  type MinorUnits,
} from '../../core/mod.ts'
import { transact } from '../../db/mod.ts'
import {
  approveDraft,
  DRAFT_STATES,
  findDraft,
  fingerprintOf,
  findQuotes,
  finishDraft,
  listDrafts,
  makeDraft,
  orderId,
  rejectDraft,
  returnDraft,
  storeQuote,
  withdrawDraft,
  type Draft,
} from '../../orders/mod.ts'
import type { Actor } from '../../audit/mod.ts'
import { refusalOfAct } from '../../policy/mod.ts'
import { Reason } from '../admin-v1/reason.ts'
import type { Context } from '../context.ts'
import { optionalOneOf, optionalSort, pages } from '../query.ts'
import { timeRange } from '../query-times.ts'
import { created, ok, paged } from '../response.ts'
import { portalRoute, type Route } from '../route.ts'
import { PagedOf } from '../shapes/page-shape.ts'
import { priceItems } from '../v2/create-quote.ts'
import { NewOrderShape } from '../v2/new-order.ts'
import { draftOf, DraftShape } from './draft-shape.ts'

type Items = Static<typeof NewOrderShape>['items']

interface Order {
  readonly clientReference: string
  readonly currency: string
  readonly items: Items
}

interface Buyer {
  readonly partnerId: number
  readonly isTest: boolean
}

/** Prices items now, and stores the quote. Refuses invalid_request for a fault of an item. */
async function quoted(
  context: Context,
  { currency, items }: Order,
  buyer: Buyer,
): Promise<{ readonly chargedMinor: MinorUnits; readonly quoteId: string }> {
  const fingerprint = fingerprintOf({ currency, items })
  const by = { ...buyer, clientId: undefined, fingerprint }
  const { priced } = await priceItems(context, { currency, items }, by)
  const { locked: quote, totalMinor, adjustment } = priced
  if (!quote) throw invalidFields('invalid_request', priced.faults)
  await storeQuote(context.db, buyer.partnerId, { quote, keyed: undefined })
  return { chargedMinor: adjustedPrice(totalMinor, adjustment), quoteId: quote.quoteId }
}

const orderFields = NewOrderShape.properties
const NewDraft = Type.Object(
  {
    clientReference: orderFields.clientReference,
    currency: orderFields.currency,
    items: orderFields.items,
  },
  { title: 'NewDraft' },
)

const makeOwnDraft = portalRoute('POST /portal/v1/drafts', {
  permission: 'orders:write',
  operationId: 'makeOwnDraft',
  success: [201],
  summary: 'Asks another person of the partner to approve an order; holds no money',
  body: NewDraft,
  response: Type.Object({ data: DraftShape }),
  async handle({ partnerId, isTest, actor, body }, context) {
    const { chargedMinor, quoteId } = await quoted(context, body, { partnerId, isTest })
    const { clientReference, items } = body
    const currency = storedCurrency(body.currency)
    const at = context.clock.now()
    const order = { clientReference, currency, chargedMinor, items, quoteId }
    const draft = { ...order, partnerId, actor, at, portalUrl: context.baseUrl() }
    const waiting = await transact(context.db, (tx) => makeDraft(tx, draft))
    return created({ data: draftOf(await context.catalog.current(), waiting) })
  },
})

const listOwnDrafts = portalRoute('GET /portal/v1/drafts', {
  permission: 'orders:read',
  operationId: 'listOwnDrafts',
  summary: 'Lists orders that wait, or have waited, for an approval, newest first',
  query: {
    state: optionalOneOf(DRAFT_STATES),
    ...timeRange,
    sort: optionalSort(listDrafts.sorts),
    ...pages,
  },
  response: PagedOf(DraftShape),
  async handle({ partnerId, query }, { db, clock, catalog }) {
    const snapshot = await catalog.current()
    const { rows, total } = await listDrafts(db, { ...query, partnerId, at: clock.now() })
    return ok(
      paged(
        rows.map((row) => draftOf(snapshot, row)),
        { ...query, totalRecords: total },
      ),
    )
  },
})

const getOwnDraft = portalRoute('GET /portal/v1/drafts/{draftId}', {
  permission: 'orders:read',
  operationId: 'getOwnDraft',
  summary: 'Returns an order that waits, or has waited, for an approval',
  response: Type.Object({ data: DraftShape }),
  async handle({ partnerId, params: { draftId: id } }, { db, clock, catalog }) {
    const draft = await findDraft(db, { partnerId, id, at: clock.now() })
    return ok({ data: draftOf(await catalog.current(), draft) })
  },
})

const OptionalReason = Type.Object({ reason: Type.Optional(Reason) }, { title: 'DraftDecision' })

const approveOwnDraft = portalRoute('POST /portal/v1/drafts/{draftId}/approve', {
  permission: 'orders:approve',
  operationId: 'approveOwnDraft',
  refuses: ['state_conflict', 'insufficient_funds', 'client_reference_exists', 'numbers_exhausted'],
  summary: 'Approves a draft and places its order, once',
  description:
    'The price is that of its quote while that holds. Later it is priced anew: one that has ' +
    'become dearer is refused, and shows the new price to be approved.',
  body: OptionalReason,
  isBodyOptional: true,
  response: Type.Object({ data: DraftShape }),
  async handle({ partnerId, isTest, actor, params, body: { reason } }, context) {
    const { db, clock } = context
    const decision = { partnerId, id: params.draftId, at: clock.now(), actor, reason }
    const draft = await findDraft(db, decision)
    const priced = await priceAnew(context, draft, isTest)
    const approved = await transact(db, (tx) => approveDraft(tx, { ...decision, priced }))
    const id = await place(context, approved, { isTest, actor })
    const ordered = await transact(db, (tx) =>
      finishDraft(tx, approved, { orderId: id, portalUrl: context.baseUrl() }),
    )
    return ok({ data: draftOf(await context.catalog.current(), ordered) })
  },
})

/** Returns a new price if the quote is over. Refuses state_conflict if it has become dearer. */
async function priceAnew(context: Context, draft: Draft, isTest: boolean) {
  const { partnerId, quoteId, state } = draft
  if (state !== 'WAITING') return undefined
  const quotes = await findQuotes(context.db, partnerId, [quoteId])
  const quote = quotes.get(quoteId)
  if (quote && quote.expiresMs > context.clock.now()) return undefined
  const fresh = await quoted(context, orderOf(draft), { partnerId, isTest })
  const priced = { charged: fresh.chargedMinor, quoteId: fresh.quoteId }
  if (fresh.chargedMinor <= draft.chargedMinor) return priced
  await transact(context.db, (tx) => returnDraft(tx, { draft, priced }))
  const { currency } = draft
  const price = `${wireAmount(fresh.chargedMinor, currency)} ${currency.code}`
  throw new Refusal('state_conflict', `the price is ${price} by now; look at it and approve again`)
}

function orderOf({ clientReference, currency, items }: Draft): Order {
  return { clientReference, currency: currency.code, items: [...items] as Items }
}

/** Places the order of a draft, as its maker's. If it is refused, the draft waits again. */
async function place(
  { db, orders }: Context,
  draft: Draft,
  { isTest, actor }: { readonly isTest: boolean; readonly actor: Actor },
): Promise<string> {
  const { partnerId, draftId, clientReference, currency, items, quoteId } = draft
  const maker: Actor = {
    kind: 'partner_user',
    id: String(draft.madeBy),
    name: draft.madeByName,
    permission: 'orders:write',
  }
  const order = orderOf(draft)
  const quote = { quoteId, fingerprint: fingerprintOf({ currency: currency.code, items }) }
  const fingerprint = fingerprintOf(order)
  const input = { clientReference, idempotencyKey: draftId, fingerprint, currency, items, quote }
  try {
    const placed = { ...input, isTest, actor: maker, approvedBy: actor }
    return orderId((await orders.place(partnerId, placed)).order)
  } catch (error) {
    if (error instanceof Refusal || refusalOfAct(error))
      await transact(db, (tx) => returnDraft(tx, { draft }))
    throw error
  }
}

const rejectOwnDraft = portalRoute('POST /portal/v1/drafts/{draftId}/reject', {
  permission: 'orders:approve',
  operationId: 'rejectOwnDraft',
  refuses: ['state_conflict'],
  summary: 'Rejects a draft',
  body: OptionalReason,
  isBodyOptional: true,
  response: Type.Object({ data: DraftShape }),
  async handle({ partnerId, actor, params, body: { reason } }, { db, clock, catalog, baseUrl }) {
    const decision = {
      partnerId,
      id: params.draftId,
      at: clock.now(),
      actor,
      reason,
      portalUrl: baseUrl(),
    }
    const draft = await transact(db, (tx) => rejectDraft(tx, decision))
    return ok({ data: draftOf(await catalog.current(), draft) })
  },
})

const withdrawOwnDraft = portalRoute('POST /portal/v1/drafts/{draftId}/withdraw', {
  permission: 'orders:write',
  operationId: 'withdrawOwnDraft',
  refuses: ['state_conflict'],
  summary: 'Withdraws a draft of ones own',
  body: OptionalReason,
  isBodyOptional: true,
  response: Type.Object({ data: DraftShape }),
  async handle({ partnerId, actor, params, body: { reason } }, { db, clock, catalog }) {
    const decision = { partnerId, id: params.draftId, at: clock.now(), actor, reason }
    const draft = await transact(db, (tx) => withdrawDraft(tx, decision))
    return ok({ data: draftOf(await catalog.current(), draft) })
  },
})

export const ownDraftRoutes: readonly Route[] = [
  makeOwnDraft,
  listOwnDrafts,
  getOwnDraft,
  approveOwnDraft,
  rejectOwnDraft,
  withdrawOwnDraft,
]
