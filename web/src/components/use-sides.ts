import { useEffect, useRef, useState, type RefObject } from 'react'

/** What makes an edge fade where a box goes on, and the box. */
interface Sides {
  readonly box: RefObject<HTMLDivElement | null>
  /** Its attributes, for the class `wide`. */
  readonly sides: { readonly 'data-more': string }
  /** To be called when it was scrolled. */
  look(): void
}

/**
 * Says on which sides a box that scrolls has more than it shows: bars show on some systems only while
 * they are moved, and below the last row.
 */
export function useSides(): Sides {
  const box = useRef<HTMLDivElement>(null)
  const [more, setMore] = useState('')
  useEffect(() => {
    const shown = box.current
    if (!shown) return undefined
    const sizes = new ResizeObserver(() => setMore(sidesWithMore(shown)))
    for (const one of [shown, ...shown.children]) sizes.observe(one)
    return () => sizes.disconnect()
  }, [])
  return {
    box,
    sides: { 'data-more': more },
    look: () => setMore(box.current ? sidesWithMore(box.current) : ''),
  }
}

function sidesWithMore({ scrollLeft, scrollWidth, clientWidth }: HTMLElement): string {
  const left = scrollLeft > 1 ? 'left' : ''
  // Widths are rounded, so the end may be a pixel away.
  const right = scrollLeft + clientWidth < scrollWidth - 1 ? 'right' : ''
  return `${left} ${right}`.trim()
}
