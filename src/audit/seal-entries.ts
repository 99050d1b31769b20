import { isoTime, repeat, type Clock, type RepeatedWork, MS_PER_MINUTE } from '../core/mod.ts'
import { maybeRow, oneRow, transact, type Database, type Tx } from '../db/mod.ts'
import type { Vault } from '../vault/mod.ts'
import { chainKeyOf, newSeed, type ChainKey } from './chain-key.ts'
import { loadChainKey, sealSeed } from './signing-key.ts'
import {
  continueChain,
  GENESIS,
  headName,
  headText,
  signHead,
  type ChainDay,
  type ChainHead,
} from './chain.ts'
import { dayOf, entryOf } from './chain-shape.ts'
import {
  insertLinks,
  insertSigningKey,
  lastDay,
  lockSealing,
  putDay,
  removeWaiting,
  somethingToSeal,
  waitingEntries,
  type EntryRow,
} from './chain-rows.ts'

/** Entries that one transaction seals. */
const SEALED_MAX = 1_000
const SEAL_MS = 1_000
/** The pause between reports of a broken chain, which is not continued. */
const FAULT_MS = MS_PER_MINUTE

export interface SealOptions {
  readonly db: Database
  readonly vault: Vault
  readonly clock: Clock
}

export interface SealResult {
  readonly entries: number
  /** The signed head of the day that was closed, if any, to be stored outside of the database. */
  readonly closed: string | undefined
}

/** The last day does not match its signature. Nothing was sealed. */
class ChainBroken extends Error {
  override readonly name = 'ChainBroken'
}

/**
 * Seals the entries that wait, every second, until it is stopped. One process seals at a time.
 *
 * @param onClosed Called with the head of each day that is over.
 */
export function startSealing(
  options: SealOptions,
  onClosed: (head: string) => void,
  onFault: (error: unknown) => void,
): RepeatedWork {
  let pauseMs = SEAL_MS
  const seal = async (): Promise<void> => {
    pauseMs = FAULT_MS
    const { entries, closed } = await sealEntries(options)
    if (closed !== undefined) onClosed(closed)
    pauseMs = entries === SEALED_MAX ? 0 : SEAL_MS
  }
  return repeat(seal, () => pauseMs, onFault)
}

/**
 * Appends waiting entries to the chain of the current UTC day, by id, and signs its head. A day
 * that is over is closed first. An entry that commits late is appended late: what is sealed never
 * changes.
 *
 * Throws ChainBroken if the head that it would continue was not signed by this service.
 */
export async function sealEntries(options: SealOptions): Promise<SealResult> {
  const nothing = { entries: 0, closed: undefined }
  const { db, clock } = options
  const due = await db.rows(somethingToSeal(dayIn(exactTime(clock.now()))))
  if (due.length === 0) return nothing
  return await transact(db, async (tx) => {
    const { is_locked: isLocked } = await oneRow(tx, lockSealing())
    if (!isLocked) return nothing
    const [row, waiting] = await Promise.all([
      maybeRow(tx, lastDay()),
      tx.rows(waitingEntries(SEALED_MAX)),
    ])
    const last = row && dayOf(row)
    const now = exactTime(clock.now())
    const today = last && last.day > dayIn(now) ? last.day : dayIn(now)
    const isOver = last !== undefined && last.day < today
    if (waiting.length === 0 && !isOver) return nothing
    const key = await keyFor(tx, options, last)
    const start: ChainHead = {
      day: today,
      entries: 0,
      head: GENESIS,
      sealedAt: now,
      isClosed: false,
    }
    if (isOver) tx.write(putDay(signHead(key, { ...last, sealedAt: now, isClosed: true })))
    const before = isOver ? { ...start, head: last.head } : (last ?? start)
    append(tx, { key, before, now }, waiting)
    return { entries: waiting.length, closed: isOver ? headName(last) : undefined }
  })
}

/** Returns the key, after checking that the last head is signed with it. Makes the first key. */
async function keyFor(
  tx: Tx,
  { vault, clock }: SealOptions,
  last: ChainDay | undefined,
): Promise<ChainKey> {
  const key = await loadChainKey({ db: tx, vault })
  if (last) {
    if (key?.isSigned(headText(last), last.signature) === true) return key
    throw new ChainBroken(`the audit log of ${last.day} was changed; see: tessera audit verify`)
  }
  if (key) return key
  const seed = newSeed()
  const sealed = sealSeed(vault, seed)
  vault.requireKeys(tx, [sealed])
  tx.write(insertSigningKey(sealed, clock.now()))
  return chainKeyOf(seed)
}

function append(
  tx: Tx,
  { key, before, now }: { key: ChainKey; before: ChainHead; now: string },
  waiting: readonly EntryRow[],
): void {
  const records = waiting.map((row) => ({ auditId: Number(row.audit_id), entry: entryOf(row) }))
  const { head, links } = continueChain(before, { key, sealedAt: now }, records)
  tx.write(putDay(head))
  if (links.length === 0) return
  tx.write(insertLinks(links))
  tx.write(removeWaiting(links.map(({ auditId }) => auditId)))
}

/** Returns an instant as the database writes it: with microseconds. */
function exactTime(ms: number): string {
  return isoTime(ms).replace('Z', '000Z')
}

function dayIn(instant: string): string {
  return instant.slice(0, 'YYYY-MM-DD'.length)
}
