import type { Fields } from './adapter.ts'
import { cutText, oneLine } from './one-line.ts'

/** Shorter texts are not secrets, and occur in many others. */
const SECRET_LENGTH_MIN = 4
const DETAIL_LENGTH_MAX = 200

/** Patterns that find these secrets, in upper or lower case, and as they are encoded in a URL. */
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
    // Converted to UTF-8 first, because half a character cannot be encoded in a URL.
    .flatMap((secret = '') => [secret, encodeURIComponent(Buffer.from(secret).toString())])
    // The longest first: if a secret begins with another one, its end would otherwise stay.
    .toSorted((one, other) => other.length - one.length)
    .map((one) => one.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
  // `(?!)` matches nothing: it stands alone if there are no secrets.
  return new RegExp([...spellings, '(?!)'].join('|'), 'gi')
}

/**
 * Returns a result whose `detail`, a text of a supplier, has none of our secrets: the text is shown
 * and stored, and a supplier may echo our secrets. It is cut only afterwards, because half a secret
 * would not be found.
 */
export function withoutSecrets<Result extends object>(result: Result, secrets: Fields): Result {
  if (!('detail' in result) || typeof result.detail !== 'string') return result
  const detail = cutText(oneLine(hideSecrets(result.detail, secrets)).trim(), DETAIL_LENGTH_MAX)
  return { ...result, detail }
}
