import { Type } from 'typebox'
import { isoTime, storedCurrency, notFound } from '../../core/mod.ts'
import { transact } from '../../db/mod.ts'
import { type Draft, DRAFT_STATES, findDraft, formatDraftId, makeDraft } from '../../orders/mod.ts'
import { quoteOf } from '../orders/draft-quote.ts'
import { matchRecipients, NewOrderShape } from '../orders/new-order.ts'
import { created, ok, optionalTime } from '../response.ts'
import { route } from '../route.ts'
import { Decimal, Instant, Text, Whole } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import { Metadata } from '../shapes/metadata.ts'
import { amountOf, codeOf } from '../shapes/read-member.ts'
import { view } from '../shapes/view.ts'

const { quoteId: _quoteId, ...draftFields } = NewOrderShape.properties
const NewProgramDraft = Type.Object(draftFields, { title: 'NewDraft' })

const ProgramDraftView = view<Draft>()(
  {
    draftId: [Text('The id of the draft'), (draft) => formatDraftId(draft.draftId)],
    state: Type.Enum([...DRAFT_STATES], {
      description:
        'WAITING for a decision; ORDERED: `orderId` was placed; REJECTED, or EXPIRED because ' +
        'nobody decided',
    }),
    clientReference: fields.clientReference,
    currency: [Text('The currency of the wallet that pays, as ISO 4217 code'), codeOf],
    chargedAmount: [
      Decimal('Price of the order, in major units of `currency`'),
      amountOf('chargedMinor'),
    ],
    itemCount: Whole('Number of items of the order'),
    metadata: Type.Optional(Metadata),
    createdAt: [Instant('When it was made'), (draft) => isoTime(draft.madeMs)],
    expiresAt: [Instant('When it can no longer be approved'), (draft) => isoTime(draft.expiresMs)],
    decidedAt: [
      Type.Optional(Instant('When it was decided')),
      (draft) => optionalTime(draft.decidedMs),
    ],
    reason: Type.Optional(Text('Why')),
    orderId: Type.Optional(Text('Its order')),
  },
  { title: 'Draft' },
)

const DraftShape = Type.Object({ data: ProgramDraftView.schema })

const createDraft = route('POST /v2/drafts', {
  operationId: 'createDraft',
  success: [201],
  isKeyed: true,
  isWrittenOnce: true,
  refuses: ['idempotency_conflict'],
  summary: 'Asks a person of the partner to approve an order; holds no money',
  description:
    'The order is placed when somebody approves it in the portal, within a week, unless its ' +
    'price has risen. A credential without `orders:write` can order in no other way.',
  permission: 'drafts:write',
  body: NewProgramDraft,
  response: DraftShape,
  async handle({ partnerId, isTest, actor, body }, context) {
    await matchRecipients(context, body)
    const { clientReference, items, metadata } = body
    const { chargedMinor, quoteId } = await quoteOf(context, body, { partnerId, isTest })
    const currency = storedCurrency(body.currency)
    const itemCount = items.reduce((sum, { quantity }) => sum + quantity, 0)
    const order = { clientReference, currency, chargedMinor, itemCount, items, metadata, quoteId }
    const by = { partnerId, actor, at: context.clock.now(), portalUrl: context.baseUrl() }
    const draft = { kind: 'ORDER', ...order, ...by } as const
    const waiting = await transact(context.db, (tx) => makeDraft(tx, draft))
    return created({ data: ProgramDraftView.body(waiting) })
  },
})

const getDraft = route('GET /v2/drafts/{draftId}', {
  operationId: 'getDraft',
  summary: 'Returns a draft that a credential has made, with its outcome',
  permission: 'drafts:write',
  response: DraftShape,
  async handle({ partnerId, params: { draftId: id } }, { db, clock }) {
    const draft = await findDraft(db, { partnerId, id, at: clock.now() })
    // Programs do not see the drafts of people.
    if (draft.madeByClient === undefined) throw notFound('draft')
    return ok({ data: ProgramDraftView.body(draft) })
  },
})

export const draftRoutes = [createDraft, getDraft]
