import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../api/client.ts'
import type { Filter } from '../components/filters.tsx'
import { messages } from '../messages/messages.ts'
import { useCan } from '../session/session.ts'
import { NAMES_MAX, NAMES_STALE_AFTER_MS, namesFilter } from './names-filter.ts'

const namesQuery = queryOptions({
  queryKey: ['listProducts', 'names'],
  queryFn: ({ signal }) => call('listProducts', { query: { pageSize: NAMES_MAX }, signal }),
  // Several products may have one brand.
  select: (products) =>
    new Map(products.map(({ productId: id, brand }) => [id, `${brand} (${id})`])),
  staleTime: NAMES_STALE_AFTER_MS,
})

/** Returns the names of products, as far as the reader may see them. */
function useProductNames(): ReadonlyMap<number, string> | undefined {
  const can = useCan()
  return useQuery({ ...namesQuery, enabled: can('listProducts') }).data
}

/** A product by its number and brand, with a link to its page. */
export function ProductLink({ id }: { readonly id: number }) {
  return <Link to={`/console/catalog/${id}`}>{useProductNames()?.get(id) ?? id}</Link>
}

/** A filter by product, with the brands to choose from; by number where there are many. */
export function useProductFilter(): Filter {
  return namesFilter({ name: 'productId', label: messages.orders.product }, useProductNames())
}
