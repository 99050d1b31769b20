import type { Clock } from '../core/mod.ts'
import { transact, type Database } from '../db/mod.ts'
import type { Vault } from '../vault/mod.ts'
import type { FeedbackOutcome, FeedbackTarget, MailFeedback } from './feedback.ts'
import { readFeedbackToken } from './feedback-token.ts'

export interface FeedbackOptions {
  readonly db: Database
  readonly clock: Clock
  readonly vault: Vault
  readonly targets: readonly FeedbackTarget[]
}

/** Records, in one transaction, a report about the mail that a token names. */
export async function receiveFeedback(
  { db, clock, vault, targets }: FeedbackOptions,
  token: string,
  feedback: MailFeedback,
): Promise<FeedbackOutcome> {
  const name = readFeedbackToken(vault, token)
  const target = name && targets.find(({ queue }) => queue === name.queue)
  if (!target) return 'unknown'
  const report = { feedback, now: clock.now() }
  return await transact(db, (tx) => target.record(tx, name.numbers, report))
}
