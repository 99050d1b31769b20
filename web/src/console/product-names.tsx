import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../api/client.ts'
import type { Filter } from '../components/filters.tsx'
import { messages } from '../messages/messages.ts'
import { useCan } from '../session/session.ts'

/** Further products are shown by their numbers. */
const PRODUCTS_MAX = 500
const STALE_AFTER_MS = 60_000

const namesQuery = queryOptions({
  queryKey: ['listProducts', 'names'],
  queryFn: ({ signal }) => call('listProducts', { query: { pageSize: PRODUCTS_MAX }, signal }),
  select: (products) => new Map(products.map(({ productId, brand }) => [productId, brand])),
  staleTime: STALE_AFTER_MS,
})

/** Returns the brands by product, as far as the reader may see them. */
function useBrands(): ReadonlyMap<number, string> | undefined {
  const can = useCan()
  return useQuery({ ...namesQuery, enabled: can('listProducts') }).data
}

/** A product by its number and brand, with a link to its page. */
export function ProductLink({ id }: { readonly id: number }) {
  const brand = useBrands()?.get(id)
  return <Link to={`/console/catalog/${id}`}>{brand === undefined ? id : nameOf(id, brand)}</Link>
}

/** A filter by product, with the brands to choose from; by number where there are many. */
export function useProductFilter(): Filter {
  const brands = useBrands()
  const filter = { name: 'productId', label: messages.orders.product }
  if (brands === undefined || brands.size >= PRODUCTS_MAX) return { ...filter, kind: 'number' }
  return {
    ...filter,
    choices: [...brands].map(([id, brand]) => ({ value: String(id), label: nameOf(id, brand) })),
  }
}

/** Several products may have one brand. */
function nameOf(id: number, brand: string): string {
  return `${brand} (${id})`
}
