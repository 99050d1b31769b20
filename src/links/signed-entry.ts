import { createHmac } from 'node:crypto'
import { textOfLink } from '@tessera/sdk'
import { isSameSecret, MS_PER_MINUTE, MS_PER_SECOND } from '../core/mod.ts'
import { credentialState, type KnownCredential } from '../partners/mod.ts'
import type { Vault } from '../vault/mod.ts'
import { linkId, type Link } from './link.ts'
import { TRUST_MS, trustOf } from './second-factor.ts'

/**
 * The longest validity of a signed address. It includes a margin for a partner whose clock is
 * ahead.
 */
const SIGNED_MS_MAX = 15 * MS_PER_MINUTE
const SECONDS = /^[1-9]\d{0,10}$/

/**
 * The parameters of a signed address, by which a partner's app leads the person of a link to its
 * page.
 */
export interface SignedEntry {
  readonly expires: string
  readonly signature: string
}

interface EntryCheck {
  readonly link: Link
  readonly entry: SignedEntry
  /** The credential that the address names; undefined if it does not exist. */
  readonly credential: KnownCredential | undefined
  readonly now: number
}

/**
 * Returns the cookie for a browser that opens a link by a signed address. Undefined if the
 * signature is for another link, has expired or ends too late, or if its credential does not belong
 * to the partner, may not send links, is revoked or has expired. The address can be used until its
 * end: nothing about it is stored.
 */
export function enterSigned(
  vault: Pick<Vault, 'blindIndex'>,
  { link, entry, credential, now }: EntryCheck,
): string | undefined {
  if (link.secondFactor !== 'SIGNED' || !SECONDS.test(entry.expires)) return undefined
  if (!credential || credential.partnerId !== link.partnerId) return undefined
  if (!credential.permissions.has('links:write')) return undefined
  if (credentialState(credential, now) !== 'ACTIVE') return undefined
  const endsMs = Number(entry.expires) * MS_PER_SECOND
  if (endsMs <= now || endsMs > now + SIGNED_MS_MAX) return undefined
  const { expires } = entry
  const { clientId, hmacKey } = credential
  const text = textOfLink({ linkId: linkId(link), clientId, expires })
  const expected = createHmac('sha256', hmacKey).update(text).digest()
  const received = Buffer.from(entry.signature, 'base64url')
  return isSameSecret(received, expected)
    ? trustOf(vault, link, { untilMs: now + TRUST_MS, clientId })
    : undefined
}
