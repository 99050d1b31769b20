import { useQuery } from '@tanstack/react-query'
import { call, type Entry } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import { useCart } from './cart-store.ts'

interface WalletCurrency {
  /** Undefined while the funds are read, and for a partner without funds. */
  readonly currency: string | undefined
  readonly currencies: readonly string[]
  readonly funds: Entry<'getOwnFunds'> | undefined
  readonly isRead: boolean
  readonly isPending: boolean
  choose(currency: string): void
}

/** The currency that the cart pays from, which prices the catalog too. */
export function useWalletCurrency(): WalletCurrency {
  const [cart, change] = useCart()
  const { data, isPending } = useQuery(queryOf('getOwnFunds'))
  const currencies = data?.map(({ currency }) => currency) ?? []
  const isChosen = currencies.includes(cart.currency)
  // Without a choice, the currency is that of the partner's last order.
  const last = useQuery({
    queryKey: ['listOwnOrders', 'last currency'],
    queryFn: async ({ signal }) => {
      const [order] = await call('listOwnOrders', { query: { pageSize: 1 }, signal })
      return order?.currency ?? ''
    },
    enabled: !isChosen && currencies.length > 1,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const usual =
    last.data !== undefined && currencies.includes(last.data) ? last.data : currencies[0]
  const isUndecided = !isChosen && last.isLoading
  const currency = isChosen ? cart.currency : isUndecided ? undefined : usual
  return {
    currency,
    currencies,
    funds: data?.find((one) => one.currency === currency),
    isRead: data !== undefined && !isUndecided,
    isPending: isPending || isUndecided,
    choose: (next) => change((before) => ({ ...before, currency: next })),
  }
}
