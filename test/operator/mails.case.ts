import { switchMailingOff, switchMailingOn } from '../../src/consumers/mod.ts'
import { pathOf } from '../conformance/admin-v1/fixture.ts'
import {
  NO_FLAGS,
  NO_NUMBERS,
  NO_PARTNERS,
  PAGE_SIZE,
  PAGES,
} from '../conformance/bad-input/bad-parameters.ts'
import { LANGUAGE, NO_LANGUAGES } from '../conformance/bad-input/languages.ts'
import {
  also,
  anyText,
  integer,
  line,
  optional,
  reason,
  withReason,
} from '../conformance/bad-input/values.ts'
import { aRefusedMail } from '../support/mails.ts'
import { dataOf, type RunningService } from '../support/service.ts'
import type { OperatorCases } from './case.ts'

const NO_CURSORS = [
  '',
  '1',
  'trf_1_1',
  '1.',
  '1.trf_1',
  '1.trf_2097152_1',
  '-1.trf_1_1',
  '%00',
  '1.%00',
]

/** Bad templates: unknown placeholders, filters and tags, and loops. */
const NO_TEMPLATES = [
  '{{ x',
  '{{ code }}',
  '{{ amount | upcase }}',
  '{{ amount.size }}',
  '{% if description %}',
  '{% if code %}{% endif %}',
  '{% include "x" %}',
  '{% for a in (1..9) %}{% endfor %}',
  '{{ (1..999999999) }}',
].map((text) => JSON.stringify(text))

const PART = also(anyText(10_000), ...NO_TEMPLATES, '" \\n "')
const TEXTS = {
  subject: also(line(200), ...NO_TEMPLATES),
  text: PART,
  html: optional(also(anyText(50_000), ...NO_TEMPLATES)),
}
const SOME_TEXTS = { subject: 'Hello {{ consumerName }}', text: 'Hello', html: '<p>Hello</p>' }

