import { recordAudit, type Actor } from '../audit/mod.ts'
import { Refusal, type Clock, notFound } from '../core/mod.ts'
import { maybeRow, oneRow, transact, type Database } from '../db/mod.ts'
import { formatTransferId, requireNotArchived } from '../ledger/mod.ts'
import { mailingState } from './mailing-rows.ts'
import { lockMail, queueAgain } from './mail-rows.ts'
import type { MailName } from './mail.ts'
import { suppressionOf } from './suppression-rows.ts'

/**
 * Queues a mail again, audited, even if it was sent. It is rendered from its credit again, with a
 * new Message-ID.
 *
 * Refuses, in this order:
 *   not_found        there is no such mail
 *   archived         its credit was removed after it was archived
 *   state_conflict   mailing is off, it is pending already, or its consumer is suppressed
 */
export async function resendMail(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  name: MailName,
  { actor, reason }: { readonly actor: Actor; readonly reason: string },
): Promise<void> {
  await transact(db, async (tx) => {
    const mail = await maybeRow(tx, lockMail(name))
    if (!mail) throw notFound('mail')
    const { partnerId, number } = name
    await requireNotArchived(tx, name)
    const { is_on: isOn } = await oneRow(tx, mailingState())
    if (!isOn) throw conflict('mailing is off: no worker has a mail server')
    if (mail.status === 'PENDING') throw conflict('the mail is pending already')
    if (await maybeRow(tx, suppressionOf(partnerId, mail.consumer_id))) {
      throw conflict('the consumer is suppressed: remove the suppression first')
    }
    tx.write(queueAgain(name, clock.now()))
    recordAudit(tx, {
      partnerId,
      actor,
      action: 'mail.resend',
      target: `mail:${formatTransferId(partnerId, number)}`,
      valueOut: 'none',
      reason,
      before: { state: mail.status },
      after: { state: 'PENDING' },
      at: clock.now(),
    })
  })
}

function conflict(message: string): Refusal {
  return new Refusal('state_conflict', message)
}
