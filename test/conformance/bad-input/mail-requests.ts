import { NO_FLAGS, NO_NUMBERS, PAGES } from './bad-parameters.ts'
import type { Endpoint } from './endpoints.ts'
import { also, anyText, integer, line, notA, optional, reason, required } from './values.ts'
import type { Ids } from './fixture.ts'

const PLACES = [
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

const NO_LANGUAGES = ['', 'e', 'english', 'de_DE', 'de-', '-', 'de-DE-1996', 'x-de', '%00']

/** A language tag. */
export const LANGUAGE = required(
  ...notA('string'),
  ...NO_LANGUAGES.map((tag) => JSON.stringify(tag)),
  '"d\\u0000"',
  JSON.stringify('d'.repeat(10_000)),
)

/** What is not a template: another language, unknown placeholders, endless parts. */
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

/** Lists of mails and suppressions, and how their parameters can be bad. */
export const MAIL_LISTS = {
  'GET /admin/v1/mails': {
    path: () => '/admin/v1/mails',
    bad: {
      partnerId: [...NO_NUMBERS, '0', '2097152'],
      consumerId: [...NO_NUMBERS, '0'],
      state: ['', 'sent', 'QUEUED', 'SENT,FAILED', '%00'],
      unmasked: NO_FLAGS,
      after: PLACES,
      pageSize: PAGES['pageSize'] ?? [],
    },
  },
  'GET /admin/v1/mails/{transactionId}': {
    path: ({ transactionId }: Ids) => `/admin/v1/mails/${transactionId}`,
    bad: { unmasked: NO_FLAGS },
  },
  'GET /admin/v1/partners/{partnerId}/mail-suppressions': {
    path: ({ partnerId }: Ids) => `/admin/v1/partners/${partnerId}/mail-suppressions`,
    bad: PAGES,
  },
  'GET /admin/v1/mail-templates': { path: () => '/admin/v1/mail-templates', bad: PAGES },
  'GET /admin/v1/mail-templates/in-force': {
    path: () => '/admin/v1/mail-templates/in-force',
    bad: { partnerId: [...NO_NUMBERS, '0', '2097152'], language: NO_LANGUAGES },
  },
}

export const MAIL_ENDPOINTS: readonly Endpoint[] = [
  {
    route: 'POST /admin/v1/mails/{transactionId}/resend',
    path: ({ transactionId }) => `/admin/v1/mails/${transactionId}/resend`,
    body: () => ({ reason: 'asked for' }),
    // No worker has a mail server.
    accepted: [409],
    fields: { reason: reason() },
  },
  {
    route: 'POST /admin/v1/partners/{partnerId}/mail-suppressions/{consumerId}/remove',
    path: ({ partnerId, consumerId }) =>
      `/admin/v1/partners/${partnerId}/mail-suppressions/${consumerId}/remove`,
    body: () => ({ reason: 'mailbox is back' }),
    // It is removed once.
    accepted: [200, 404],
    fields: { reason: reason() },
  },
  {
    route: 'PUT /admin/v1/mail-templates',
    path: () => '/admin/v1/mail-templates',
    body: ({ partnerId }) => ({ partnerId, language: 'de', ...SOME_TEXTS, reason: 'agreed' }),
    fields: {
      partnerId: optional(integer({ min: 1, max: 2_097_151 })),
      language: LANGUAGE,
      ...TEXTS,
      reason: optional(reason()),
    },
  },
  {
    route: 'POST /admin/v1/mail-templates/preview',
    path: () => '/admin/v1/mail-templates/preview',
    body: () => SOME_TEXTS,
    fields: TEXTS,
  },
  {
    route: 'POST /admin/v1/mail-templates/remove',
    path: () => '/admin/v1/mail-templates/remove',
    body: ({ partnerId }) => ({ partnerId, language: 'de', reason: 'agreed' }),
    // There is one if the endpoint above came first.
    accepted: [200, 404],
    fields: {
      partnerId: optional(integer({ min: 1, max: 2_097_151 })),
      language: LANGUAGE,
      reason: optional(reason()),
    },
  },
]
