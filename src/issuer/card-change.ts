import { maybeRow, type Db, type Writer } from '../db/mod.ts'
import { writeAuthorization } from './authorization-rows.ts'
import type { Authorization } from './authorization.ts'
import { insertEntries, itemOfCard, updateCard, type CardEntry } from './card-rows.ts'
import { withEntry, type Card, type EntryKind } from './card.ts'

/** Who changes a card, and when. A sweep has no reference. */
interface ChangedBy {
  readonly nowMs: number
  readonly reference?: string | undefined
}

/** The entries of one transaction about one authorization. The card is locked. */
export class CardChange {
  readonly #by: ChangedBy
  readonly #entries: CardEntry[] = []
  card: Card

  constructor(card: Card, by: ChangedBy) {
    this.card = card
    this.#by = by
  }

  /** Adds an entry, unless it moves nothing. */
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
 * Returns whether a card may be redeemed, by the state of its item: before its order is COMPLETED
 * nobody has the code; a blocked item makes it CLOSED, a refunded or replaced one PAID_BACK.
 */
export async function stateOfCard(db: Db, card: Card): Promise<CardState> {
  const item = await maybeRow(db, itemOfCard(card))
  if (item?.is_completed !== true) return 'UNKNOWN'
  if (item.is_paid_back) return 'PAID_BACK'
  return item.is_closed ? 'CLOSED' : 'ACTIVE'
}
