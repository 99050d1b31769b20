import { expect, test } from 'vitest'
import { withoutBackoffs } from '../support/backoffs.ts'
import type { Json, Reply } from '../support/client.ts'
import type { Fate, HttpProxyOptions } from '../support/http-proxy.ts'
import { isLong } from '../support/length.ts'
import { anOrder, dataOf } from '../support/service.ts'
import { Random, seedsOf } from '../faults/chaos-random.ts'
import { startPair, type Pair } from './pair.ts'

/** In the short form, each way to cut a connection still occurs about five times. */
const CUTS = isLong ? 1_000 : 25
/** The seeds; `CUT_SEEDS=7-9` sets them. */
const SEEDS = seedsOf(process.env['CUT_SEEDS'] ?? (isLong ? '1-5' : '7'))
/** Most orders meet more than two cuts. If that is not enough, `ORDERS_MORE` are placed. */
const ORDERS = Math.ceil(CUTS * 0.4)
const ORDERS_MORE = 5
const CUT_PERCENT = 50
const DELAY_MS_MAX = 10
const LONG = { timeout: 200_000, interval: 50 }
const CUT_FATES: readonly Fate[] = ['lose', 'after', 'middle', 'twice', 'late']

test.each(SEEDS)(
  'cuts at random: nothing is bought twice, nothing is lost, every order ends (seed %i)',
  async (seed) => {
    const cuts = randomCuts(seed)
    const pair = await startPair({ fate: cuts.fate })
    const { buyer, account, proxy, resell } = pair
    const productId = (await resell((await pair.seller.product()).productId)).productId

    const orders = await placeAll(pair, productId, ORDERS)
    await untilCompleted(pair, orders)
    while (cuts.count() < CUTS) {
      orders.push(...(await placeAll(pair, productId, ORDERS_MORE)))
      await untilCompleted(pair, orders)
    }
    await proxy.calm()

    expect(cuts.count()).toBe(CUTS)
    const bought = await account.orders()
    expect(bought.map(({ status }) => status)).toEqual(orders.map(() => 'COMPLETED'))
    expect(new Set(bought.map(batchOf)).size).toBe(orders.length)
    const units = orders.reduce((sum, { quantity }) => sum + quantity, 0)
    expect(await account.funds()).toEqual({ USD: 1_000_000 - 10 * units })
    expect(await buyer.partner.funds()).toEqual({ USD: 1_000_000 - 10 * units })
    const issued = await codesOf(bought, (path) => account.get(path))
    expect(await codesOf(orders, (path) => buyer.partner.get(path))).toEqual(issued)
    expect(new Set(issued).size).toBe(units)
  },
  240_000,
)

/** Cuts, delays and repeats requests until there were enough cuts. Then passes all of them. */
function randomCuts(seed: number): {
  readonly fate: HttpProxyOptions['fate']
  count(): number
} {
  const random = new Random(seed)
  let count = 0
  return {
    count: () => count,
    fate() {
      const delayMs = random.below(DELAY_MS_MAX)
      if (count === CUTS || !random.chance(CUT_PERCENT)) return { fate: 'pass', delayMs }
      count += 1
      return { fate: random.pick(CUT_FATES), delayMs }
    },
  }
}

interface PlacedOrder {
  readonly id: string
  readonly quantity: number
}

async function placeAll({ buyer }: Pair, productId: number, count: number): Promise<PlacedOrder[]> {
  const quantities = Array.from({ length: count }, (_, at) => (at % 3) + 1)
  return Promise.all(
    quantities.map(async (quantity) => {
      const reply = await buyer.partner.post('/v2/orders', anOrder({ productId, quantity }))
      return { id: dataOf(reply).id, quantity }
    }),
  )
}

async function untilCompleted({ buyer }: Pair, orders: readonly PlacedOrder[]): Promise<void> {
  const open = async (): Promise<Json[]> =>
    (await buyer.partner.orders())
      .filter(({ status }) => status !== 'COMPLETED')
      .map(({ id, status }) => ({ id, status }))
  await withoutBackoffs(buyer.db, expect.poll(open, LONG).toEqual([]))
  expect(await buyer.partner.orders()).toHaveLength(orders.length)
}

/** Returns our batch for which the order was placed. */
function batchOf({ clientReference }: Json): string {
  return /^tessera-(\d+-\d+-\d+)-/.exec(clientReference)?.[1] ?? 'of nobody'
}

/** Returns the codes of these orders, sorted. */
async function codesOf(
  orders: readonly { readonly id: string }[],
  get: (path: string) => Promise<Reply>,
): Promise<string[]> {
  const codes: string[] = []
  for (const { id } of orders) {
    const items: Json[] = dataOf(await get(`/v2/orders/${id}/items`))
    codes.push(...items.map(({ giftCardNumber }) => giftCardNumber))
  }
  return codes.toSorted()
}
