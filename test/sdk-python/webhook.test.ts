import { expect, test } from 'vitest'
import { runPython } from './python.ts'

/** The example of the Standard Webhooks specification. */
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const BODY = '{"test": 2432232314}'
const NOW = 1614265330
const HEADERS = {
  'Webhook-Id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  'Webhook-Timestamp': String(NOW),
  'Webhook-Signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
}
const OTHER = 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

const input = (changes: object = {}) => ({
  body: Buffer.from(BODY).toString('base64'),
  headers: HEADERS,
  secret: SECRET,
  now: NOW,
  ...changes,
})

test('verify_webhook accepts what is signed, and says why it refuses', async () => {
  const cases = [
    input(),
    input({ secret: [OTHER, SECRET] }),
    input({
      headers: { ...HEADERS, 'Webhook-Signature': `v1,AAAA ${HEADERS['Webhook-Signature']}` },
    }),
    input({ body: Buffer.from(`${BODY}\n`).toString('base64') }),
    input({ secret: OTHER }),
    input({ now: NOW + 301 }),
    input({ headers: { ...HEADERS, 'Webhook-Timestamp': '²' } }),
    input({ headers: { ...HEADERS, 'Webhook-Timestamp': '9'.repeat(400) } }),
    input({ headers: {} }),
    input({ now: NOW - 301 }),
    input({
      body: Buffer.from('received').toString('base64'),
      headers: {
        ...HEADERS,
        'Webhook-Signature': 'v1,4B4+CW9RQTCajXEGSqEJQzfuY5Y3qqAugsPSjhEGR3g=',
      },
    }),
  ]

  const answers = await runPython('webhook.py', { stdin: JSON.stringify(cases) })

  expect(answers).toEqual([
    { data: { test: 2432232314 } },
    { data: { test: 2432232314 } },
    { data: { test: 2432232314 } },
    { code: 'SIGNATURE_MISMATCH', refused: 'the signature is not of this body and secret' },
    { code: 'SIGNATURE_MISMATCH', refused: 'the signature is not of this body and secret' },
    { code: 'TIMESTAMP_TOO_OLD', refused: 'webhook-timestamp is more than 300 s away' },
    { code: 'TIMESTAMP_MALFORMED', refused: 'webhook-timestamp must be a number of seconds' },
    { code: 'TIMESTAMP_MALFORMED', refused: 'webhook-timestamp must be a number of seconds' },
    {
      code: 'HEADER_MISSING',
      refused: 'webhook-id, webhook-timestamp or webhook-signature is missing',
    },
    { code: 'TIMESTAMP_TOO_NEW', refused: 'webhook-timestamp is more than 300 s away' },
    { code: 'BODY_MALFORMED', refused: 'the body is not JSON' },
  ])
})

test('sign_webhook signs as the service does, so that a receiver can be tested', async () => {
  const sign = { message_id: HEADERS['Webhook-Id'], now: NOW + 0.9 }

  const [headers] = await runPython('webhook.py', { stdin: JSON.stringify([input({ sign })]) })

  expect(headers).toEqual({
    'webhook-id': HEADERS['Webhook-Id'],
    'webhook-timestamp': HEADERS['Webhook-Timestamp'],
    'webhook-signature': HEADERS['Webhook-Signature'],
  })
})
