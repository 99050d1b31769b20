import { hash } from 'node:crypto'

/** SHA-256 of the canonical JSON of a parsed body: key order and number spelling do not matter. */
export function fingerprintOf(body: unknown): Buffer {
  return hash('sha256', canonical(body), 'buffer')
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
    const fields = entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`)
    return `{${fields.join(',')}}`
  }
  return JSON.stringify(value)
}
