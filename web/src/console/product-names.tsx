import { Text } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call, type Result } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import type { Filter } from '../components/filters.tsx'
import { useListSearch } from '../components/use-list-search.ts'
import { stockTexts } from '../messages/en-stock.ts'
import { messages } from '../messages/messages.ts'
import { useCan } from '../session/session.ts'
import {
  CHOICES_MAX,
  FOUND_MAX,
  NAMES_MAX,
  NAMES_STALE_AFTER_MS,
  namesFilter,
} from './names-filter.ts'
import { useName, type OneName } from './use-name.ts'

const namesQuery = (pageSize: number) =>
  queryOptions({
    ...queryOf('listProducts', { query: { pageSize } }),
    select: (products) =>
      new Map(products.map(({ productId, brand }) => [productId, nameOf(productId, brand)])),
    staleTime: NAMES_STALE_AFTER_MS,
  })

/** Reads the names of products, as far as the reader may see them. */
function useProductNames(pageSize = NAMES_MAX) {
  const can = useCan()
  return useQuery({ ...namesQuery(pageSize), enabled: can('listProducts') })
}

interface Props {
  readonly id: number
  /** The brand; without it, it is read. */
  readonly brand?: string
}

/** A product by its brand and number, with a link to its page. */
export function ProductLink({ id, brand }: Props) {
  return (
    <Link to={`/console/catalog/${id}`}>
      {brand === undefined ? <ProductName id={id} /> : nameOf(id, brand)}
    </Link>
  )
}

interface NameProps {
  readonly id: number
  /** Shown until the brand is known; the number if left out. */
  readonly unnamed?: string
}

/** A product by its brand and number. */
export function ProductName({ id, unnamed }: NameProps) {
  const { data } = useProductNames()
  const name = useName(data, id, ONE_NAME)
  if (name !== undefined || unnamed !== undefined) return name ?? unnamed
  // About as wide as a name, so that the columns of a table stay where they are.
  return (
    <Text span inherit display="inline-block" miw="9em">
      {id}
    </Text>
  )
}

const ONE_NAME: OneName<Result<'getProduct'>> = {
  of: 'getProduct',
  read: (productId, signal) => call('getProduct', { path: { productId }, signal }),
  nameOf: ({ productId, brand }) => nameOf(productId, brand),
}

/** Several products may have one brand. */
function nameOf(id: number, brand: string): string {
  return `${brand} (${id})`
}

/** A filter by product, with the brands to choose from, or to search for if there are many. */
export function useProductFilter(): Filter<'productId'> {
  const names = useProductNames(CHOICES_MAX + 1)
  const chosen = Number(useListSearch().search['productId'] ?? 0)
  const name = useName(names.data, chosen > 0 ? chosen : undefined, ONE_NAME)
  const data =
    names.data && name !== undefined ? new Map([...names.data, [chosen, name]]) : names.data
  const { isLoading } = names
  return namesFilter(
    { name: 'productId', label: messages.orders.product },
    { data, isLoading },
    {
      of: 'listProducts',
      unnamed: stockTexts.product,
      async find(part, signal) {
        const query = { pageSize: FOUND_MAX, ...(part !== '' && { brand: part }) }
        const products = await call('listProducts', { query, signal })
        return products.map(
          ({ productId, brand }) => [productId, nameOf(productId, brand)] as const,
        )
      },
    },
  )
}
