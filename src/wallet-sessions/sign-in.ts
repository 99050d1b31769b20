import { blindEmail } from '../consumers/mod.ts'
import { foldEmail, isSameSecret, isUuid, type Clock, randomUUID } from '../core/mod.ts'
import { maybeRow, oneRow, transact, type Database, type Tx } from '../db/mod.ts'
import type { Vault } from '../vault/mod.ts'
import { insertSession, lockConsumer, openSession } from './session-rows.ts'
import { CODES_MAX, SIGN_IN_MS, signInCode, WRONG_CODES_MAX } from './sign-in-code.ts'
import {
  insertSignIn,
  lockAddress,
  lockSignIn,
  lockSwitch,
  recordEntered,
  signInsSince,
} from './sign-in-rows.ts'
import { addressToken, PAGE_MS, pageToken, walletTokenHash } from './wallet-session.ts'

interface Sources {
  readonly db: Database
  readonly vault: Vault
  readonly clock: Clock
}

/** The response to an entered address. It is the same for an unknown address. */
export type RequestedSignIn =
  | { readonly outcome: 'requested'; readonly key: string }
  | { readonly outcome: 'off' }
  | { readonly outcome: 'wait'; readonly untilMs: number }

/**
 * Queues the mail with a code if the address belongs to a consumer of the partner. Returns `off` if
 * people of the partner cannot sign in.
 */
export async function requestSignIn(
  { db, vault, clock }: Sources,
  partnerId: number,
  { email, locale }: { readonly email: string; readonly locale: string },
): Promise<RequestedSignIn> {
  const createdMs = clock.now()
  const emailBlind = blindEmail(vault, partnerId, foldEmail(email))
  return transact(db, async (tx) => {
    if (!(await isOn(tx, partnerId))) return { outcome: 'off' }
    await tx.rows(lockAddress(partnerId, emailBlind))
    for (const { withinMs, count } of CODES_MAX) {
      const codes = await oneRow(tx, signInsSince(partnerId, emailBlind, createdMs - withinMs))
      if (Number(codes.count) >= count) {
        return { outcome: 'wait', untilMs: (codes.first?.getTime() ?? createdMs) + withinMs }
      }
    }
    const key = randomUUID()
    await oneRow(tx, insertSignIn({ partnerId, key, emailBlind, locale, createdMs }))
    return { outcome: 'requested', key }
  })
}

export type EnteredSignIn =
  | { readonly outcome: 'opened'; readonly pageToken: string }
  | { readonly outcome: 'wrong' | 'over' | 'off' }

/**
 * Opens a page for the person who enters the mailed code, and returns the token of the page. A code
 * is valid once. Returns `wrong` for a wrong code, and `over` if the code is too old, was used, or
 * if too many wrong ones were entered. An unknown address gets the same results. Returns `off`,
 * without reading the code, if people of the partner cannot sign in any more.
 */
export async function enterSignIn(
  { db, vault, clock }: Sources,
  partnerId: number,
  { key, code }: { readonly key: string; readonly code: string },
): Promise<EnteredSignIn> {
  if (!isUuid(key)) return { outcome: 'over' }
  const now = clock.now()
  return transact(db, async (tx) => {
    if (!(await isOn(tx, partnerId))) return { outcome: 'off' }
    const row = await maybeRow(tx, lockSignIn(partnerId, key))
    if (!row || row.used_at !== null || row.wrong_codes >= WRONG_CODES_MAX) {
      return { outcome: 'over' }
    }
    if (row.created_at.getTime() + SIGN_IN_MS <= now) return { outcome: 'over' }
    const isCode = isSameSecret(signInCode(vault, partnerId, key), code)
    const consumerId = row.consumer_id === null ? undefined : Number(row.consumer_id)
    const isRight = isCode && consumerId !== undefined
    await tx.rows(recordEntered(row, { isRight, now }))
    if (!isRight) return { outcome: row.wrong_codes + 1 < WRONG_CODES_MAX ? 'wrong' : 'over' }
    const token = await openPage(tx, vault, { partnerId, consumerId, locale: row.locale, now })
    return token === undefined ? { outcome: 'over' } : { outcome: 'opened', pageToken: token }
  })
}

/**
 * Returns true if people of the partner can sign in, and locks this setting until the transaction
 * ends. Never true for test partners, who get no mails.
 */
async function isOn(tx: Tx, partnerId: number): Promise<boolean> {
  return (await maybeRow(tx, lockSwitch(partnerId)))?.is_on === true
}

interface SignedIn {
  readonly partnerId: number
  readonly consumerId: number
  readonly locale: string
  readonly now: number
}

/**
 * Inserts an open session and returns the token of its page. Returns undefined if the consumer was
 * erased meanwhile.
 */
async function openPage(
  tx: Tx,
  vault: Vault,
  { partnerId, consumerId, locale, now }: SignedIn,
): Promise<string | undefined> {
  if (!(await maybeRow(tx, lockConsumer(partnerId, consumerId)))) return undefined
  const named = { partnerId, key: randomUUID() }
  const hash = walletTokenHash(vault, addressToken(vault, named))
  const token = pageToken(vault, named)
  const session = {
    ...named,
    consumerId,
    walletId: undefined,
    locale,
    tokenHash: hash,
    pageHash: walletTokenHash(vault, token),
    idempotencyKey: undefined,
    fingerprint: Buffer.alloc(0),
    clientId: undefined,
    createdMs: now,
    openUntilMs: now + 1,
  }
  await tx.rows(insertSession(session))
  // The session also has an address, but nobody gets the token of the address.
  await oneRow(tx, openSession({ partnerId, hash, nowMs: now, endsMs: now + PAGE_MS }))
  return token
}
