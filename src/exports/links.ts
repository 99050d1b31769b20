import { parseOrderId, Refusal, type OrderName } from '../core/mod.ts'
import type { Vault } from '../vault/mod.ts'

/** A download link: whoever has it may fetch the order's codes until it expires. */
export interface ExportLink {
  /** Path and query, to be appended to the base of the service. */
  readonly target: string
  /** Milliseconds; a whole second. */
  readonly expiresAt: number
}

/** What a link says, as its path and query have it. */
export interface LinkClaim {
  readonly orderId: string
  readonly expires: unknown
  readonly signature: unknown
}

const MS_PER_SECOND = 1_000
const EXPIRES = /^[1-9]\d{9,11}$/
/** 32 bytes in base64url without padding; the last character holds 4 bits, the 2 below are zero. */
const SIGNATURE = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/

/** Makes a link for an order, good for `seconds` from `now` (milliseconds). */
export function makeLink(
  vault: Pick<Vault, 'sign'>,
  orderId: string,
  { now, seconds }: { now: number; seconds: number },
): ExportLink {
  const expires = Math.floor(now / MS_PER_SECOND) + seconds
  const signature = vault.sign(signedText(orderId, String(expires))).toString('base64url')
  return {
    target: `/exports/${orderId}?expires=${expires}&signature=${signature}`,
    expiresAt: expires * MS_PER_SECOND,
  }
}

/**
 * The order that a link opens, with its partner. Refuses link_invalid, in the same words for a link
 * that was altered, made up, or has expired.
 */
export async function openLink(
  vault: Pick<Vault, 'isSignature'>,
  { orderId, expires, signature }: LinkClaim,
  now: number,
): Promise<OrderName> {
  const order = parseOrderId(orderId)
  const isWellFormed =
    typeof expires === 'string' &&
    EXPIRES.test(expires) &&
    typeof signature === 'string' &&
    SIGNATURE.test(signature)
  // What whoever asks can see as well: no key is read for it.
  if (!order || !isWellFormed || now >= Number(expires) * MS_PER_SECOND) throw linkInvalid()
  const given = Buffer.from(signature, 'base64url')
  if (!(await vault.isSignature(signedText(orderId, expires), given))) throw linkInvalid()
  return order
}

export function linkInvalid(): Refusal {
  return new Refusal('link_invalid', 'the link is not valid, or has expired')
}

/** The order's id names its partner, so the text binds order, partner and expiry. */
function signedText(orderId: string, expires: string): string {
  return `GET\n/exports/${orderId}\n${expires}`
}
