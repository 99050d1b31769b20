import { createHmac } from 'node:crypto'
import { isSameSecret, MS_PER_SECOND, type Clock, randomBytes } from '../core/mod.ts'
import { oneRow, type Db } from '../db/mod.ts'
import { passwordHashesOf } from './user-rows.ts'

/** How long a browser is known after a sign-in. */
export const DEVICE_SECONDS_MAX = 180 * 24 * 3_600
/** The most users remembered per browser: those who signed in last. */
const USERS_MAX = 5
const NONCE_BYTES = 16
const SEPARATOR = '~'
/** The user, the time of the sign-in, a random part, and a MAC over all three. */
const TOKEN = /^([1-9]\d{0,9})\.([1-9]\d{0,11})\.([\w-]{22})\.([\w-]{43})$/

/** A browser in which a user has signed in before. */
export interface Device {
  readonly userId: number
  /** A random text, drawn again at each sign-in. */
  readonly nonce: string
}

/** The origin of a request by somebody who is not signed in. */
export interface Visitor {
  /** The network of the address. */
  readonly network: string
  /** The cookie of known browsers, if the browser has sent one. */
  readonly deviceCookie: string | undefined
}

interface Token extends Device {
  readonly text: string
  readonly issuedAt: string
  readonly proof: string
}

interface DeviceContext {
  readonly db: Db
  readonly clock: Clock
}

/**
 * Returns the users who have signed in with this browser before, by its cookie. The MAC of each is
 * keyed with the hash of the user's password, so a new password invalidates it. Without a cookie,
 * no statement is sent.
 */
export async function knownDevices(
  { db, clock }: DeviceContext,
  { deviceCookie }: Pick<Visitor, 'deviceCookie'>,
): Promise<readonly Device[]> {
  const tokens = tokensIn(deviceCookie, clock.now())
  if (tokens.length === 0) return []
  const rows = await db.rows(passwordHashesOf(tokens.map(({ userId }) => userId)))
  const hashes = new Map(rows.map((row) => [row.user_id, row.password_hash]))
  return tokens.filter((token) => isProved(token, hashes.get(token.userId)))
}

/** Returns the entry of this user, if the user has signed in with this browser before. */
export function deviceOf(devices: readonly Device[], userId: number | undefined) {
  return devices.find((device) => device.userId === userId)
}

/**
 * Returns the cookie of a browser in which this user has just signed in, or set a password. The
 * other users of the former cookie stay in it.
 */
export async function newDeviceCookie(
  { db, clock }: DeviceContext,
  { userId, deviceCookie }: Pick<Visitor, 'deviceCookie'> & { readonly userId: number },
): Promise<string> {
  const now = clock.now()
  const others = tokensIn(deviceCookie, now).filter((token) => token.userId !== userId)
  const { password_hash: passwordHash } = await oneRow(db, passwordHashesOf([userId]))
  const nonce = randomBytes(NONCE_BYTES).toString('base64url')
  const issuedAt = String(Math.floor(now / MS_PER_SECOND))
  const proof = proofOf({ userId, nonce, issuedAt }, passwordHash).toString('base64url')
  const cookie = [userId, issuedAt, nonce, proof].join('.')
  const recent = others.slice(0, USERS_MAX - 1).map(({ text }) => text)
  return [cookie, ...recent].join(SEPARATOR)
}

function tokensIn(cookie: string | undefined, now: number): Token[] {
  if (cookie === undefined) return []
  const texts = cookie.split(SEPARATOR, USERS_MAX)
  const tokens = texts.flatMap((text) => {
    const [, userId = '', issuedAt = '', nonce = '', proof = ''] = TOKEN.exec(text) ?? []
    const ageMs = now - Number(issuedAt) * MS_PER_SECOND
    const isCurrent = userId !== '' && ageMs < DEVICE_SECONDS_MAX * MS_PER_SECOND
    return isCurrent ? [{ text, userId: Number(userId), issuedAt, nonce, proof }] : []
  })
  return [...new Map(tokens.map((token) => [token.userId, token])).values()]
}

function isProved(token: Token, passwordHash: string | undefined): boolean {
  if (passwordHash === undefined) return false
  return isSameSecret(proofOf(token, passwordHash), Buffer.from(token.proof, 'base64url'))
}

function proofOf(
  { userId, nonce, issuedAt }: Pick<Token, 'userId' | 'nonce' | 'issuedAt'>,
  passwordHash: string,
): Buffer {
  return createHmac('sha256', passwordHash).update(`device ${userId} ${issuedAt} ${nonce}`).digest()
}
