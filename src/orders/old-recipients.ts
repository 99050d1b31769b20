import { MS_PER_DAY, type Clock } from '../core/mod.ts'
import { inSteps, transact, type Database, type Tx } from '../db/mod.ts'
import type { Vault } from '../vault/mod.ts'
import {
  deleteRecipientBlinds,
  forgetRecipients,
  lockOldRecipients,
  storedBlinds,
  type RecipientLine,
} from './old-recipient-rows.ts'
import { forgetFingerprints } from './order-status-rows.ts'

export interface OldRecipientsOptions {
  readonly db: Database
  readonly clock: Clock
  readonly vault: Pick<Vault, 'blindIndex'>
  /** Days after an order became final; 0 keeps recipients for ever. */
  readonly recipientDays: number
}

/** Each in a transaction of its own. */
const STEPS = { rowsMax: 500, stepsMax: 20 }

/**
 * Removes the recipients of orders that have been final for a number of days from the lines and the
 * search. Also removes the fingerprints of the orders, because a phone number can be guessed from
 * one. Orders with batches under way keep theirs. Any number of processes may do so.
 */
export async function forgetOldRecipients(options: OldRecipientsOptions): Promise<void> {
  const { db, clock, recipientDays } = options
  if (recipientDays === 0) return
  const before = clock.now() - recipientDays * MS_PER_DAY
  await inSteps(STEPS, () => transact(db, (tx) => forgetStep(tx, options.vault, before)))
}

async function forgetStep(
  tx: Tx,
  vault: Pick<Vault, 'blindIndex'>,
  before: number,
): Promise<number> {
  const lines = await tx.rows(lockOldRecipients(before, STEPS.rowsMax))
  if (lines.length === 0) return 0
  forgetLines(tx, vault, lines)
  return lines.length
}

/** Removes the recipients of locked lines, their hashes, and the fingerprints of their orders. */
export function forgetLines(
  tx: Tx,
  vault: Pick<Vault, 'blindIndex'>,
  lines: readonly RecipientLine[],
): void {
  tx.write(deleteRecipientBlinds(storedBlinds(vault, lines)))
  tx.write(forgetRecipients(lines))
  tx.write(forgetFingerprints(lines))
}
