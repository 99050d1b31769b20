import { useLocalStorage } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { currentMode } from '../session/mode.ts'
import { sessionQuery } from '../session/session.ts'
import { readCarts, type SavedCart } from './saved-cart.ts'

/** The carts that the user who is signed in saved in this browser, in the mode of the tab. */
export function useSavedCarts() {
  const { data: session } = useQuery(sessionQuery)
  const { partnerId, userId } = session?.user ?? {}
  return useLocalStorage<readonly SavedCart[]>({
    key: `tessera-carts-${partnerId ?? 0}-${userId ?? 0}-${currentMode()}`,
    defaultValue: [],
    getInitialValueInEffect: false,
    deserialize: readCarts,
  })
}
