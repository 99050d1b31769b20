export interface TypedText {
  readonly text: string
  /** True if Enter ended it. */
  readonly isEntered: boolean
}

const NOTHING: TypedText = { text: '', isEntered: false }
/** The text typed since the last start. */
let typed = NOTHING

/**
 * Collects typed keys until `takeTyped`, and keeps them from the page, because the input that they
 * are meant for may not have the focus yet. Enter ends the text. Escape and the pointer end the
 * collection.
 */
export function collectTyped(): void {
  typed = NOTHING
  document.addEventListener('keydown', collect, true)
  document.addEventListener('pointerdown', stop, true)
}

/** Returns the typed text, and stops collecting. */
export function takeTyped(): TypedText {
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

/** Returns the text after another key; undefined for a key that types nothing. */
function after({ text, isEntered }: TypedText, key: string): TypedText | undefined {
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
