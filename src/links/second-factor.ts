import { timingSafeEqual } from 'node:crypto'
import { MS_PER_MINUTE } from '../core/mod.ts'
import type { Vault } from '../vault/mod.ts'
import { linkId, type Link } from './link.ts'

/** How long a code can be entered. */
export const CODE_MS = 10 * MS_PER_MINUTE
/** How long a browser needs no further code for the link. */
export const TRUST_MS = 30 * MS_PER_MINUTE
const CODE_DIGITS = 6
const MAC_BYTES = 24
const TICKET = /^([0-9a-f-]{36})\.(\d{1,15})\.([\w-]{32})$/
const TRUST = /^trusted\.(\d{1,15})\.([\w-]{32})$/

type Hasher = Pick<Vault, 'blindIndex'>
type Named = Pick<Link, 'linkNo' | 'generation'>

/** Names the mail with the code that a browser has asked for: it takes no other one's code. */
export interface Ticket {
  readonly messageId: string
  readonly untilMs: number
}

/** Returns the code that a mail brings: a keyed hash of its id, so that no row has it. */
export function codeOf(vault: Hasher, messageId: string): string {
  const bytes = vault.blindIndex('consumer_index', `link-code:${messageId}`)
  const number = bytes.readBigUInt64BE() % 10n ** BigInt(CODE_DIGITS)
  return String(number).padStart(CODE_DIGITS, '0')
}

/** Returns what the cookie of a browser says that has asked for a code. */
export function ticketOf(vault: Hasher, link: Named, { messageId, untilMs }: Ticket): string {
  const text = `${messageId}.${untilMs}`
  return `${text}.${macOf(vault, link, text)}`
}

/** Reads a ticket of this link, if it is one and has not ended. */
export function readTicket(
  vault: Hasher,
  link: Named,
  { cookie, nowMs }: { readonly cookie: string | undefined; readonly nowMs: number },
): Ticket | undefined {
  const [, messageId, until, mac] = TICKET.exec(cookie ?? '') ?? []
  if (messageId === undefined || until === undefined || mac === undefined) return undefined
  const untilMs = Number(until)
  const isTicket = isMac(mac, macOf(vault, link, `${messageId}.${until}`))
  return isTicket && untilMs > nowMs ? { messageId, untilMs } : undefined
}

/** Returns what the cookie of a browser says in which the code was entered. */
export function trustOf(vault: Hasher, link: Named, untilMs: number): string {
  const text = `trusted.${untilMs}`
  return `${text}.${macOf(vault, link, text)}`
}

/** Says whether a browser may use a link: it asks for no code, or the code was entered there. */
export function isTrusted(
  vault: Hasher,
  link: Named & Pick<Link, 'secondFactor'>,
  { trust, nowMs }: { readonly trust: string | undefined; readonly nowMs: number },
): boolean {
  if (link.secondFactor === 'NONE') return true
  const [, until, mac] = TRUST.exec(trust ?? '') ?? []
  if (until === undefined || mac === undefined || Number(until) <= nowMs) return false
  return isMac(mac, macOf(vault, link, `trusted.${until}`))
}

/** Another link, and another address of this one, has other hashes. */
function macOf(vault: Hasher, { linkNo, generation }: Named, text: string): string {
  const named = `link-factor:${linkId({ linkNo })}:${generation}:${text}`
  return vault.blindIndex('consumer_index', named).toString('base64url', 0, MAC_BYTES)
}

function isMac(received: string, expected: string): boolean {
  return timingSafeEqual(Buffer.from(received), Buffer.from(expected))
}
