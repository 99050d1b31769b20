import type { Db } from '../db/mod.ts'
import { findCardOfCode } from './authorize.ts'
import { stateOfCard } from './card-change.ts'
import { movementsOf, type CardMovement } from './card-history.ts'
import { cardOfItem, cardsOfReference, type ItemPlace } from './card-rows.ts'
import { toCard, type Card } from './card.ts'
import type { IssuerContext } from './keyed-call.ts'

/** Identifies a card by its code, its item, or the reference of a merchant's call. */
export type WantedCard =
  | { readonly code: string }
  | { readonly item: ItemPlace }
  | { readonly reference: string }

/** A card as staff see it. Has no part of its code. */
export interface FoundCard {
  readonly card: Card
  /** UNKNOWN: its order is not COMPLETED. CLOSED: its item was blocked, but not paid back. */
  readonly state: Awaited<ReturnType<typeof stateOfCard>>
  /** The last movements, newest first. */
  readonly movements: readonly CardMovement[]
}

/** Returns the cards that match. There are several only if several merchants used the reference. */
export async function findCards(
  context: Pick<IssuerContext, 'db' | 'vault'>,
  query: WantedCard,
): Promise<FoundCard[]> {
  const { db } = context
  const cards = await cardsOf(context, query)
  return Promise.all(
    cards.map(async (card) => ({
      card,
      state: await stateOfCard(db, card),
      movements: await movementsOf(db, card),
    })),
  )
}

async function cardsOf(
  context: Pick<IssuerContext, 'db' | 'vault'>,
  query: WantedCard,
): Promise<Card[]> {
  const db: Db = context.db
  if ('code' in query) {
    const card = await findCardOfCode(context, query.code)
    return card ? [card] : []
  }
  const statement = 'item' in query ? cardOfItem(query.item) : cardsOfReference(query.reference)
  return (await db.rows(statement)).map(toCard)
}
