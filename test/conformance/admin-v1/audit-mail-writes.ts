import { switchMailingOff, switchMailingOn } from '../../../src/consumers/mod.ts'
import { aRefusedMail } from '../../support/mails.ts'
import type { RunningService } from '../../support/service.ts'
import type { Write } from './audit-catalog-writes.ts'
import { pathOf } from './fixture.ts'

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
    async 'PUT /admin/v1/mail-templates'() {
      const { partnerId } = open().partner
      const reply = await setTemplate(open())
      const entry = {
        partnerId,
        action: 'mail_template.set',
        target: `mail-template:${partnerId}:de`,
        reason: 'agreed',
        after: { subject: 'Hallo', textLength: 5, htmlLength: null },
      }
      return { reply, entry }
    },
    async 'POST /admin/v1/mail-templates/remove'() {
      const { partnerId } = open().partner
      await setTemplate(open())
      const body = { partnerId, language: 'de', reason: 'agreed' }
      const reply = await open().admin.post('/admin/v1/mail-templates/remove', body)
      const entry = {
        partnerId,
        action: 'mail_template.remove',
        target: `mail-template:${partnerId}:de`,
        reason: 'agreed',
        before: { subject: 'Hallo', textLength: 5, htmlLength: null },
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

function setTemplate({ admin, partner: { partnerId } }: RunningService) {
  const body = { partnerId, language: 'de', subject: 'Hallo', text: 'Hallo', reason: 'agreed' }
  return admin.put('/admin/v1/mail-templates', body)
}

function removeSuppression({ admin, partner }: RunningService, consumerId: number) {
  const path = `${pathOf(partner)}/mail-suppressions/${consumerId}/remove`
  return admin.post(path, { reason: 'mailbox is back' })
}
