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
  select: (products) =>
    new Map(products.map(({ productId, brand }) => [productId, nameOf(productId, brand)])),
  staleTime: NAMES_STALE_AFTER_MS,
})

/** Returns the names of products, as far as the reader may see them. */
function useProductNames(): ReadonlyMap<number, string> | undefined {
  const can = useCan()
  return useQuery({ ...namesQuery, enabled: can('listProducts') }).data
}

interface Props {
  readonly id: number
  /** Read where it is not given. */
  readonly brand?: string
}

/** A product by its brand and number, with a link to its page. */
export function ProductLink({ id, brand }: Props) {
  return (
    <Link to={`/console/catalog/${id}`}>
      {brand === undefined ? <ReadName id={id} /> : nameOf(id, brand)}
    </Link>
  )
}

function ReadName({ id }: { readonly id: number }) {
  return useProductNames()?.get(id) ?? id
}

/** Several products may have one brand. */
function nameOf(id: number, brand: string): string {
  return `${brand} (${id})`
}

/** A filter by product, with the brands to choose from; by number where there are many. */
export function useProductFilter(): Filter {
  return namesFilter({ name: 'productId', label: messages.orders.product }, useProductNames())
}
