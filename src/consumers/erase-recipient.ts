import { recordAudit, type Actor } from '../audit/mod.ts'
import { invalidField, type Clock, randomUUID } from '../core/mod.ts'
import { transact, type Database } from '../db/mod.ts'
import { eraseRecipientLines, type NamedRecipient } from '../orders/mod.ts'
import { getPartner } from '../partners/mod.ts'
import type { Vault } from '../vault/mod.ts'
import { insertRecipientErasure } from './erasure-rows.ts'
import { readErasureReason, toErasure, type Erasure } from './erasures.ts'

export interface NewRecipientErasure extends NamedRecipient {
  readonly reason: string
  /** The operator who erases the recipient. */
  readonly actor: Actor
}

export interface RecipientErasure extends Erasure {
  /** True if further lines have this recipient: erase again. */
  readonly hasMore: boolean
}

/**
 * Erases a recipient of a partner's orders: from their lines and from the search. Orders and their
 * amounts stay. In one commit, audited.
 *
 * Refuses, in this order:
 *   invalid_request  a reason that cannot be stored, or one that names the recipient or an address
 *   not_found        no such partner
 *   the refusals of `eraseRecipientLines`
 */
export async function eraseRecipient(
  context: { readonly db: Database; readonly vault: Vault; readonly clock: Clock },
  { partnerId, recipient, actor, ...input }: NewRecipientErasure,
): Promise<RecipientErasure> {
  const { db, vault, clock } = context
  const reason = readErasureReason(input.reason)
  if (reason.toLowerCase().includes(recipient.trim().toLowerCase())) {
    throw invalidField('reason', 'must not name the recipient, because the reason is stored')
  }
  await getPartner(db, partnerId)
  return transact(db, async (tx) => {
    const now = clock.now()
    const named = { partnerId, recipient, now }
    const { lines, links, hasMore } = await eraseRecipientLines(tx, vault, named)
    const erasureId = randomUUID()
    const erasure = { erasureId, partnerId, reason, actor: actor.name, lines, erasedAt: now }
    const [row] = await tx.rows(insertRecipientErasure(erasure))
    if (!row) throw new Error('the erasure was not inserted')
    recordAudit(tx, {
      partnerId,
      actor,
      action: 'recipient.erase',
      target: `erasure:${erasureId}`,
      valueOut: 'none',
      reason,
      after: { lines, links },
      at: now,
    })
    return { ...toErasure(row), hasMore }
  })
}
