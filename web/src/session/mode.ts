import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

/** `live`: the portal shows the partner itself. `test`: it shows its test partner. */
export type Mode = 'live' | 'test'

const KEY = 'tessera-mode'
const CHANGED = 'tessera-mode-changed'

/** Returns the mode of this tab. */
export function currentMode(): Mode {
  return sessionStorage.getItem(KEY) === 'test' ? 'test' : 'live'
}

/**
 * Returns the mode, and a function that changes it and forgets everything read in the other mode.
 */
export function useMode(): [Mode, (mode: Mode) => void] {
  const mode = useSyncExternalStore(subscribe, currentMode)
  const queries = useQueryClient()
  const change = (next: Mode): void => {
    sessionStorage.setItem(KEY, next)
    dispatchEvent(new Event(CHANGED))
    void queries.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'getMe' })
  }
  return [mode, change]
}

function subscribe(listener: () => void): () => void {
  addEventListener(CHANGED, listener)
  return () => removeEventListener(CHANGED, listener)
}
