import { Type } from 'typebox'
import { isoTime } from '../../core/mod.ts'
import { csvOf, linkInvalid, makeLink, openLink, type LinkClaim } from '../../exports/mod.ts'
import { readItems } from '../../fulfillment/mod.ts'
import { findOrder, orderId } from '../../orders/mod.ts'
import { getPartner } from '../../partners/mod.ts'
import { ok } from '../response.ts'
import { openRoute, route } from '../route.ts'
import { completedOrder } from '../orders/order.ts'
import { Instant, Text } from '../shapes/field.ts'

const Export = Type.Object(
  {
    format: Text('Always `csv`'),
    downloadUrl: Text('A link that needs no headers, and is a secret until it expires'),
    expiresAt: Instant('When the link expires'),
  },
  { title: 'Export' },
)

export const exportOrder = route('GET /v2/orders/{orderId}/fulfillments/export', {
  operationId: 'exportOrder',
  refuses: ['order_not_completed'],
  summary: 'Returns a pre-signed link to the CSV of a completed order',
  permission: 'codes:read',
  response: Type.Object({ data: Export }),
  async handle({ partnerId, params }, { db, vault, clock, config, apiUrl }) {
    const order = await completedOrder(db, partnerId, params.orderId)
    const validity = { now: clock.now(), seconds: config.linkSeconds }
    const link = makeLink(vault, orderId(order), validity)
    const data = {
      format: 'csv',
      downloadUrl: apiUrl() + link.target,
      expiresAt: isoTime(link.expiresAt),
    }
    return { ...ok({ data }), shown: { orderId: orderId(order), codes: 0 } }
  },
})

export const downloadExport = openRoute('GET /exports/{orderId}', {
  operationId: 'downloadExport',
  absent: { orderId: linkInvalid },
  produces: ['text/csv'],
  refuses: ['link_invalid', 'rate_limited'],
  summary: 'Streams the CSV of an order',
  description:
    'The link is the only authentication. It is valid while the order is COMPLETED and ' +
    'its partner is not suspended. Refuses rate_limited as `OpenStreams` says.',
  async handle({ params, rawQuery }, { db, vault, clock, openStreams }) {
    const claim = claimOf(params.orderId, rawQuery)
    const name = await openLink(vault, claim, clock.now())
    const order = await findOrder(db, name)
    if (order?.status !== 'COMPLETED') throw linkInvalid()
    const { status } = await getPartner(db, order.partnerId)
    if (status !== 'ACTIVE') throw linkInvalid()
    const owner = {
      link: orderId(order) + JSON.stringify(claim.signature),
      partnerId: order.partnerId,
    }
    const items = readItems({ db, vault }, order, { first: 1, last: order.unitCount })
    return {
      status: 200,
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="${orderId(order)}.csv"`,
      },
      body: openStreams.hold(owner, () => csvOf(orderId(order), items)),
      shown: { orderId: orderId(order), codes: order.unitCount },
    }
  },
})

/** Reads the link. A repeated or additional parameter makes it invalid too. */
function claimOf(id: string, rawQuery: unknown): LinkClaim {
  const { expires, signature, ...added } = Object.fromEntries(Object.entries(rawQuery ?? {}))
  if (Object.keys(added).length > 0) throw linkInvalid()
  return { orderId: id, expires, signature }
}
