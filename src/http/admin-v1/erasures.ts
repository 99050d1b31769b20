import { Type } from 'typebox'
import { eraseConsumer, eraseRecipient, listErasures, type Erasure } from '../../consumers/mod.ts'
import { checkLine, isoTime, PARTNER_ID_MAX } from '../../core/mod.ts'
import { consumerInFiles } from '../../credit-imports/mod.ts'
import { RECIPIENT_VALUE_LENGTH_MAX } from '../../catalog/mod.ts'
import { PagedOf } from '../shapes/page-shape.ts'
import { optionalNumber, optionalSort, pages } from '../queries/query.ts'
import { timeRange } from '../queries/query-times.ts'
import { ok, paged } from '../response.ts'
import { operatorRoute } from '../route.ts'
import { deleteSessionsOf, forgetSignInsOf } from '../../wallet-sessions/mod.ts'
import { Reason } from '../shapes/reason.ts'
import { Instant, Text, Whole, YesOrNo } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import { ERASURE_KIND } from './meanings.ts'
import { oneOf } from '../shapes/one-of.ts'
import { view } from '../shapes/view.ts'

const NewErasureShape = Type.Object({ reason: Reason }, { title: 'NewErasure' })

const ErasureView = view<Erasure>()(
  {
    erasureId: Text('Identifies the erasure'),
    kind: oneOf('Kind of erasure', ERASURE_KIND),
    partnerId: fields.partnerId,
    consumerId: Type.Optional(fields.consumerId),
    wallets: Whole('Wallets that were closed'),
    descriptions: Whole('Wallet transactions whose description or metadata was erased'),
    mails: Whole('Mails that were erased'),
    lines: Whole('Lines of orders whose recipient was erased'),
    reason: Text('Why'),
    actor: fields.actor,
    erasedAt: Instant('When it was erased'),
  },
  { title: 'Erasure' },
)

const eraseConsumerRoute = operatorRoute(
  'POST /admin/v1/partners/{partnerId}/consumers/{consumerId}/erasure',
  {
    permission: 'consumers:erase',
    operationId: 'eraseConsumer',
    refuses: ['consumer_unknown', 'wallet_not_empty'],
    summary: 'Erases a consumer: name, address, descriptions, metadata and mails',
    description:
      'All its wallets must be empty, and are closed for good. Transfers stay. ' +
      'A second call returns the first erasure.',
    body: NewErasureShape,
    response: Type.Object({ data: ErasureView.schema }),
    async handle({ params, body: { reason }, actor }, context) {
      const partnerId = Number(params.partnerId)
      const consumerId = Number(params.consumerId)
      const alongside = [
        deleteSessionsOf(partnerId, consumerId),
        forgetSignInsOf(partnerId, consumerId),
      ]
      const erasure = { consumerId: params.consumerId, reason, actor, alongside }
      const eraseFromFiles = await consumerInFiles(context, partnerId, consumerId)
      const erased = await eraseConsumer(context, partnerId, erasure)
      await eraseFromFiles()
      return ok({ data: ErasureView.body(erased) })
    },
  },
)

const NewRecipientErasureShape = Type.Object(
  {
    recipient: Text('The phone number, account or address of the recipient'),
    reason: Reason,
  },
  { title: 'NewRecipientErasure' },
)

const RecipientErasureShape = Type.Object(
  {
    ...ErasureView.schema.properties,
    hasMore: YesOrNo('True if further lines have this recipient: repeat the call'),
  },
  { title: 'RecipientErasure' },
)

const eraseRecipientRoute = operatorRoute(
  'POST /admin/v1/partners/{partnerId}/recipients/erasure',
  {
    permission: 'consumers:erase',
    operationId: 'eraseRecipient',
    refuses: ['not_found', 'state_conflict'],
    hasPrivateBody: true,
    summary: "Erases a recipient from a partner's orders: from their lines and from the search",
    description:
      '`recipient` is one value, such as a phone number, compared as in a search. All orders ' +
      'with this recipient must be final. Orders and their amounts stay. A call erases at most ' +
      '10,000 lines: repeat it while `hasMore` is true.',
    body: NewRecipientErasureShape,
    response: Type.Object({ data: RecipientErasureShape }),
    async handle({ params, body, actor }, context) {
      checkLine('recipient', body.recipient, RECIPIENT_VALUE_LENGTH_MAX)
      const partnerId = Number(params.partnerId)
      const erasure = await eraseRecipient(context, { ...body, partnerId, actor })
      return ok({ data: { ...erasure, erasedAt: isoTime(erasure.erasedAt) } })
    },
  },
)

const listErasuresRoute = operatorRoute('GET /admin/v1/erasures', {
  permission: 'consumers:read',
  operationId: 'listErasures',
  summary: 'Lists the erasures of personal data, newest first',
  query: {
    partnerId: optionalNumber({ min: 1, max: PARTNER_ID_MAX }),
    ...timeRange,
    sort: optionalSort(listErasures.sorts),
    ...pages,
  },
  response: PagedOf(ErasureView.schema),
  async handle({ query }, { db }) {
    const { rows, total } = await listErasures(db, query)
    return ok(paged(rows.map(ErasureView.body), { ...query, totalRecords: total }))
  },
})

export const erasureRoutes = [eraseConsumerRoute, eraseRecipientRoute, listErasuresRoute]
