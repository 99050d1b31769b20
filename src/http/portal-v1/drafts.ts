import { Type } from 'typebox'
import { storedCurrency } from '../../core/mod.ts'
import { endFileDraft } from '../../credit-imports/mod.ts'
import { transact } from '../../db/mod.ts'
import {
  approveDraft,
  type Decision,
  DRAFT_STATES,
  findDraft,
  listDrafts,
  makeDraft,
  rejectDraft,
  withdrawDraft,
} from '../../orders/mod.ts'
import type { Context } from '../context.ts'
import { placeAtOf, quoteOf } from '../orders/draft-quote.ts'
import { NewOrderShape } from '../orders/new-order.ts'
import { timeRange } from '../queries/query-times.ts'
import { optionalOneOf, optionalSort, pages } from '../queries/query.ts'
import { created, ok, paged } from '../response.ts'
import { portalRoute, type Route } from '../route.ts'
import { Decimal, Instant } from '../shapes/field.ts'
import { PagedOf } from '../shapes/page-shape.ts'
import { Reason } from '../shapes/reason.ts'
import { creditsOf, startFile } from './credit-drafts.ts'
import { draftLabels } from './draft-labels.ts'
import { DraftDetailShape, draftOf, DraftView } from './draft-shape.ts'
import { actOf, executeDraft, pricedNow, requireSeen } from './execute-draft.ts'
import { amountsOf } from './link-drafts.ts'
import { TRANSACTION_REFUSALS } from '../wallets/transaction.ts'

const orderFields = NewOrderShape.properties
const NewDraft = Type.Object(
  {
    clientReference: orderFields.clientReference,
    currency: orderFields.currency,
    items: orderFields.items,
    metadata: orderFields.metadata,
    placeAt: Type.Optional(
      Instant('When it is ordered, within 90 days; at once after the approval unless given'),
    ),
  },
  { title: 'NewDraft' },
)

const makeOwnDraft = portalRoute('POST /portal/v1/drafts', {
  permission: 'orders:write',
  operationId: 'makeOwnDraft',
  success: [201],
  summary: 'Stores an order for an approval, or to be placed at a later time; holds no money',
  description:
    'With `placeAt`, it is SCHEDULED if it needs no approval now, and WAITING otherwise. At its ' +
    'time it is priced, and the rules and budgets apply again. If it is refused then, it waits ' +
    'for an approval with the `reason`.',
  body: NewDraft,
  response: Type.Object({ data: DraftView.schema }),
  async handle({ partnerId, isTest, actor, body }, context) {
    const at = context.clock.now()
    const placeAt = placeAtOf(body.placeAt, at)
    const { chargedMinor, quoteId } = await quoteOf(context, body, { partnerId, isTest })
    const { clientReference, items } = body
    const currency = storedCurrency(body.currency)
    const itemCount = items.reduce((sum, { quantity }) => sum + quantity, 0)
    const kind = 'ORDER'
    const order = {
      kind,
      clientReference,
      currency,
      chargedMinor,
      itemCount,
      items,
      quoteId,
      placeAt,
    } as const
    const draft = { ...order, partnerId, actor, at, portalUrl: context.baseUrl() }
    const waiting = await transact(context.db, async (tx) => {
      const metadata = await draftLabels(tx, draft, body.metadata)
      return await makeDraft(tx, { ...draft, ...(metadata && { metadata }) })
    })
    return created({ data: draftOf(await context.catalog.current(), waiting) })
  },
})

const listOwnDrafts = portalRoute('GET /portal/v1/drafts', {
  permission: 'orders:read',
  operationId: 'listOwnDrafts',
  summary: 'Lists the drafts that wait or have waited for an approval, newest first',
  query: {
    state: optionalOneOf(DRAFT_STATES),
    ...timeRange,
    sort: optionalSort(listDrafts.sorts),
    ...pages,
  },
  response: PagedOf(DraftView.schema),
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
  hasSums: true,
  summary: 'Returns an order, links or credits that wait or have waited for an approval',
  response: Type.Object({ data: DraftDetailShape }),
  async handle({ partnerId, params: { draftId: id } }, context) {
    const draft = await findDraft(context.db, { partnerId, id, at: context.clock.now() })
    const shown = draftOf(await context.catalog.current(), draft)
    const linkAmounts = draft.kind === 'LINKS' ? await amountsOf(context, draft) : undefined
    return ok({ data: { ...shown, linkAmounts, credits: await creditsOf(context, draft) } })
  },
})

const OptionalReason = Type.Object({ reason: Type.Optional(Reason) }, { title: 'DraftDecision' })

const chargedAmount = Type.Optional(
  Decimal('Price that the person was shown; if it has changed, nothing is done'),
)

const Approval = Type.Object(
  { reason: Type.Optional(Reason), chargedAmount },
  { title: 'DraftApproval' },
)

