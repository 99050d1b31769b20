import { hash } from 'node:crypto'

/** Returns the SHA-256 of a parsed body as canonical JSON: sorted keys, numbers in one spelling. */
export function fingerprintOf(body: unknown): Buffer {
  return hash('sha256', canonical(body), 'buffer')
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value === 'object' && value !== null) return canonicalObject(value)
  return JSON.stringify(value)
}

function canonicalObject(value: object): string {
  let fields = ''
  // By UTF-16 units, the default order of text.
  for (const key of Object.keys(value).toSorted()) {
    const inner = canonical((value as Readonly<Record<string, unknown>>)[key])
    fields += `${fields === '' ? '' : ','}${JSON.stringify(key)}:${inner}`
  }
  return `{${fields}}`
}
