import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { ADAPTERS } from '../../src/connectors/adapters/mod.ts'
import { signRequest } from '../../src/connectors/mod.ts'
import { signWebhook } from '../../src/core/mod.ts'

const NOW = Date.parse('2026-03-01T12:00:00Z')
const MINUTE_MS = 60_000
const KEY = Buffer.alloc(24, 7)
const WEBHOOK_SECRET = `whsec_${KEY.toString('base64')}`

function accountWith(secrets: Readonly<Record<string, string>>) {
  return { environment: 'live', secrets, settings: {}, now: NOW } as const
}

function secondsAt(at: number): string {
  return String(at / 1_000)
}

const STANDARD = [
  [
    'tessera',
    'webhook',
    { data: { clientReference: 'ours', orderId: 'ord_1' } },
    ['ours', 'ord_1'],
  ],
  ['runa', 'svix', { id: 'evt_1', data: { order_id: 'O-1' } }, ['evt_1', 'O-1']],
] as const

test.each(STANDARD)(
  '%s: a webhook counts if it is signed with the secret, and is at most five minutes old',
  (name, prefix, payload, references) => {
    const { readWebhook } = ADAPTERS[name]
    const body = JSON.stringify(payload)
    const webhookOf = (at: number, sent = body, key = KEY) => {
      const signed = Object.entries(signWebhook([key], { id: 'msg_1', at, body }))
      const headers = signed.map(([header, value]) => [header.replace('webhook', prefix), value])
      return { path: '/', headers: Object.fromEntries(headers), body: sent }
    }
    const account = accountWith({ webhookSecret: WEBHOOK_SECRET })

    expect(readWebhook?.(webhookOf(NOW - 4 * MINUTE_MS), account)).toEqual(references)
    expect(readWebhook?.(webhookOf(NOW - 6 * MINUTE_MS), account)).toBeUndefined()
    expect(readWebhook?.(webhookOf(NOW + 6 * MINUTE_MS), account)).toBeUndefined()
    expect(readWebhook?.(webhookOf(NOW, `${body} `), account)).toBeUndefined()
    expect(readWebhook?.({ path: '/', headers: {}, body }, account)).toBeUndefined()
    expect(readWebhook?.(webhookOf(NOW), accountWith({}))).toBeUndefined()
    // Such a secret may have been stored before it was refused.
    const short = Buffer.alloc(15, 7)
    const weak = accountWith({ webhookSecret: `whsec_${short.toString('base64')}` })
    expect(readWebhook?.(webhookOf(NOW, body, short), weak)).toBeUndefined()
  },
)

test('reloadly: a webhook counts if its body is signed with a timestamp of the last five minutes', () => {
  const { readWebhook } = ADAPTERS.reloadly
  const secret = 'signs-webhooks'
  const body = JSON.stringify({ data: { customIdentifier: 'ours', transactionId: 7 } })
  const account = accountWith({ webhookSecret: secret })
  const webhookOf = (timestamp: string, text = `${body}:${timestamp}`) => {
    const signature = createHmac('sha256', secret).update(text).digest('hex')
    return {
      path: '/',
      headers: {
        'x-reloadly-request-timestamp': timestamp,
        'x-reloadly-signature': signature,
      },
      body,
    }
  }
  expect(readWebhook?.(webhookOf(secondsAt(NOW)), account)).toEqual(['ours', '7'])
  // Their documents do not say in which unit it is.
  expect(readWebhook?.(webhookOf(String(NOW - 4 * MINUTE_MS)), account)).toEqual(['ours', '7'])
  expect(readWebhook?.(webhookOf(secondsAt(NOW - 6 * MINUTE_MS)), account)).toBeUndefined()
  expect(readWebhook?.(webhookOf(secondsAt(NOW + 6 * MINUTE_MS)), account)).toBeUndefined()
  expect(readWebhook?.(webhookOf(String(NOW - 6 * MINUTE_MS)), account)).toBeUndefined()
  expect(readWebhook?.(webhookOf('', `${body}:`), account)).toBeUndefined()
  // Without its timestamp, a signature would hold for ever.
  expect(readWebhook?.(webhookOf(secondsAt(NOW), body), account)).toBeUndefined()
  const { headers } = webhookOf(secondsAt(NOW - 6 * MINUTE_MS))
  const dated = { ...headers, 'x-reloadly-request-timestamp': secondsAt(NOW) }
  expect(readWebhook?.({ path: '/', headers: dated, body }, account)).toBeUndefined()
  expect(readWebhook?.(webhookOf(secondsAt(NOW)), accountWith({}))).toBeUndefined()
})

test('plugin: a webhook is signed for its address, as a request is', () => {
  const { readWebhook } = ADAPTERS.plugin
  const key = { keyId: 'ours', secret: 'shared' }
  const account = accountWith(key)
  const path = '/feedback/suppliers/plugin:main'
  const body = '{"reference":"0af7"}'
  const webhookOf = (timestamp: string, target = path) => {
    const signature = signRequest(key, { method: 'POST', target, body, timestamp })
    return {
      path,
      headers: { 'tessera-timestamp': timestamp, 'tessera-signature': signature },
      body,
    }
  }
  const now = String(NOW / 1_000)

  expect(readWebhook?.(webhookOf(now), account)).toEqual(['0af7'])
  expect(readWebhook?.(webhookOf(now, '/feedback/suppliers/plugin:other'), account)).toBeUndefined()
  expect(readWebhook?.(webhookOf(String(NOW / 1_000 - 301)), account)).toBeUndefined()
  expect(readWebhook?.(webhookOf('soon'), account)).toBeUndefined()
})

test('a signed webhook that is no JSON names nothing', () => {
  const body = '<html>'
  const headers = signWebhook([KEY], { id: 'msg_1', at: NOW, body })
  const account = accountWith({ webhookSecret: WEBHOOK_SECRET })

  expect(ADAPTERS.tessera.readWebhook?.({ path: '/', headers, body }, account)).toEqual([])
})
