import type { Db } from '../db/mod.ts'
import { findActiveCard } from './authorize.ts'
import { entriesOfCard } from './card-rows.ts'
import type { Card, EntryKind } from './card.ts'
import type { IssuerContext } from './keyed-call.ts'

/** A movement of the money of a card, and its merchant. */
export interface CardMovement {
  readonly kind: EntryKind
  readonly amountMinor: bigint
  readonly merchantId: number
  readonly merchantName: string
  readonly authorizationId: string
  /** The reference of the call; undefined for an authorization that expired. */
  readonly reference: string | undefined
  readonly createdMs: number
}

export interface CardHistory {
  readonly card: Card
  /** The last movements, newest first. */
  readonly movements: readonly CardMovement[]
}

const MOVEMENTS_MAX = 100

/** Returns a card and its entries to somebody who has its code. Refuses not_found. */
export async function readHistory(
  context: Pick<IssuerContext, 'db' | 'vault'>,
  code: string,
): Promise<CardHistory> {
  const card = await findActiveCard(context, code)
  return { card, movements: await movementsOf(context.db, card) }
}

/** Returns the last movements of a card, newest first. */
export async function movementsOf(db: Db, { blind }: Card): Promise<CardMovement[]> {
  const rows = await db.rows(entriesOfCard(blind, MOVEMENTS_MAX))
  return rows.map((row) => ({
    kind: row.kind as EntryKind,
    amountMinor: row.amount_minor,
    merchantId: row.merchant_id,
    merchantName: row.name,
    authorizationId: row.authorization_id,
    reference: row.reference ?? undefined,
    createdMs: row.created_at.getTime(),
  }))
}
