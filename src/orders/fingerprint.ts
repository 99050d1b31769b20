import { hash } from 'node:crypto'

/** SHA-256 of the canonical JSON of a parsed body: key order and number spelling do not matter. */
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
  // By UTF-16 units, which is how text is sorted where nothing else is said.
  for (const key of Object.keys(value).toSorted()) {
    const inner = canonical((value as Readonly<Record<string, unknown>>)[key])
    fields += `${fields === '' ? '' : ','}${JSON.stringify(key)}:${inner}`
  }
  return `{${fields}}`
}
