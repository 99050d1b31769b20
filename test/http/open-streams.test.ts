import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { anOrder, dataOf, startService, type RunningService } from '../support/service.ts'

/** The units of a download that is larger than all buffers of the system. */
const UNITS = 100_000

async function orderOf(service: RunningService, quantity: number): Promise<string> {
  const { partner, product, waitForOrder } = service
  const { productId } = await product()
  const items = [{ productId, amount: 1, quantity }]
  const { id } = dataOf(await partner.post('/v2/orders', anOrder({ items })))
  await waitForOrder(id, 'COMPLETED')
  return id
}

async function linkOf(service: RunningService, id: string): Promise<string> {
  const { partner } = service
  const { downloadUrl } = dataOf(await partner.get(`/v2/orders/${id}/fulfillments/export`))
  const { pathname, search } = new URL(downloadUrl)
  return pathname + search
}

/** A client that requests a download and reads only its head. */
async function openUnread({ url }: RunningService, target: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  socket.write(`GET ${target} HTTP/1.1\r\nhost: t\r\n\r\n`)
  await once(socket, 'readable')
  return socket
}

/** Fewer connections than downloads: a download that waits for its client must hold none. */
const SETTINGS = { streamsPerLinkMax: 2, streamsPerPartnerMax: 3, connectionsMax: 2 }

test('429 for too many downloads of a link or partner; unread ones delay no small request', async () => {
  const service = await startService({ funds: { USD: '1000000.00' }, settings: SETTINGS })
  const { http } = service
  const large = () => orderOf(service, UNITS)
  const [link, other] = [await linkOf(service, await large()), await linkOf(service, await large())]
  const get = (target: string) => http.send({ method: 'GET', target })

  const [first] = [await openUnread(service, link), await openUnread(service, link)]
  const refused = await get(link)
  await openUnread(service, other)
  const small = await service.partner.get('/v2/orders')
  const refusedForPartner = await get(other)
  first.destroy()
  await eventually(async () => expect((await get(link)).status).toBe(200))

  const error = {
    code: 'RATE_LIMIT_EXCEEDED',
    message: 'at most 2 downloads of one link at a time',
  }
  expect(refused).toMatchObject({ status: 429, body: { error } })
  expect(refused.headers['retry-after']).toBe('5')
  expect(small.status).toBe(200)
  expect(refusedForPartner.body.error.message).toBe('at most 3 downloads of one partner at a time')
})

test('whole orders of many units count as downloads of their partner; small ones do not', async () => {
  const settings = { streamsPerPartnerMax: 1 }
  const service = await startService({ funds: { USD: '1000000.00' }, settings })
  const [large, small] = [await orderOf(service, UNITS), await orderOf(service, 2)]
  const socket = await openUnread(service, await linkOf(service, large))
  const read = (id: string) => service.partner.get(`/v2/orders/${id}/items`)

  expect(await read(large)).toMatchObject({
    status: 429,
    body: { error: { message: 'at most 1 downloads of one partner at a time' } },
  })
  expect((await read(small)).status).toBe(200)

  socket.destroy()
  await eventually(async () => expect((await read(large)).status).toBe(200))
})

test('a link is refused while its partner is suspended', async () => {
  const service = await startService({ funds: { USD: '1000000.00' } })
  const { admin, http, partner } = service
  const target = await linkOf(service, await orderOf(service, 1))
  const statusOf = async () => (await http.send({ method: 'GET', target })).status
  const set = (status: string) => admin.patch(`/admin/v1/partners/${partner.partnerId}`, { status })

  await set('SUSPENDED')
  const whileSuspended = await statusOf()
  await set('ACTIVE')

  expect(whileSuspended).toBe(403)
  expect(await statusOf()).toBe(200)
})
