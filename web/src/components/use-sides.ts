import { useEffect, useRef, useState, type RefObject } from 'react'

/** The box, the attributes that fade its edges, and the measurement to repeat after a scroll. */
interface Sides {
  readonly box: RefObject<HTMLDivElement | null>
  /** For the class `wide`. */
  readonly sides: { readonly 'data-more': string }
  measure(): void
}

/**
 * Returns on which sides a box has more to scroll to. Some systems show scroll bars only while they
 * move.
 */
export function useSides(): Sides {
  const box = useRef<HTMLDivElement>(null)
  const [more, setMore] = useState('')
  useEffect(() => {
    const shown = box.current
    return shown ? observe(shown, () => setMore(sidesWithMore(shown))) : undefined
  }, [])
  return {
    box,
    sides: { 'data-more': more },
    measure: () => setMore(box.current ? sidesWithMore(box.current) : ''),
  }
}

/** Calls back when a box or one of its children changes its size, also children that are added. */
function observe(box: Element, onResize: () => void): () => void {
  const sizes = new ResizeObserver(onResize)
  const observeAll = (): void => {
    sizes.disconnect()
    for (const one of [box, ...box.children]) sizes.observe(one)
  }
  const children = new MutationObserver(observeAll)
  observeAll()
  children.observe(box, { childList: true })
  return () => {
    children.disconnect()
    sizes.disconnect()
  }
}

function sidesWithMore({ scrollLeft, scrollWidth, clientWidth }: HTMLElement): string {
  const left = scrollLeft > 1 ? 'left' : ''
  // Widths are rounded, so the end may be a pixel away.
  const right = scrollLeft + clientWidth < scrollWidth - 1 ? 'right' : ''
  return `${left} ${right}`.trim()
}
