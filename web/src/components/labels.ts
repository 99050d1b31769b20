/** Reads labels from lines such as `team: HR`; undefined if a line is not a label. */
export function labelsOf(text: string): Readonly<Record<string, string>> | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const labels = lines.map((line) => {
    const at = line.indexOf(':')
    return [line.slice(0, Math.max(at, 0)).trim(), line.slice(at + 1).trim()] as const
  })
  const keys = new Set(labels.map(([key]) => key))
  return keys.has('') || keys.size < labels.length ? undefined : Object.fromEntries(labels)
}

/** Returns labels as they are entered, one after the other. */
export function shownLabels(labels: Readonly<Record<string, string>> = {}): string {
  return Object.entries(labels)
    .map(([key, value]) => `${key}: ${value}`)
    .join(' · ')
}
