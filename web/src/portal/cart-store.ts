import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { currentMode } from '../session/mode.ts'
import { sessionQuery } from '../session/session.ts'
import type { CartLine } from './cart-line.ts'

export interface Cart {
  /** The Idempotency-Key of the order, so an order that is sent twice is placed once. */
  readonly key: string
  readonly clientReference: string
  /** The wallet that pays; empty until one is chosen. */
  readonly currency: string
  readonly lines: readonly CartLine[]
  /** The labels of the order, as they were entered. */
  readonly labels?: string
}

/**
 * The cart of the user who is signed in, in the mode of the tab. It is stored for this tab only,
 * because it may have addresses of people: the browser forgets them with the tab.
 */
export function useCart(): [Cart, (change: (cart: Cart) => Cart) => void] {
  const { data: session } = useQuery(sessionQuery)
  const name = `tessera-cart-${session?.user.userId ?? 0}-${currentMode()}`
  const stored = useSyncExternalStore(subscribe, () => sessionStorage.getItem(name))
  const cart = cartOf(name, stored)
  const change = (make: (before: Cart) => Cart): void => {
    write(name, make(cartOf(name, sessionStorage.getItem(name))))
  }
  return [cart, change]
}

/** Returns an empty cart that pays from a currency. */
export function emptyCart(currency: string): Cart {
  const key = crypto.randomUUID()
  const day = new Date().toISOString().slice(0, DAY_LENGTH)
  const clientReference = `shop-${day}-${key.slice(0, SUFFIX_LENGTH)}`
  return { key, clientReference, currency, lines: [] }
}

const DAY_LENGTH = 10
const SUFFIX_LENGTH = 6
const CHANGED = 'tessera-cart-changed'

function cartOf(name: string, stored: string | null): Cart {
  if (stored !== null) return parsed(stored)
  const fresh = emptyCart('')
  sessionStorage.setItem(name, JSON.stringify(fresh))
  return fresh
}

/** The same text gives the same object, so React renders again only if the cart changes. */
function parsed(stored: string): Cart {
  if (last?.text !== stored) last = { text: stored, cart: JSON.parse(stored) as Cart }
  return last.cart
}
let last: { readonly text: string; readonly cart: Cart } | undefined

function write(name: string, cart: Cart): void {
  sessionStorage.setItem(name, JSON.stringify(cart))
  dispatchEvent(new Event(CHANGED))
}

function subscribe(listener: () => void): () => void {
  addEventListener(CHANGED, listener)
  return () => removeEventListener(CHANGED, listener)
}
