import { useQuery } from '@tanstack/react-query'
import { call, type Input } from '../api/client.ts'
import { count } from '../format/format.ts'
import { outlookTexts as texts } from '../messages/en-outlook.ts'
import { useCan } from '../session/session.ts'

const PAGE_SIZE = 100
const OPEN_ORDERS = ['PENDING', 'PROCESSING', 'ON_HOLD', 'OUT_OF_STOCK'] as const
const OPEN_LINKS = ['OPEN', 'PARTLY_CLAIMED'] as const

/** The partner, or the product. */
type Whose = Pick<NonNullable<Input<'listOrders'>['query']>, 'partnerId' | 'productId'>

/** The open orders and links of a partner or product, before it is suspended or taken off sale. */
export function OpenWork(whose: Whose) {
  const can = useCan()
  const { partnerId } = whose
  const [seesOrders, seesLinks] = [can('listOrders'), partnerId !== undefined && can('listLinks')]
  const { data } = useQuery({
    queryKey: ['openWork', whose],
    queryFn: async ({ signal }) => {
      const orders = OPEN_ORDERS.map(async (status) => {
        const query = { ...whose, status, pageSize: PAGE_SIZE }
        return seesOrders ? await call('listOrders', { query, signal }) : []
      })
      const links = OPEN_LINKS.map(async (status) => {
        const query = { status, pageSize: PAGE_SIZE }
        return seesLinks && partnerId !== undefined
          ? await call('listLinks', { path: { partnerId }, query, signal })
          : []
      })
      return { orders: await countOf(orders), links: await countOf(links) }
    },
  })
  if (!data) return null
  return [seesOrders && texts.openOrders(data.orders), seesLinks && texts.openLinks(data.links)]
    .filter(Boolean)
    .join(' ')
}

/** Returns the number of entries; with a `+` if a list fills its page, so there may be more. */
async function countOf(lists: readonly Promise<readonly unknown[]>[]): Promise<string> {
  const all = await Promise.all(lists)
  const isMore = all.some(({ length }) => length === PAGE_SIZE)
  return `${count(all.reduce((sum, { length }) => sum + length, 0))}${isMore ? '+' : ''}`
}
