import { maybeRow, type Db, type Writer } from '../db/mod.ts'
import { writeAuthorization } from './authorization-rows.ts'
import type { Authorization } from './authorization.ts'
import { insertEntries, itemOfCard, updateCard, type CardEntry } from './card-rows.ts'
import { withEntry, type Card, type EntryKind } from './card.ts'

/** The instant and the call of a change of a card. A sweep has no reference. */
interface ChangeSource {
  readonly nowMs: number
  readonly reference?: string | undefined
}

/** The entries of one transaction about one authorization. The card is locked. */
export class CardChange {
  readonly #by: ChangeSource
  readonly #entries: CardEntry[] = []
  card: Card

  constructor(card: Card, by: ChangeSource) {
    this.card = card
    this.#by = by
  }

  /** Adds an entry, unless its amount is 0. */
  move(kind: EntryKind, amountMinor: bigint, { authorizationId }: Authorization): void {
    if (amountMinor === 0n) return
    this.card = withEntry(this.card, kind, amountMinor)
    const { entryCount: entryNo, balanceMinor } = this.card
    const { nowMs: createdMs, reference } = this.#by
    this.#entries.push({
      entryNo,
      kind,
      amountMinor,
      balanceMinor,
      authorizationId,
      reference,
      createdMs,
    })
  }

  save(tx: Writer, authorization: Authorization): void {
    tx.write(writeAuthorization(authorization))
    if (this.#entries.length === 0) return
    tx.write(updateCard(this.card))
    tx.write(insertEntries(this.card, this.#entries))
  }
}

/** PAID_BACK: a case refunded or replaced its item, which was whole then. */
export type CardState = 'ACTIVE' | 'CLOSED' | 'PAID_BACK' | 'UNKNOWN'

/**
 * Returns the state of a card, which may be redeemed only while ACTIVE. UNKNOWN: its order is not
 * COMPLETED, so nobody has the code. CLOSED: its item was blocked. PAID_BACK: its item was refunded
 * or replaced.
 */
export async function stateOfCard(db: Db, card: Card): Promise<CardState> {
  const item = await maybeRow(db, itemOfCard(card))
  if (item?.is_completed !== true) return 'UNKNOWN'
  if (item.is_paid_back) return 'PAID_BACK'
  return item.is_closed ? 'CLOSED' : 'ACTIVE'
}
