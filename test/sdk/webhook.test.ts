import { expect, test } from 'vitest'
import { signWebhook, verifyWebhook, WebhookError } from '@tessera/sdk'
import type { ReceivedWebhook, WebhookErrorCode } from '@tessera/sdk'

/** The example of the Standard Webhooks specification. */
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const body = '{"test": 2432232314}'
const now = 1_614_265_330_000
const SIGNATURE = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='
const HEADERS = {
  'Webhook-Id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  'Webhook-Timestamp': String(now / 1_000),
  'Webhook-Signature': SIGNATURE,
}
const OTHER = 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
const WEBHOOK = { body, headers: HEADERS, secret, now }

test.each([
  ['one secret', WEBHOOK],
  ['bytes and Headers', { ...WEBHOOK, body: Buffer.from(body), headers: new Headers(HEADERS) }],
  ['two secrets', { ...WEBHOOK, secret: [OTHER, secret] }],
  [
    'several signatures',
    { ...WEBHOOK, headers: { ...HEADERS, 'Webhook-Signature': `v1,AAAA ${SIGNATURE}` } },
  ],
])('verifyWebhook accepts a signed webhook: %s', async (_what, webhook) => {
  expect(await verifyWebhook(webhook)).toEqual({ test: 2_432_232_314 })
})

const NOT_JSON = {
  ...WEBHOOK,
  body: 'received',
  headers: {
    ...HEADERS,
    'Webhook-Signature': 'v1,4B4+CW9RQTCajXEGSqEJQzfuY5Y3qqAugsPSjhEGR3g=',
  },
}

const REFUSED: readonly (readonly [WebhookErrorCode, message: string, ReceivedWebhook])[] = [
  ['HEADER_MISSING', 'is missing', { ...WEBHOOK, headers: {} }],
  [
    'TIMESTAMP_MALFORMED',
    'number of seconds',
    { ...WEBHOOK, headers: { ...HEADERS, 'Webhook-Timestamp': '²' } },
  ],
  ['TIMESTAMP_TOO_OLD', '300 s away', { ...WEBHOOK, now: now + 301_000 }],
  ['TIMESTAMP_TOO_NEW', '300 s away', { ...WEBHOOK, now: now - 301_000 }],
  ['SIGNATURE_MISMATCH', 'is not of this body', { ...WEBHOOK, body: `${body}\n` }],
  ['SIGNATURE_MISMATCH', 'is not of this body', { ...WEBHOOK, secret: OTHER }],
  ['BODY_MALFORMED', 'is not JSON', NOT_JSON],
]

test.each(REFUSED)(
  'verifyWebhook refuses a webhook and says why: %s',
  async (code, message, webhook) => {
    const refused = verifyWebhook(webhook)

    await expect(refused).rejects.toBeInstanceOf(WebhookError)
    await expect(refused).rejects.toMatchObject({ code, message: expect.stringContaining(message) })
  },
)

test('signWebhook signs as the service does, so that a receiver can be tested', async () => {
  const headers = await signWebhook({ body, secret, id: HEADERS['Webhook-Id'], now: now + 999 })
  const current = await signWebhook({ body, secret })

  expect(headers).toEqual({
    'webhook-id': HEADERS['Webhook-Id'],
    'webhook-timestamp': HEADERS['Webhook-Timestamp'],
    'webhook-signature': SIGNATURE,
  })
  expect(await verifyWebhook({ body, secret, headers: current })).toEqual(JSON.parse(body))
})
