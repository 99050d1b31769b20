import { findCurrency } from '../core/mod.ts'
import type { Reply, Money, RefusedFor, Verdict } from './adapter.ts'
import { cutText, oneLine } from './one-line.ts'

const RETRY_AFTER_SECONDS_MAX = 3_600

/**
 * The meaning of a supplier's error code. `look`: the create may have been done, or its reference
 * was used before, so it is looked up.
 */
export type Meaning = RefusedFor | OfEachCopy | 'busy' | 'duplicate' | 'look'

interface OfEachCopy {
  readonly ofEachCopy: RefusedFor
}

/** Returns the meaning of a code that refuses every copy of a create; see `Verdict`. */
export function ofEachCopy(reason: RefusedFor): OfEachCopy {
  return { ofEachCopy: reason }
}

/** A supplier's error. Its code takes precedence over the HTTP status. */
export interface SupplierError {
  readonly code: string | undefined
  readonly message: string | undefined
}

/**
 * Returns what a refused create means. A code in the table decides. Otherwise 429 means busy, 401
 * and 403 a fault of our account, and everything else unknown: the meaning of an undocumented code
 * is never guessed.
 */
export function verdictOf(
  response: Reply,
  { code, message }: SupplierError,
  meanings: Readonly<Record<string, Meaning>>,
): Verdict {
  const { status } = response
  const detail = textOf(response, { code, message })
  const meaning =
    code !== undefined && Object.hasOwn(meanings, code) ? meanings[code] : meaningOf(status)
  if (meaning === undefined || meaning === 'look') return { is: 'unknown', detail }
  if (meaning === 'duplicate') return { is: 'duplicate' }
  if (meaning === 'busy') return { is: 'busy', detail, ...retryAfterOf(response) }
  return typeof meaning === 'object'
    ? { is: 'refused', for: meaning.ofEachCopy, detail, isOfEachCopy: true }
    : { is: 'refused', for: meaning, detail }
}

/**
 * Returns the verdict of a failed look-up. The failure says nothing about the create, whatever its
 * code is: a create is refused or absent only if the supplier says that about the create itself.
 */
export function failedLookUp(response: Reply, error: SupplierError): Verdict {
  const detail = textOf(response, error)
  return response.status === 429
    ? { is: 'busy', detail, ...retryAfterOf(response) }
    : { is: 'unknown', detail }
}

function textOf({ status }: Reply, { code, message }: SupplierError): string {
  return `${status} ${code ?? ''} ${message ?? ''}`
}

function meaningOf(status: number): Meaning | undefined {
  if (status === 429) return 'busy'
  if (status === 401 || status === 403) return ofEachCopy('account')
  return undefined
}

/** Reads `Retry-After` in seconds; for a date, the kit's own pause applies. */
export function retryAfterOf({ headers }: Reply): {
  readonly askAgainInSeconds?: number
} {
  const text = headers['retry-after'] ?? ''
  if (!/^[0-9]{1,9}$/.test(text)) return {}
  return { askAgainInSeconds: Math.min(Math.max(Number(text), 1), RETRY_AFTER_SECONDS_MAX) }
}

/** Longer numbers break reports of all suppliers, and a double has at most 17 digits. */
const AMOUNT = /^-?[0-9]{1,15}(\.[0-9]{1,20})?$/

/** Returns an amount if it can be stored and summed, and is in a currency that is known. */
export function moneyOf(
  amount: string | undefined,
  currency: string | undefined,
): Money | undefined {
  if (amount === undefined || !AMOUNT.test(amount)) return undefined
  return findCurrency(currency ?? '') && { amount, currency: currency ?? '' }
}

const THEIRS_LENGTH_MAX = 200

/**
 * Returns a verdict that can be stored: with the supplier's id of the order as one line, and
 * without a negative charge, which would look like earnings. The cost is then not known.
 */
export function storableVerdict(verdict: Verdict): Verdict {
  if (!('theirs' in verdict) || verdict.theirs === undefined) return verdict
  const theirs = cutText(oneLine(verdict.theirs), THEIRS_LENGTH_MAX)
  if (verdict.is !== 'done') return { ...verdict, theirs }
  const { charged } = verdict
  return { ...verdict, theirs, charged: charged?.amount.startsWith('-') ? undefined : charged }
}

export function isSuccess({ status }: Reply): boolean {
  return status >= 200 && status <= 299
}
