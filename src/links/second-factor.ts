import { isSameSecret, MS_PER_MINUTE } from '../core/mod.ts'
import type { Vault } from '../vault/mod.ts'
import { linkId, type Link } from './link.ts'
import { mailedCode } from './mailed-code.ts'

/** The time within which a code can be entered. */
export const CODE_MS = 10 * MS_PER_MINUTE
/** The time for which a browser needs no further code for the link. */
export const TRUST_MS = 30 * MS_PER_MINUTE
const MAC_BYTES = 24
const TICKET = /^([0-9a-f-]{36})\.(\d{1,15})\.([\w-]{32})$/
const TRUST = /^(trusted|signed\.([0-9a-f-]{36}))\.(\d{1,15})\.([\w-]{32})$/

type Hasher = Pick<Vault, 'blindIndex'>
type Named = Pick<Link, 'linkNo' | 'generation'>

/**
 * Names the mail with the code that a browser has requested. This browser can enter no other code.
 */
export interface Ticket {
  readonly messageId: string
  readonly untilMs: number
}

/** Returns the code that a mail or text brings. */
export function codeOf(vault: Hasher, messageId: string): string {
  return mailedCode(vault, `link-code:${messageId}`)
}

/** Returns the cookie for a browser that has requested a code. */
export function ticketOf(vault: Hasher, link: Named, { messageId, untilMs }: Ticket): string {
  const text = `${messageId}.${untilMs}`
  return `${text}.${macOf(vault, link, text)}`
}

/** Returns the ticket in a cookie; undefined if it is for another link or has expired. */
export function readTicket(
  vault: Hasher,
  link: Named,
  { cookie, nowMs }: { readonly cookie: string | undefined; readonly nowMs: number },
): Ticket | undefined {
  const [, messageId, until, mac] = TICKET.exec(cookie ?? '') ?? []
  if (messageId === undefined || until === undefined || mac === undefined) return undefined
  const untilMs = Number(until)
  const isTicket = isSameSecret(mac, macOf(vault, link, `${messageId}.${until}`))
  return isTicket && untilMs > nowMs ? { messageId, untilMs } : undefined
}

/**
 * Returns the cookie for a browser in which the code was entered, or that opened a signed address.
 */
export function trustOf(
  vault: Hasher,
  link: Named,
  { untilMs, clientId }: { readonly untilMs: number; readonly clientId?: string },
): string {
  const text = `${clientId === undefined ? 'trusted' : `signed.${clientId}`}.${untilMs}`
  return `${text}.${macOf(vault, link, text)}`
}

/** The unrevoked credentials that have signed addresses, each with the instant of its expiry. */
export type Signers = ReadonlyMap<string, number | undefined>

/**
 * Returns the credentials that the cookies of `trustOf` name as signers. Does not check the MACs.
 */
export function signersOf(trusts: readonly (string | undefined)[]): string[] {
  return [...new Set(trusts.flatMap((trust) => TRUST.exec(trust ?? '')?.[2] ?? []))]
}

export function toSigners(
  rows: readonly { readonly client_id: string; readonly expires_at: Date | null }[],
): Signers {
  return new Map(rows.map((row) => [row.client_id, row.expires_at?.getTime()]))
}

interface Proof {
  readonly trust: string | undefined
  readonly nowMs: number
  readonly signers: Signers
}

/**
 * True if a browser may use a link: the link needs no code, the code was entered there, or the
 * credential that signed its address is still valid.
 */
export function isTrusted(
  vault: Hasher,
  link: Named & Pick<Link, 'secondFactor'>,
  { trust, nowMs, signers }: Proof,
): boolean {
  if (link.secondFactor === 'NONE') return true
  const [, name, signer, until, mac] = TRUST.exec(trust ?? '') ?? []
  if (until === undefined || mac === undefined || Number(until) <= nowMs) return false
  if ((signer !== undefined) !== (link.secondFactor === 'SIGNED')) return false
  if (signer !== undefined && !(signers.has(signer) && (signers.get(signer) ?? Infinity) > nowMs)) {
    return false
  }
  return isSameSecret(mac, macOf(vault, link, `${name}.${until}`))
}

/** The MAC differs for another link, and for another address of this link. */
function macOf(vault: Hasher, { linkNo, generation }: Named, text: string): string {
  const hashedText = `link-factor:${linkId({ linkNo })}:${generation}:${text}`
  return vault.blindIndex('consumer_index', hashedText).toString('base64url', 0, MAC_BYTES)
}
