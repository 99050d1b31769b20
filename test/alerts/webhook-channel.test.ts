import { randomBytes } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { createWebhookChannel, type AlertNotice } from '../../src/alerts/mod.ts'
import { signWebhook } from '../../src/core/mod.ts'
import { movableClock } from '../support/domain.ts'
import { openWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts'

const SECRET = randomBytes(32)
const DELIVERY_ID = '6f0c3a2e-8b1f-4c37-9f64-0d5b7a1e2c11'
const NOTICE: AlertNotice = {
  deliveryId: DELIVERY_ID,
  event: 'raised',
  alert: {
    alertId: 7,
    kind: 'low_stock',
    subject: 'product:7:10.00',
    severity: 'warning',
    message: 'Acme 10 USD is low on stock',
    details: { free: 3 },
    count: 1,
    raisedAt: Date.UTC(2026, 0, 2),
    lastSeenAt: Date.UTC(2026, 0, 2),
    resolvedAt: undefined,
  },
}

let receiver: WebhookReceiver

beforeEach(async () => {
  receiver = await openWebhookReceiver()
})

function send({ url = receiver.url, timeoutMs }: { url?: string; timeoutMs?: number } = {}) {
  const timeout = timeoutMs === undefined ? {} : { timeoutMs }
  return createWebhookChannel({ url, secret: SECRET, clock: movableClock(), ...timeout }).send(
    NOTICE,
  )
}

test('signatures are those of the package standardwebhooks 1.1.1', () => {
  const secret = Buffer.from('0123456789abcdef0123456789abcdef')
  const message = { id: 'msg_1', at: 1_700_000_000_999, body: '{"test":"ü"}' }

  expect(signWebhook([secret], message)).toEqual({
    'webhook-id': 'msg_1',
    'webhook-timestamp': '1700000000',
    'webhook-signature': 'v1,B5u1MxSv+nN3tRwwDQ+bvtHn2Y87C+i61+rx2F9Qu/w=',
  })
})

test('a webhook has the alert and a signature over id, time and body', async () => {
  expect(await send()).toEqual({ outcome: 'sent' })

  const [{ headers, body, path } = expect.unreachable()] = receiver.received
  expect(path).toBe('/hooks?token=of-the-path')
  expect(headers['content-type']).toBe('application/json')
  const at = Number(headers['webhook-timestamp']) * 1_000
  expect(headers).toMatchObject(signWebhook([SECRET], { id: `msg_${DELIVERY_ID}`, at, body }))
  expect(JSON.parse(body)).toEqual({
    type: 'alert.raised',
    timestamp: '2026-01-02T00:00:00.000Z',
    data: {
      alertId: 7,
      kind: 'low_stock',
      subject: 'product:7:10.00',
      severity: 'warning',
      message: 'Acme 10 USD is low on stock',
      details: { free: 3 },
      raisedAt: '2026-01-02T00:00:00.000Z',
      resolvedAt: null,
    },
  })
})

test('redirects are not followed', async () => {
  receiver.respond((response) => void response.writeHead(307, { location: '/elsewhere' }).end())

  await expect(send()).rejects.toThrow(/^HTTP 307: redirects are not followed$/)
  expect(receiver.received.map(({ path }) => path)).toEqual(['/hooks?token=of-the-path'])
})

test('if a receiver does not respond in time, the error does not contain its address', async () => {
  receiver.respond(() => {})

  await expect(send({ timeoutMs: 50 })).rejects.toThrow(/^no response in 50 ms$/)
  const url = 'http://127.0.0.1:1/hooks?token=of-the-path'
  await expect(send({ url })).rejects.toThrow(/^no response: [A-Za-z_]+$/)
})
