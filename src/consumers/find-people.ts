import { foldEmail, parseNumericId, PARTNER_ID_MAX, partnerOfId } from '../core/mod.ts'
import { sql, type Db } from '../db/mod.ts'
import type { Vault } from '../vault/mod.ts'
import {
  consumersWhere,
  walletsWhere,
  type ListedConsumer,
  type ListedWallet,
} from './operator-lists.ts'
import { blindEmail } from './sealed-email.ts'

/** A consumer and its partner. */
export interface FoundConsumer extends ListedConsumer {
  readonly partnerId: number
}

/** Returns the consumers with this id, or with this address at any partner. */
export async function findConsumers(
  context: { readonly db: Db; readonly vault: Vault },
  text: string,
): Promise<FoundConsumer[]> {
  const { db, vault } = context
  const id = parseNumericId(text)
  const partnerIds = id === undefined ? await partnersWith(text, db) : [partnerOfId(id)]
  const consumers: FoundConsumer[] = []
  for (const partnerId of partnerIds) {
    if (partnerId > PARTNER_ID_MAX) continue
    const condition =
      id === undefined
        ? sql`email_blind = ${blindEmail(vault, partnerId, foldEmail(text))}`
        : sql`consumer_id = ${id}`
    const ofPartner = await consumersWhere(context, partnerId, condition)
    consumers.push(...ofPartner.map((consumer) => ({ ...consumer, partnerId })))
  }
  return consumers
}

/** Returns all partners if the text can be an e-mail address, otherwise none. */
async function partnersWith(text: string, db: Db): Promise<number[]> {
  if (!text.includes('@')) return []
  const rows = await db.rows(
    sql<{ partner_id: number }>`select partner_id from partners order by partner_id`,
  )
  return rows.map((row) => row.partner_id)
}

/** Returns the wallets with this id: at most one. */
export async function findWalletsById(
  db: Db,
  text: string,
): Promise<(ListedWallet & { readonly partnerId: number })[]> {
  const id = parseNumericId(text)
  if (id === undefined || partnerOfId(id) > PARTNER_ID_MAX) return []
  const partnerId = partnerOfId(id)
  const wallets = await walletsWhere(db, partnerId, sql`wallet_id = ${id}`)
  return wallets.map((wallet) => ({ ...wallet, partnerId }))
}
