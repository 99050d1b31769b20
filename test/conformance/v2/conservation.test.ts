import { expect, test } from 'vitest'
import { Http, signedClient, type Json, type Reply } from '../../support/client.ts'
import { eventually } from '../../support/eventually.ts'
import { isLong } from '../../support/length.ts'
import { anOrder, dataOf, startService, type RunningService } from '../../support/service.ts'
import { completed, deposit, reverse } from './fixture.ts'

const DEPOSITED = 3_000
const ACTORS = 8
const TURNS = 12

const SEEDS = isLong ? [1, 2, 3, 4, 5, 6, 7, 8, 9] : [1]

/** A small generator of repeatable numbers below `below` (mulberry32). */
function dice(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

/**
 * The state that the actors of a run share: the service, its products, the money and codes that
 * moved.
 */
class Bustle {
  readonly service: RunningService
  readonly #products: Json[]
  readonly #clients: { post(target: string, body: object): Promise<Reply> }[]
  readonly imported: string[] = []
  readonly ids: string[] = []
  deposited = DEPOSITED
  /** The product whose codes are imported. */
  readonly stocked: number

  constructor(service: RunningService, products: Json[], elsewhere: Http) {
    this.service = service
    this.#products = products
    this.stocked = products[0].productId
    this.#clients = [service.partner, signedClient(elsewhere, service.partner.credentials)]
  }

  async act(roll: (below: number) => number): Promise<void> {
    const act = roll(10)
    if (act < 5) return this.order(roll)
    if (act < 7) return this.cancel(roll)
    if (act < 8) return this.restock(1 + roll(3))
    const amount = 10 * (1 + roll(60))
    this.deposited += act < 9 ? amount : -amount
    return act < 9 ? deposit(this.service, ['USD', amount]) : reverse(this.service, ['USD', amount])
  }

  async order(roll: (below: number) => number): Promise<void> {
    const items = Array.from({ length: 1 + roll(3) }, () => {
      const { productId } = this.#products[roll(this.#products.length)]
      return { productId, amount: 10, quantity: 1 + roll(4) }
    })
    const reply = await this.#clients[roll(2)]?.post('/v2/orders', anOrder({ items }))
    expect([201, 402]).toContain(reply?.status)
    if (reply?.status === 201) this.ids.push(reply.body.data.id)
  }

  async cancel(roll: (below: number) => number): Promise<void> {
    const id = this.ids[roll(this.ids.length + 1)]
    if (id === undefined) return
    const target = `/admin/v1/orders/${id}/cancel`
    const reply = await this.service.admin.post(target, { reason: 'tests' })
    expect([200, 409]).toContain(reply.status)
  }

  async restock(count: number): Promise<void> {
    const next = this.imported.length
    const codes = Array.from({ length: count }, (_, at) => `CODE-${next + at}`)
    this.imported.push(...codes)
    dataOf(await this.service.stock(this.stocked, codes))
  }
}

/** Every order at its end, as the partner sees it. */
async function ordersAtEnd({ partner }: RunningService): Promise<Json[]> {
  return eventually(async () => {
    const orders = await partner.orders()
    const statuses = new Set(orders.map((order) => order.status))
    expect([...statuses].filter((one) => one !== 'COMPLETED' && one !== 'CANCELLED')).toEqual([])
    return orders
  })
}

/** The codes of a completed order. */
async function codesOf({ partner }: RunningService, { id, totalAmount }: Json): Promise<string[]> {
  const items: Json[] = dataOf(await partner.get(`/v2/orders/${id}/items`))
  expect(items).toHaveLength(totalAmount / 10)
  return items.map((item) => item.giftCardNumber)
}

/** Orders race with cancels, restocks, deposits and reversals, over two processes. */
async function bustleOf(service: RunningService, seed: number): Promise<Bustle> {
  const elsewhere = new Http((await service.another()).url ?? '')
  const products = [
    await service.product({ supplier: 'vault' }),
    await service.product(),
    await service.product({ supplier: 'sandbox', supplierSettings: { outcome: 'unknown' } }),
  ]
  const bustle = new Bustle(service, products, elsewhere)
  await Promise.all(
    Array.from({ length: ACTORS }, async (_, actor) => {
      const roll = dice(seed * 1_000 + actor)
      for (let turn = 0; turn < TURNS; turn += 1) await bustle.act(roll)
    }),
  )
  elsewhere.close()
  return bustle
}

test.each(SEEDS)('no money and no code is made or lost, whatever races (seed %i)', async (seed) => {
  const funds = { USD: String(DEPOSITED) }
  const service = await startService({ funds, settings: { batchUnits: 2 } })
  const { partner } = service
  const bustle = await bustleOf(service, seed)
  bustle.deposited += 100_000
  await deposit(service, ['USD', 100_000])
  await bustle.restock(300)
  const orders = await ordersAtEnd(service)
  expect(new Set(orders.map((order) => order.id))).toEqual(new Set(bustle.ids))
  const done = orders.filter((order) => order.status === 'COMPLETED')
  expect(done.length).toBeGreaterThan(0)
  expect(done.length).toBeLessThan(orders.length)

  const spent = done.reduce((sum, order) => sum + order.totalAmount, 0)
  expect(await partner.funds()).toEqual({ USD: bustle.deposited - spent })

  const codes = (await Promise.all(done.map((order) => codesOf(service, order)))).flat()
  expect(new Set(codes).size).toBe(codes.length)
  const sold = codes.filter((code) => code.startsWith('CODE-'))
  const rest = { productId: bustle.stocked, quantity: bustle.imported.length - sold.length }
  sold.push(...(await codesOf(service, await completed(service, rest))))
  expect(new Set(sold)).toEqual(new Set(bustle.imported))
  expect(sold).toHaveLength(bustle.imported.length)
})