const approveOwnDraft = portalRoute('POST /portal/v1/drafts/{draftId}/approve', {
  permission: 'orders:approve',
  operationId: 'approveOwnDraft',
  refuses: [
    ...TRANSACTION_REFUSALS,
    'state_conflict',
    'client_reference_exists',
    'numbers_exhausted',
  ],
  summary: 'Approves a draft: places its order, sends its links or makes its credits, once',
  description:
    'A scheduled order is placed at its time, at no more than the price that was shown. While ' +
    'its quote is valid, the price of the quote applies. Later, and for links, the price is ' +
    'computed anew: if it has risen, the approval is refused, and the draft shows the new price.',
  body: Approval,
  isBodyOptional: true,
  response: Type.Object({ data: DraftView.schema }),
  async handle({ partnerId, isTest, actor, params, body }, context) {
    const { db, clock } = context
    const { reason } = body
    const decision = { partnerId, id: params.draftId, at: clock.now(), actor, reason }
    const draft = await findDraft(db, decision)
    if (draft.kind === 'CREDIT_FILE') {
      const started = await startFile(context, draft, decision)
      return ok({ data: draftOf(await context.catalog.current(), started) })
    }
    const act = actOf(context, draft, { how: 'approve', by: actor, reason })
    requireSeen(draft, body.chargedAmount)
    const priced = await pricedNow(context, draft, { isTest, act })
    const approved = draft.isAhead
      ? await transact(db, (tx) => approveDraft(tx, { ...decision, priced }))
      : await executeDraft(context, draft, { isTest, act: { ...act, priced } })
    return ok({ data: draftOf(await context.catalog.current(), approved) })
  },
})

const retryOwnDraft = portalRoute('POST /portal/v1/drafts/{draftId}/retry', {
  permission: 'orders:write',
  operationId: 'retryOwnDraft',
  refuses: approveOwnDraft.operation.refuses ?? [],
  summary: 'Tries your own order again that was refused at its time',
  description:
    'Places the order now; repeated requests place it once. The current rules and budgets apply ' +
    'to you: an earlier approval does not count. If the order is refused, the draft stays as it ' +
    'is. If the price has risen, the request is refused, and the draft shows the new price.',
  body: Type.Object({ chargedAmount }, { title: 'DraftRetry' }),
  isBodyOptional: true,
  response: Type.Object({ data: DraftView.schema }),
  async handle({ partnerId, isTest, actor, params, body }, context) {
    const { db, clock } = context
    const draft = await findDraft(db, { partnerId, id: params.draftId, at: clock.now() })
    const act = actOf(context, draft, { how: 'retry', by: actor })
    requireSeen(draft, body.chargedAmount)
    const priced = await pricedNow(context, draft, { isTest, act })
    const ordered = await executeDraft(context, draft, { isTest, act: { ...act, priced } })
    return ok({ data: draftOf(await context.catalog.current(), ordered) })
  },
})

/** Rejects or withdraws a draft; a file of credits is cancelled with its draft. */
async function endDraft({ db }: Context, decision: Decision, end: typeof rejectDraft) {
  const { kind } = await findDraft(db, decision)
  const isFile = kind === 'CREDIT_FILE'
  return await transact(db, (tx) => (isFile ? endFileDraft(tx, decision, end) : end(tx, decision)))
}

const rejectOwnDraft = portalRoute('POST /portal/v1/drafts/{draftId}/reject', {
  permission: 'orders:approve',
  operationId: 'rejectOwnDraft',
  refuses: ['state_conflict'],
  summary: 'Rejects a draft',
  body: OptionalReason,
  isBodyOptional: true,
  response: Type.Object({ data: DraftView.schema }),
  async handle({ partnerId, actor, params, body: { reason } }, context) {
    const portalUrl = context.baseUrl()
    const at = context.clock.now()
    const decision = { partnerId, id: params.draftId, at, actor, reason, portalUrl }
    const draft = await endDraft(context, decision, rejectDraft)
    return ok({ data: draftOf(await context.catalog.current(), draft) })
  },
})

const withdrawOwnDraft = portalRoute('POST /portal/v1/drafts/{draftId}/withdraw', {
  // The maker of a draft may withdraw it, and may have the role `finance`.
  permission: 'orders:read',
  operationId: 'withdrawOwnDraft',
  refuses: ['state_conflict'],
  summary: 'Withdraws your own draft',
  body: OptionalReason,
  isBodyOptional: true,
  response: Type.Object({ data: DraftView.schema }),
  async handle({ partnerId, actor, params, body: { reason } }, context) {
    const decision = { partnerId, id: params.draftId, at: context.clock.now(), actor, reason }
    const draft = await endDraft(context, decision, withdrawDraft)
    return ok({ data: draftOf(await context.catalog.current(), draft) })
  },
})

export const ownDraftRoutes: readonly Route[] = [
  makeOwnDraft,
  listOwnDrafts,
  getOwnDraft,
  approveOwnDraft,
  retryOwnDraft,
  rejectOwnDraft,
  withdrawOwnDraft,
]
