import { MS_PER_SECOND, parseOrderId, Refusal, type OrderName } from '../core/mod.ts'
import type { Vault } from '../vault/mod.ts'

/** A download link. Whoever has it can download the order's codes until it expires. */
export interface ExportLink {
  /** Path and query, relative to the service's base URL. */
  readonly target: string
  /** Milliseconds, in whole seconds. */
  readonly expiresAt: number
}

/** The parts of a download link as a client sent them, not yet checked. */
export interface LinkClaim {
  readonly orderId: string
  readonly expires: unknown
  readonly signature: unknown
}

const EXPIRES = /^[1-9]\d{9,11}$/
/**
 * 32 bytes in base64url without padding. The last character carries 4 bits; its low 2 are zero.
 */
const SIGNATURE = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/

/** Returns a link to the codes of an order, valid for `seconds` from `now` (milliseconds). */
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
 * Returns the order that a link is for. Refuses link_invalid with the same text for altered,
 * invented and expired links.
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
  // These checks need no key: the caller could make them too.
  if (!order || !isWellFormed || now >= Number(expires) * MS_PER_SECOND) throw linkInvalid()
  const actual = Buffer.from(signature, 'base64url')
  if (!(await vault.isSignature(signedText(orderId, expires), actual))) throw linkInvalid()
  return order
}

export function linkInvalid(): Refusal {
  return new Refusal('link_invalid', 'the link is not valid, or has expired')
}

/**
 * Returns the text to sign. The order's id contains its partner, so partner and expiry are bound.
 */
function signedText(orderId: string, expires: string): string {
  return `GET\n/exports/${orderId}\n${expires}`
}
