import type { Fields } from './adapter.ts'
import { oneLine } from './one-line.ts'

/** Shorter texts are no secrets, and stand in many others. */
const SECRET_LENGTH_MIN = 4
const DETAIL_LENGTH_MAX = 200

/** What finds these secrets, in any spelling of letters or of a URL. */
const patterns = new WeakMap<Fields, RegExp>()

/** Returns a text of a supplier without our secrets. */
export function hideSecrets(text: string, secrets: Fields): string {
  const pattern = patterns.get(secrets) ?? patternOf(secrets)
  patterns.set(secrets, pattern)
  return text.replaceAll(pattern, '***')
}

function patternOf(secrets: Fields): RegExp {
  const spellings = Object.values(secrets)
    .filter((secret) => secret !== undefined && secret.length >= SECRET_LENGTH_MIN)
    // As UTF-8, because half a character has no spelling in a URL.
    .flatMap((secret = '') => [secret, encodeURIComponent(Buffer.from(secret).toString())])
    // One that begins with another one would be left in part.
    .toSorted((one, other) => other.length - one.length)
    .map((one) => one.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
  // The last one matches nothing.
  return new RegExp([...spellings, '(?!)'].join('|'), 'gi')
}

/**
 * Returns what a supplier has said without our secrets, because it is shown and stored, and a
 * supplier may echo them. Only then it is cut: half a secret would not be found.
 */
export function withoutSecrets<Said extends object>(said: Said, secrets: Fields): Said {
  if (!('detail' in said) || typeof said.detail !== 'string') return said
  const detail = oneLine(hideSecrets(said.detail, secrets)).trim().slice(0, DETAIL_LENGTH_MAX)
  return { ...said, detail }
}
