/** What was typed since the last start. */
let text = ''

/**
 * Collects what is typed until `takeTyped`, and keeps it from the page: the input that it is meant
 * for may not have the focus yet. Escape and the pointer end it.
 */
export function collectTyped(): void {
  text = ''
  document.addEventListener('keydown', collect, true)
  document.addEventListener('pointerdown', stop, true)
}

/** Returns what was typed, and stops collecting. */
export function takeTyped(): string {
  const typed = text
  stop()
  return typed
}

function collect(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey } = event
  if (ctrlKey || metaKey || altKey) return
  if (key === 'Escape') return stop()
  if (key === 'Backspace') text = text.slice(0, -1)
  else if (key.length === 1) text += key
  else return
  event.preventDefault()
  event.stopPropagation()
}

function stop(): void {
  text = ''
  document.removeEventListener('keydown', collect, true)
  document.removeEventListener('pointerdown', stop, true)
}
