import type { Clock } from '../core/mod.ts'
import {
  maybeRow,
  sql,
  transact,
  type ConsumersRow,
  type Database,
  type Statement,
} from '../db/mod.ts'
import { unsubscribeTokens } from '../mail/mod.ts'
import type { Vault } from '../vault/mod.ts'
import { insertSuppression } from './suppression-rows.ts'

/**
 * The tokens name consumers by the hash of the address. After a restore, a consumer's number may
 * belong to another person, but the hash does not.
 */
export const CREDIT_UNSUBSCRIBE = unsubscribeTokens('credit')

interface Services {
  readonly db: Database
  readonly vault: Pick<Vault, 'blindIndex'>
}

type Subscriber = Pick<ConsumersRow, 'partner_id' | 'consumer_id'>

/** Finds the consumer of a token that unsubscribes. Changes nothing. */
export async function findCreditSubscriber(
  { db, vault }: Services,
  token: string,
): Promise<Subscriber | undefined> {
  const name = CREDIT_UNSUBSCRIBE.read(vault, token)
  return name && (await maybeRow(db, consumerByBlind(name.partnerId, name.id)))
}

/** Ends a partner's mails about credits to a consumer. The wallets stay. Idempotent. */
export async function unsubscribeFromCredits(
  { db, vault, clock }: Services & { readonly clock: Clock },
  token: string,
): Promise<Subscriber | undefined> {
  const name = CREDIT_UNSUBSCRIBE.read(vault, token)
  if (!name) return undefined
  return await transact(db, async (tx) => {
    // An erasure waits for the lock, and then also deletes the suppression.
    const consumer = await maybeRow(
      tx,
      sql<Subscriber>`${consumerByBlind(name.partnerId, name.id)} for key share`,
    )
    const fault = 'the person wants no more mails'
    const cause = { reason: 'UNSUBSCRIBED', fault, now: clock.now() } as const
    if (consumer) await tx.rows(insertSuppression(consumer, cause))
    return consumer
  })
}

function consumerByBlind(partnerId: number, blind: string): Statement<Subscriber> {
  return sql`
    select partner_id, consumer_id from consumers
    where partner_id = ${partnerId} and email_blind = ${blind}`
}
