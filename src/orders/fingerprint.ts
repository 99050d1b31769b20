import { createHash, hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'

/** Returns the SHA-256 of a parsed body as canonical JSON: sorted keys, numbers in one spelling. */
export function fingerprintOf(body: unknown): Buffer {
  return hash('sha256', canonical(body), 'buffer')
}

/** Hashing this many rows takes some milliseconds. */
const ROWS_OF_STEP = 500

/**
 * Returns the same hash as `fingerprintOf`, for a body whose field `rowsAt` has many rows. Hashes
 * them in steps, so that it does not block the event loop.
 */
export async function fingerprintOfMany(
  body: Readonly<Record<string, unknown>>,
  rowsAt: string,
): Promise<Buffer> {
  const rows = body[rowsAt]
  if (!Array.isArray(rows) || rows.length <= ROWS_OF_STEP) return fingerprintOf(body)
  const digest = createHash('sha256')
  const names = Object.keys(body).toSorted()
  const fieldsOf = (some: readonly string[]): string =>
    some.map((name) => `${JSON.stringify(name)}:${canonical(body[name])}`).join(',')
  const [before, after] = [
    names.filter((name) => name < rowsAt),
    names.filter((name) => name > rowsAt),
  ]
  const comma = before.length > 0 ? ',' : ''
  digest.update(`{${fieldsOf(before)}${comma}${JSON.stringify(rowsAt)}:`)
  for (let at = 0; at < rows.length; at += ROWS_OF_STEP) {
    const step = rows.slice(at, at + ROWS_OF_STEP).map(canonical)
    digest.update(`${at === 0 ? '[' : ','}${step.join(',')}`)
    await setImmediate()
  }
  const rest = after.length > 0 ? `,${fieldsOf(after)}` : ''
  return digest.update(`]${rest}}`).digest()
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
