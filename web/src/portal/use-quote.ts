import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Input } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import { labelsOf } from '../components/labels.ts'
import type { CartLine } from './cart-line.ts'
import type { Cart } from './cart-store.ts'

type Items = NonNullable<Input<'quoteOwnOrder'>['body']>['items']

/** Quotes last five minutes by default: the price of the page is never older than this. */
const REFRESH_MS = 120_000
const TYPING_MS = 300

/** Returns the lines of an order. */
export function itemsOf(lines: readonly CartLine[]): Items {
  return lines.map(({ productId, amount, quantity, itemReference, recipient }) => ({
    productId,
    // An amount has at most 15 digits, so it is exact as a JSON number.
    amount: Number(amount),
    quantity,
    ...(itemReference !== undefined && { itemReference }),
    ...(recipient && { recipient }),
  }))
}

/** Returns the reference, lines and labels of an order; undefined if a label is malformed. */
export function orderOf({ clientReference, lines, labels = '' }: Cart) {
  const metadata = labelsOf(labels)
  if (!metadata) return undefined
  const hasLabels = Object.keys(metadata).length > 0
  return { clientReference, items: itemsOf(lines), ...(hasLabels && { metadata }) }
}

/** Prices the cart, and prices it again whenever it changes. */
export function useQuote({ lines }: Cart, currency: string | undefined) {
  const [settled] = useDebouncedValue(lines, TYPING_MS)
  const isCurrent = settled === lines
  const query = useQuery({
    ...queryOf('quoteOwnOrder', { body: { currency: currency ?? '', items: itemsOf(settled) } }),
    enabled: currency !== undefined && settled.length > 0,
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  })
  return { ...query, isCurrent: isCurrent && !query.isPlaceholderData }
}
