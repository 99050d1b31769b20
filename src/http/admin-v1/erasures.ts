import { Type } from 'typebox'
import { eraseConsumer, listErasures, type Erasure } from '../../consumers/mod.ts'
import { isoTime } from '../../core/mod.ts'
import { PagedOf } from '../page-shape.ts'
import { pages } from '../query.ts'
import { ok, paged } from '../response.ts'
import { operatorRoute } from '../route.ts'
import { readPartnerId } from '../wire-fields.ts'
import { Reason } from './reason.ts'

const NewErasureShape = Type.Object({ reason: Reason }, { title: 'NewErasure' })

const ErasureShape = Type.Object(
  {
    erasureId: Type.String(),
    kind: Type.Enum(['CONSUMER']),
    partnerId: Type.Integer(),
    consumerId: Type.Optional(Type.Integer()),
    wallets: Type.Integer(),
    descriptions: Type.Integer(),
    mails: Type.Integer(),
    reason: Type.String(),
    actor: Type.String(),
    erasedAt: Type.String(),
  },
  { title: 'Erasure' },
)

const eraseConsumerRoute = operatorRoute(
  'POST /admin/v1/partners/{partnerId}/consumers/{consumerId}/erasure',
  {
    operationId: 'eraseConsumer',
    refuses: ['consumer_unknown', 'wallet_not_empty'],
    summary: 'Erases a consumer: name, address, descriptions and mails',
    description:
      'All its wallets must be empty, and are closed for good. Transfers stay. ' +
      'A second call returns the first erasure.',
    body: NewErasureShape,
    response: Type.Object({ data: ErasureShape }),
    async handle({ params, body: { reason }, actor }, context) {
      const partnerId = readPartnerId(params.partnerId)
      const erasure = { consumerId: params.consumerId, reason, actor }
      return ok({ data: erasureOf(await eraseConsumer(context, partnerId, erasure)) })
    },
  },
)

const listErasuresRoute = operatorRoute('GET /admin/v1/erasures', {
  operationId: 'listErasures',
  summary: 'Lists the erasures of personal data, newest first',
  query: pages,
  response: PagedOf(ErasureShape),
  async handle({ query }, { db }) {
    const { rows, total } = await listErasures(db, query)
    return ok(paged(rows.map(erasureOf), { ...query, totalRecords: total }))
  },
})

function erasureOf({ erasedAt, ...erasure }: Erasure) {
  return { ...erasure, erasedAt: isoTime(erasedAt) }
}

export const erasureRoutes = [eraseConsumerRoute, listErasuresRoute]
