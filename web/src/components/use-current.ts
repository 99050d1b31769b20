import { useSyncExternalStore } from 'react'

const EVERY_MS = 5_000

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** Returns a text about the present, kept current. One timer serves all that are shown. */
export function useCurrent(text: () => string): string {
  return useSyncExternalStore(subscribe, text)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => listeners.forEach((one) => one()), EVERY_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