export const MAILS: OperatorCases = {
  'GET /admin/v1/mails': {
    roles: 'admin operations support auditor',
    badQueries: {
      partnerId: NO_PARTNERS,
      consumerId: [...NO_NUMBERS, '0'],
      state: ['', 'sent', 'QUEUED', 'SENT,FAILED', '%00'],
      unmasked: NO_FLAGS,
      after: NO_CURSORS,
      ...PAGE_SIZE,
    },
    commands: {
      'mails list': '/mails',
      'mails list --from 2026-01-01 --to 2026-01-31': '/mails?from=2026-01-01&to=2026-01-31',
      'mails list --partner 3 --consumer 7 --state FAILED --unmasked':
        '/mails?partnerId=3&consumerId=7&state=FAILED&unmasked=true',
      'mails list --after 12.trf_3_7': '/mails?after=12.trf_3_7',
    },
  },

  'GET /admin/v1/mails/{transactionId}': {
    roles: 'admin operations support auditor',
    withoutPage: 'for scripts that wait for one; the list has all of it',
    badQueries: { unmasked: NO_FLAGS },
    commands: {
      'mails show trf_3_7': '/mails/trf_3_7',
      'mails show trf_2_117 --unmasked': '/mails/trf_2_117?unmasked=true',
    },
  },

  'POST /admin/v1/mails/{transactionId}/resend': {
    roles: 'admin operations support',
    // No worker has a mail server.
    bodies: [{ ...withReason('asked for'), accepted: [409] }],
    async prepare(fixture) {
      const { admin, db, partner } = fixture
      const { transactionId, consumerId } = await aRefusedMail(fixture, partner)
      const suppression = `/admin/v1/partners/${partner.partnerId}/mail-suppressions/${consumerId}`
      dataOf(await admin.post(`${suppression}/remove`, { reason: 'has a new address' }))
      await switchMailingOn(db)
      const target = `/admin/v1/mails/${transactionId}/resend`
      return { target, body: { reason: 'has a new address' } }
    },
    async audit(service) {
      const { admin, db, partner } = service
      const { transactionId, consumerId } = await aRefusedMail(service, partner)
      await removeSuppression(service, consumerId)
      await switchMailingOn(db)
      const path = `/admin/v1/mails/${transactionId}/resend`
      const reply = await admin.post(path, { reason: 'asked for' })
      await switchMailingOff(db)
      return {
        reply,
        partnerId: partner.partnerId,
        action: 'mail.resend',
        target: `mail:${transactionId}`,
        reason: 'asked for',
        before: { state: 'FAILED' },
        after: { state: 'PENDING' },
      }
    },
    isRefused: true,
    commands: {
      'mails resend trf_3_7 --reason "asked for"': [
        '/mails/trf_3_7/resend',
        { reason: 'asked for' },
      ],
    },
  },

  'GET /admin/v1/partners/{partnerId}/mail-suppressions': {
    roles: 'admin operations support auditor',
    badQueries: PAGES,
    commands: {
      'mail-suppressions list 3 --sort -suppressedAt':
        '/partners/3/mail-suppressions?sort=-suppressedAt',
    },
  },

  'POST /admin/v1/partners/{partnerId}/mail-suppressions/{consumerId}/remove': {
    roles: 'admin operations support',
    // 404 from the second request on, because the first removes the suppression.
    bodies: [{ ...withReason('mailbox is back'), accepted: [200, 404] }],
    async audit(service) {
      const { transactionId, consumerId } = await aRefusedMail(service, service.partner)
      const reply = await removeSuppression(service, consumerId)
      return {
        reply,
        partnerId: service.partner.partnerId,
        action: 'mail_suppression.remove',
        target: `consumer:${consumerId}`,
        reason: 'mailbox is back',
        before: { transactionId, reason: 'ADDRESS_REFUSED' },
      }
    },
    commands: {
      'mail-suppressions remove 3 7 --reason "mailbox is back"': [
        '/partners/3/mail-suppressions/7/remove',
        { reason: 'mailbox is back' },
      ],
    },
  },

  'GET /admin/v1/mail-templates': {
    roles: 'admin operations support auditor',
    badQueries: PAGES,
    commands: { 'mail-templates list --sort -setAt': '/mail-templates?sort=-setAt' },
  },

  'GET /admin/v1/mail-templates/in-force': {
    roles: 'admin operations support auditor',
    badQueries: { partnerId: NO_PARTNERS, language: NO_LANGUAGES },
    commands: {
      'mail-templates show --partner 3 --language de':
        '/mail-templates/in-force?partnerId=3&language=de',
      'mail-templates preview': '/mail-templates/in-force',
    },
  },

  'PUT /admin/v1/mail-templates': {
    roles: 'admin operations support',
    bodies: [
      {
        body: ({ partnerId }) => ({ partnerId, language: 'de', ...SOME_TEXTS, reason: 'agreed' }),
        fields: {
          partnerId: optional(integer({ min: 1, max: 2_097_151 })),
          language: LANGUAGE,
          ...TEXTS,
          reason: optional(reason()),
        },
      },
    ],
    async audit(service) {
      const { partnerId } = service.partner
      const reply = await setTemplate(service)
      return {
        reply,
        partnerId,
        action: 'mail_template.set',
        target: `mail-template:${partnerId}:de`,
        reason: 'agreed',
        after: { subject: 'Hallo', textLength: 5, htmlLength: null },
      }
    },
  },

  'POST /admin/v1/mail-templates/preview': {
    roles: 'admin operations support auditor',
    bodies: [{ body: () => SOME_TEXTS, fields: TEXTS }],
  },

  'POST /admin/v1/mail-templates/remove': {
    roles: 'admin operations support',
    bodies: [
      {
        body: ({ partnerId }) => ({ partnerId, language: 'de', reason: 'agreed' }),
        // A template exists only if the PUT endpoint was tested first.
        accepted: [200, 404],
        fields: {
          partnerId: optional(integer({ min: 1, max: 2_097_151 })),
          language: LANGUAGE,
          reason: optional(reason()),
        },
      },
    ],
    async audit(service) {
      const { partnerId } = service.partner
      await setTemplate(service)
      const body = { partnerId, language: 'de', reason: 'agreed' }
      const reply = await service.admin.post('/admin/v1/mail-templates/remove', body)
      return {
        reply,
        partnerId,
        action: 'mail_template.remove',
        target: `mail-template:${partnerId}:de`,
        reason: 'agreed',
        before: { subject: 'Hallo', textLength: 5, htmlLength: null },
      }
    },
    commands: {
      'mail-templates remove --language de --reason moved': [
        '/mail-templates/remove',
        { language: 'de', reason: 'moved' },
      ],
    },
  },
}

function setTemplate({ admin, partner: { partnerId } }: RunningService) {
  const body = { partnerId, language: 'de', subject: 'Hallo', text: 'Hallo', reason: 'agreed' }
  return admin.put('/admin/v1/mail-templates', body)
}

function removeSuppression({ admin, partner }: RunningService, consumerId: number) {
  const path = `${pathOf(partner)}/mail-suppressions/${consumerId}/remove`
  return admin.post(path, { reason: 'mailbox is back' })
}
