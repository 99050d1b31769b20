import { expect, test } from 'vitest'
import { Http, signedClient, type Json, type Reply } from '../../support/client.ts'
import { eventually } from '../../support/eventually.ts'
import { isLong } from '../../support/length.ts'
import { anOrder, dataOf, startService, type RunningService } from '../../support/service.ts'
import { completeOrder, deposit, reverse } from './fixture.ts'

const DEPOSITED = 3_000
const ACTORS = 8
const TURNS = 12

const SEEDS = isLong ? [1, 2, 3, 4, 5, 6, 7, 8, 9] : [1]

/** Returns a generator of repeatable random numbers from 0 to less than `below` (mulberry32). */
function randomNumbers(seed: number): (below: number) => number {
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
class Workload {
  readonly service: RunningService
  readonly #products: Json[]
  readonly #clients: { post(target: string, body: object): Promise<Reply> }[]
  readonly imported: string[] = []
  readonly ids: string[] = []
  deposited = DEPOSITED
  /** The product whose codes are imported. */
  readonly stocked: number

  constructor(service: RunningService, products: Json[], otherProcess: Http) {
    this.service = service
    this.#products = products
    this.stocked = products[0].productId
    this.#clients = [service.partner, signedClient(otherProcess, service.partner.credentials)]
  }

  async act(roll: (below: number) => number): Promise<void> {
    const choice = roll(10)
    if (choice < 5) return this.order(roll)
    if (choice < 7) return this.cancel(roll)
    if (choice < 8) return this.restock(1 + roll(3))
    const amount = 10 * (1 + roll(60))
    this.deposited += choice < 9 ? amount : -amount
    return choice < 9
      ? deposit(this.service, ['USD', amount])
      : reverse(this.service, ['USD', amount])
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

/** Waits until every order is COMPLETED or CANCELLED; returns the orders of the partner. */
async function ordersAtEnd({ partner }: RunningService): Promise<Json[]> {
  return eventually(async () => {
    const orders = await partner.orders()
    const statuses = new Set(orders.map((order) => order.status))
    expect([...statuses].filter((one) => one !== 'COMPLETED' && one !== 'CANCELLED')).toEqual([])
    return orders
  })
}

/** Returns the codes of a completed order. */
async function codesOf({ partner }: RunningService, { id, totalAmount }: Json): Promise<string[]> {
  const items: Json[] = dataOf(await partner.get(`/v2/orders/${id}/items`))
  expect(items).toHaveLength(totalAmount / 10)
  return items.map((item) => item.giftCardNumber)
}

/** Lets orders race with cancels, restocks, deposits and reversals, over two processes. */
async function runWorkload(service: RunningService, seed: number): Promise<Workload> {
  const otherProcess = new Http((await service.another()).url ?? '')
  const products = [
    await service.product({ supplier: 'vault' }),
    await service.product(),
    await service.product({ supplier: 'sandbox', supplierSettings: { outcome: 'unknown' } }),
  ]
  const workload = new Workload(service, products, otherProcess)
  await Promise.all(
    Array.from({ length: ACTORS }, async (_, actor) => {
      const roll = randomNumbers(seed * 1_000 + actor)
      for (let turn = 0; turn < TURNS; turn += 1) await workload.act(roll)
    }),
  )
  otherProcess.close()
  return workload
}

test.each(SEEDS)(
  'requests that race create and lose no money and no code (seed %i)',
  async (seed) => {
    const funds = { USD: String(DEPOSITED) }
    const service = await startService({ funds, settings: { batchUnits: 2 } })
    const { partner } = service
    const workload = await runWorkload(service, seed)
    workload.deposited += 100_000
    await deposit(service, ['USD', 100_000])
    await workload.restock(300)
    const orders = await ordersAtEnd(service)
    expect(new Set(orders.map((order) => order.id))).toEqual(new Set(workload.ids))
    const completedOrders = orders.filter((order) => order.status === 'COMPLETED')
    expect(completedOrders.length).toBeGreaterThan(0)
    expect(completedOrders.length).toBeLessThan(orders.length)

    const spent = completedOrders.reduce((sum, order) => sum + order.totalAmount, 0)
    expect(await partner.funds()).toEqual({ USD: workload.deposited - spent })

    const codes = (
      await Promise.all(completedOrders.map((order) => codesOf(service, order)))
    ).flat()
    expect(new Set(codes).size).toBe(codes.length)
    const sold = codes.filter((code) => code.startsWith('CODE-'))
    const rest = { productId: workload.stocked, quantity: workload.imported.length - sold.length }
    sold.push(...(await codesOf(service, await completeOrder(service, rest))))
    expect(new Set(sold)).toEqual(new Set(workload.imported))
    expect(sold).toHaveLength(workload.imported.length)
  },
)
