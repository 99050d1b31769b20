import { useQuery } from '@tanstack/react-query'
import { call, type Entry } from '../api/client.ts'
import { useCart } from './cart-store.ts'

interface WalletCurrency {
  /** Undefined while they are read, and for a partner without funds. */
  readonly currency: string | undefined
  readonly currencies: readonly string[]
  readonly funds: Entry<'getOwnFunds'> | undefined
  readonly isRead: boolean
  choose(currency: string): void
}

/** The currency that the cart pays from, which prices the catalog too. */
export function useWalletCurrency(): WalletCurrency {
  const [cart, change] = useCart()
  const { data } = useQuery({
    queryKey: ['getOwnFunds'],
    queryFn: ({ signal }) => call('getOwnFunds', { signal }),
  })
  const currencies = data?.map(({ currency }) => currency) ?? []
  const currency = currencies.includes(cart.currency) ? cart.currency : currencies[0]
  return {
    currency,
    currencies,
    funds: data?.find((one) => one.currency === currency),
    isRead: data !== undefined,
    choose: (next) => change((before) => ({ ...before, currency: next })),
  }
}
