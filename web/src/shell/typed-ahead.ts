export interface Typed {
  readonly text: string
  /** True if Enter ended it. */
  readonly isEntered: boolean
}

const NOTHING: Typed = { text: '', isEntered: false }
/** What was typed since the last start. */
let typed = NOTHING

/**
 * Collects what is typed until `takeTyped`, and keeps it from the page: the input that it is meant
 * for may not have the focus yet. Nothing is added after Enter. Escape and the pointer end it.
 */
export function collectTyped(): void {
  typed = NOTHING
  document.addEventListener('keydown', collect, true)
  document.addEventListener('pointerdown', stop, true)
}

/** Returns what was typed, and stops collecting. */
export function takeTyped(): Typed {
  const ahead = typed
  stop()
  return ahead
}

function collect(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey } = event
  if (ctrlKey || metaKey || altKey) return
  if (key === 'Escape') return stop()
  const next = after(typed, key)
  if (next === undefined) return
  typed = next
  event.preventDefault()
  event.stopPropagation()
}

/** Returns what is typed after a further key; undefined for a key that types nothing. */
function after({ text, isEntered }: Typed, key: string): Typed | undefined {
  if (key === 'Enter') return { text, isEntered: true }
  if (key !== 'Backspace' && key.length !== 1) return undefined
  if (isEntered) return { text, isEntered }
  return { text: key === 'Backspace' ? text.slice(0, -1) : text + key, isEntered }
}

function stop(): void {
  typed = NOTHING
  document.removeEventListener('keydown', collect, true)
  document.removeEventListener('pointerdown', stop, true)
}
