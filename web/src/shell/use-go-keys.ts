import { useEffect } from 'react'
import type { Place } from './navigation.ts'

/** The time within which a second key must follow `g`. */
const PAUSE_MS_MAX = 1_000

/** Opens a place by `g` and its key, outside of inputs. */
export function useGoKeys(places: readonly Place[], open: (href: string) => void): void {
  useEffect(() => {
    let pressedAt = -Infinity
    const listen = ({ key, target, timeStamp, ctrlKey, metaKey, altKey }: KeyboardEvent): void => {
      if (ctrlKey || metaKey || altKey || isInput(target)) return
      const place = places.find((one) => one.key === key)
      if (place && timeStamp - pressedAt < PAUSE_MS_MAX) open(place.href)
      pressedAt = key === 'g' ? timeStamp : -Infinity
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [places, open])
}

function isInput(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, select, textarea') !== null
}
