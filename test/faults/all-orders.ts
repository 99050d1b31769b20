import type { Json, SignedClient } from '../support/client.ts'

/** Returns the orders of a partner, read page by page. */
export async function allOrders(partner: SignedClient): Promise<Json[]> {
  const orders: Json[] = []
  for (let page = 1; ; page += 1) {
    const { body } = await partner.get(`/v2/orders?pageSize=2000&page=${page}`)
    orders.push(...body.data)
    if (!body.meta.pagination.hasNext) return orders
  }
}
