import { parseNumericId, Refusal, type Clock, randomUUID } from '../core/mod.ts'
import { maybeRow, oneRow, transact, type Database, type Db } from '../db/mod.ts'
import { partnerOfToken } from '../links/mod.ts'
import { findSpendableWallets } from '../orders/mod.ts'
import type { Vault } from '../vault/mod.ts'
import {
  insertSession,
  lockConsumer,
  openSession,
  sessionByAddress,
  sessionByKey,
  sessionByPage,
  toSession,
} from './session-rows.ts'
import {
  addressToken,
  OPEN_MS,
  PAGE_MS,
  pageToken,
  walletTokenHash,
  type WalletSession,
} from './wallet-session.ts'

interface Sources {
  readonly db: Database
  readonly vault: Pick<Vault, 'blindIndex'>
  readonly clock: Clock
}

/** The owner of a page: a consumer, or the owner of one wallet. */
export type Owner =
  | { readonly walletId: string; readonly consumerId?: undefined }
  | { readonly walletId?: undefined; readonly consumerId: string }

export interface NewWalletSession {
  readonly owner: Owner
  readonly locale: string | undefined
  readonly idempotencyKey: string | undefined
  readonly fingerprint: Buffer
  readonly clientId: string
}

/**
 * Makes a one-time address of a page on which an owner spends wallets. Returns the earlier address,
 * even if it was opened or has expired, if the Idempotency-Key was used with the same payload. Each
 * spend checks that its wallet can be spent.
 *
 * Refuses, in this order:
 *   idempotency_conflict   the key was used with another payload
 *   wallet_unknown         the partner has no such wallet
 *   consumer_unknown       the partner has no such consumer
 */
export async function makeWalletSession(
  { db, vault, clock }: Sources,
  partnerId: number,
  { owner, ...input }: NewWalletSession,
): Promise<{ readonly session: WalletSession; readonly isReplayed: boolean }> {
  return transact(db, async (tx) => {
    const { idempotencyKey, fingerprint } = input
    const earlier = idempotencyKey && (await findOfKey(tx, partnerId, idempotencyKey))
    if (earlier) return replayOf(earlier, fingerprint)
    const createdMs = clock.now()
    const named = { partnerId, key: randomUUID() }
    const row = await maybeRow(
      tx,
      insertSession({
        ...input,
        ...named,
        ...(await ownerOf(tx, partnerId, owner)),
        tokenHash: walletTokenHash(vault, addressToken(vault, named)),
        pageHash: walletTokenHash(vault, pageToken(vault, named)),
        createdMs,
        openUntilMs: createdMs + OPEN_MS,
      }),
    )
    if (row) return { session: toSession(row), isReplayed: false }
    // Another request has used the key at the same time, and has committed.
    return replayOf(await oneRow(tx, sessionByKey(partnerId, idempotencyKey ?? '')), fingerprint)
  })
}

function findOfKey(db: Db, partnerId: number, key: string) {
  return maybeRow(db, sessionByKey(partnerId, key))
}

function replayOf(row: Parameters<typeof toSession>[0], fingerprint: Buffer) {
  if (row.fingerprint.equals(fingerprint)) return { session: toSession(row), isReplayed: true }
  throw new Refusal(
    'idempotency_conflict',
    'this Idempotency-Key was used with a different payload',
    { details: [{ field: 'Idempotency-Key', message: 'belongs to another page of wallets' }] },
  )
}

async function ownerOf(
  db: Db,
  partnerId: number,
  owner: Owner,
): Promise<Pick<WalletSession, 'consumerId' | 'walletId'>> {
  if (owner.walletId !== undefined) {
    const walletId = parseNumericId(owner.walletId)
    const [wallet] =
      walletId === undefined ? [] : await findSpendableWallets(db, partnerId, [walletId])
    if (!wallet) throw walletUnknown()
    const { consumerId } = wallet
    if (!(await maybeRow(db, lockConsumer(partnerId, consumerId)))) throw walletUnknown()
    return { consumerId, walletId: wallet.walletId }
  }
  const consumerId = parseNumericId(owner.consumerId)
  const consumer =
    consumerId === undefined ? undefined : await maybeRow(db, lockConsumer(partnerId, consumerId))
  if (!consumer) throw new Refusal('consumer_unknown', 'no such consumer')
  return { consumerId: Number(consumer.consumer_id), walletId: undefined }
}

function walletUnknown(): Refusal {
  return new Refusal('wallet_unknown', 'no such wallet')
}

/** Finds the session of an address that can still be opened. Changes nothing. */
export async function findWalletAddress(
  { db, vault, clock }: Sources,
  token: string,
): Promise<WalletSession | undefined> {
  const partnerId = partnerOfToken(token)
  if (partnerId === undefined) return undefined
  const row = await maybeRow(db, sessionByAddress(partnerId, walletTokenHash(vault, token)))
  const session = row && toSession(row)
  const isOpen = session?.endsMs === undefined && (session?.openUntilMs ?? 0) > clock.now()
  return isOpen ? session : undefined
}

/**
 * Opens the page of an address, once: returns the token of the page for this browser. Undefined if
 * the address was opened before, or is too old or unknown.
 */
export async function openWalletPage(
  { db, vault, clock }: Sources,
  token: string,
): Promise<string | undefined> {
  const partnerId = partnerOfToken(token)
  if (partnerId === undefined) return undefined
  const nowMs = clock.now()
  const hash = walletTokenHash(vault, token)
  const opening = { partnerId, hash, nowMs, endsMs: nowMs + PAGE_MS }
  const row = await transact(db, (tx) => maybeRow(tx, openSession(opening)))
  return row && pageToken(vault, toSession(row))
}

/** Finds the session of a page that was opened and has not ended. */
export async function findWalletPage(
  { db, vault, clock }: Sources,
  token: string,
): Promise<WalletSession | undefined> {
  const partnerId = partnerOfToken(token)
  if (partnerId === undefined) return undefined
  const row = await maybeRow(db, sessionByPage(partnerId, walletTokenHash(vault, token)))
  const session = row && toSession(row)
  return session?.endsMs !== undefined && session.endsMs > clock.now() ? session : undefined
}
