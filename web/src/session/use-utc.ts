import { useSyncExternalStore } from 'react'

const KEY = 'tessera-times'
const UTC = 'utc'
const CHANGED = 'tessera-times-changed'

/** Returns whether times are shown in UTC, as in logs, and a function that changes that. */
export function useUtc(): [boolean, (isUtc: boolean) => void] {
  return [useSyncExternalStore(subscribe, isUtcChosen), choose]
}

function isUtcChosen(): boolean {
  return localStorage.getItem(KEY) === UTC
}

function choose(isUtc: boolean): void {
  if (isUtc) localStorage.setItem(KEY, UTC)
  else localStorage.removeItem(KEY)
  dispatchEvent(new Event(CHANGED))
}

function subscribe(listener: () => void): () => void {
  // A change in another tab arrives as `storage`.
  for (const name of [CHANGED, 'storage']) addEventListener(name, listener)
  return () => {
    for (const name of [CHANGED, 'storage']) removeEventListener(name, listener)
  }
}
