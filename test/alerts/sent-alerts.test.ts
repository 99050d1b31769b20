import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { openMailbox } from '../consumers/mailbox.ts'
import { tessera } from '../cli/fixture.ts'
import type { Json } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { ADMIN_TOKEN, anOrder, dataOf, startService } from '../support/service.ts'
import { openWebhookReceiver } from '../support/webhook-receiver.ts'

test('a service sends its alerts by mail and webhook, and lists the deliveries without address and secret', async () => {
  const mailbox = await openMailbox()
  onTestFinished(() => mailbox.down())
  const receiver = await openWebhookReceiver()
  const alertWebhookSecret = randomBytes(32)
  const service = await startService({
    funds: { USD: '100.00' },
    settings: {
      smtpUrl: mailbox.url,
      alertMail: 'duty@example.com',
      alertWebhookUrl: receiver.url,
      alertWebhookSecret,
      lowFundsDays: 0,
    },
  })
  const supplierSettings = { outcome: 'refused' }
  const { productId } = await service.product({ supplier: 'sandbox', supplierSettings })
  const order = anOrder({ productId, amount: 10, quantity: 1 })
  const { id } = dataOf(await service.partner.post('/v2/orders', order))
  const alerts = '/admin/v1/alerts'
  // A slow machine raises alerts of its own.
  const statesOf = async () => {
    const { body } = await service.admin.get(`${alerts}?kind=batches_failed`)
    return body.data.flatMap(({ deliveries = [] }: Json) =>
      deliveries.map((sent: Json) => `${sent.channel} ${sent.event} ${sent.status}`),
    )
  }
  await eventually(async () =>
    expect(await statesOf()).toEqual(['mail raised SENT', 'webhook raised SENT']),
  )
  await service.admin.post(`/admin/v1/orders/${id}/cancel`, { reason: 'it is refused' })
  await eventually(async () => expect(await statesOf()).toHaveLength(4))
  await eventually(async () =>
    expect((await statesOf()).filter((state: string) => !state.endsWith(' SENT'))).toEqual([]),
  )

  const sentAlerts = receiver.received.map(({ body }) => JSON.parse(body))
  expect(sentAlerts.filter(({ data }) => data.kind === 'batches_failed')).toMatchObject([
    { type: 'alert.raised', data: { kind: 'batches_failed', details: { orderId: id } } },
    { type: 'alert.resolved', data: { kind: 'batches_failed', resolvedAt: expect.any(String) } },
  ])
  expect(new Set(mailbox.received.map(({ to }) => to))).toEqual(new Set(['duty@example.com']))
  const environment = { TESSERA_URL: service.url, TESSERA_ADMIN_TOKEN: ADMIN_TOKEN }
  const { stdout } = await tessera(['alerts', 'list', '--state', 'all'], { environment })
  expect(stdout).toMatch(/ resolved +batches_failed .*webhook resolved SENT/)
  const { text } = await service.admin.get(alerts)
  const shown = [text, stdout, ...service.logged].join('\n')
  const secrets = ['of-the-path', 'duty@example.com', alertWebhookSecret.toString('base64')]
  for (const secret of secrets) expect(shown).not.toContain(secret)
})
