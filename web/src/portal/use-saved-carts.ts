import { useLocalStorage } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { currentMode } from '../session/mode.ts'
import { sessionQuery } from '../session/session.ts'
import { readCarts, type SavedCart } from './saved-cart.ts'

/**
 * The carts that the user who is signed in saved in this browser, in the mode of the tab, and a
 * function that saves others. It returns false, and changes nothing, if the browser has no room.
 */
export function useSavedCarts(): [readonly SavedCart[], (carts: readonly SavedCart[]) => boolean] {
  const { data: session } = useQuery(sessionQuery)
  const { partnerId, userId } = session?.user ?? {}
  const key = `tessera-carts-${partnerId ?? 0}-${userId ?? 0}-${currentMode()}`
  const [carts, setCarts] = useLocalStorage<readonly SavedCart[]>({
    key,
    defaultValue: [],
    getInitialValueInEffect: false,
    deserialize: readCarts,
  })
  const save = (next: readonly SavedCart[]): boolean => {
    try {
      // `setCarts` would show carts that could not be stored.
      localStorage.setItem(key, JSON.stringify(next))
    } catch {
      return false
    }
    setCarts(next)
    return true
  }
  return [carts, save]
}
