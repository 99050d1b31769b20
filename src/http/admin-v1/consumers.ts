import { listAllConsumers } from '../../consumers/mod.ts'
import { getPartner } from '../../partners/mod.ts'
import { flag, optionalSort, optionalText, pages } from '../queries/query.ts'
import { ok, paged } from '../response.ts'
import { operatorRoute } from '../route.ts'
import { PagedOf } from '../shapes/page-shape.ts'
import { auditUnmasked } from './audit-unmasked.ts'
import { consumerOf, ConsumerView } from '../wallets/consumer.ts'

const listConsumersRoute = operatorRoute('GET /admin/v1/partners/{partnerId}/consumers', {
  permission: 'consumers:read',
  operationId: 'listConsumers',
  summary: 'Lists the consumers of a partner, newest first',
  description: 'Names and addresses are masked, unless `unmasked=true`, which is audited.',
  query: {
    email: optionalText(),
    unmasked: flag(),
    // Not by name: sorting, or searching by the beginning, would reveal the masked names.
    sort: optionalSort(['createdAt']),
    ...pages,
  },
  response: PagedOf(ConsumerView.schema),
  async handle({ params, query, actor }, context) {
    const partnerId = Number(params.partnerId)
    await getPartner(context.db, partnerId)
    const { unmasked, ...filter } = query
    const { rows, total } = await listAllConsumers(context, partnerId, filter)
    if (unmasked) {
      const consumerIds = rows.map(({ consumerId }) => consumerId)
      await auditUnmasked(context, {
        actor,
        partnerId,
        target: `partner:${partnerId}`,
        after: { consumerIds },
      })
    }
    const entries = rows.map((consumer) => consumerOf(consumer, unmasked))
    return ok(paged(entries, { ...query, totalRecords: total }))
  },
})

export const consumerRoutes = [listConsumersRoute]
