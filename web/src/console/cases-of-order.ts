import { queryOptions } from '@tanstack/react-query'
import { request } from '../api/client.ts'

/** The most cases that one request reads. Further ones are in the list of cases. */
const CASES_MAX = 500

/** Returns the query of the cases of an order, the latest first. */
export function casesOfOrder(orderId: string) {
  return queryOptions({
    queryKey: ['listOrderCases', orderId],
    queryFn: ({ signal }) =>
      request('listOrderCases', { path: { orderId }, query: { pageSize: CASES_MAX }, signal }),
  })
}
