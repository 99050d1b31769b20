import { switchMailingOff, switchMailingOn } from '../../../src/consumers/mod.ts'
import { aRefusedMail } from '../../support/mails.ts'
import type { RunningService } from '../../support/service.ts'
import type { Write } from './audit-catalog-writes.ts'
import { pathOf } from './setting.ts'

/** The writes of mails to consumers. */
export function mailWrites(open: () => RunningService): Readonly<Record<string, Write>> {
  return {
    async 'POST /admin/v1/mails/{transactionId}/resend'() {
      const { admin, db, partner } = open()
      const { transactionId, consumerId } = await aRefusedMail(open(), partner)
      await removeSuppression(open(), consumerId)
      await switchMailingOn(db)
      const path = `/admin/v1/mails/${transactionId}/resend`
      const reply = await admin.post(path, { reason: 'asked for' })
      await switchMailingOff(db)
      const entry = {
        partnerId: partner.partnerId,
        action: 'mail.resend',
        target: `mail:${transactionId}`,
        reason: 'asked for',
        before: { state: 'FAILED' },
        after: { state: 'PENDING' },
      }
      return { reply, entry }
    },
    async 'POST /admin/v1/partners/{partnerId}/mail-suppressions/{consumerId}/remove'() {
      const { transactionId, consumerId } = await aRefusedMail(open(), open().partner)
      const reply = await removeSuppression(open(), consumerId)
      const entry = {
        partnerId: open().partner.partnerId,
        action: 'mail_suppression.remove',
        target: `consumer:${consumerId}`,
        reason: 'mailbox is back',
        before: { transactionId },
      }
      return { reply, entry }
    },
  }
}

function removeSuppression({ admin, partner }: RunningService, consumerId: number) {
  const path = `${pathOf(partner)}/mail-suppressions/${consumerId}/remove`
  return admin.post(path, { reason: 'mailbox is back' })
}
