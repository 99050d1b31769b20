import { createHmac, timingSafeEqual } from 'node:crypto'
import { textOfLink } from '@tessera/sdk'
import { MS_PER_MINUTE, MS_PER_SECOND } from '../core/mod.ts'
import { credentialState, type KnownCredential } from '../partners/mod.ts'
import type { Vault } from '../vault/mod.ts'
import { linkId, type Link } from './link.ts'
import { TRUST_MS, trustOf } from './second-factor.ts'

/** How long before its end an address may be signed: a clock of a partner may be ahead, too. */
const SIGNED_MS_MAX = 15 * MS_PER_MINUTE
const SECONDS = /^[1-9]\d{0,10}$/

/** What the address says by which the app of a partner leads the person of a link to its page. */
export interface SignedEntry {
  readonly expires: string
  readonly signature: string
}

interface Entering {
  readonly link: Link
  readonly entry: SignedEntry
  /** That the address names; undefined if there is none. */
  readonly credential: KnownCredential | undefined
  readonly now: number
}

/**
 * Returns what the cookie of a browser says that comes by a signed address; undefined if the
 * signature is not of this link, has ended or ends too late, or if its credential is not one of the
 * partner's, may not send links, is revoked or has expired. It can be used until it ends: nothing
 * is stored of it.
 */
export function enterSigned(
  vault: Pick<Vault, 'blindIndex'>,
  { link, entry, credential, now }: Entering,
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
  const isSigned = received.length === expected.length && timingSafeEqual(received, expected)
  return isSigned ? trustOf(vault, link, { untilMs: now + TRUST_MS, clientId }) : undefined
}
