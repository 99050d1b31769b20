import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql, transact } from '../../src/db/mod.ts'
import { changeLot, listLots, type LotAct } from '../../src/inventory/mod.ts'
import { batch, names, openFixture, type Fixture } from './fixture.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.end())

type Step =
  | { readonly type: 'import'; readonly count: number }
  | { readonly type: 'sell'; readonly quantity: number }
  | { readonly type: 'cancel'; readonly pick: number }
  | { readonly type: LotAct; readonly pick: number }

const pick = fc.nat(1_000)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constant('import'), count: fc.integer({ min: 1, max: 12 }) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ type: fc.constant('sell'), quantity: fc.integer({ min: 1, max: 9 }) }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('cancel'), pick }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('quarantine'), pick }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('release'), pick }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('recall'), pick }) },
) as fc.Arbitrary<Step>

/** Applies steps to the codes of one product, and checks where each code is. */
class History {
  readonly productId = fixture.nextProductId()
  /** By lot: the prefix of the codes in it. */
  readonly lots = new Map<string, string>()
  readonly states = new Map<string, string>()
  /** The sold codes, by order. */
  readonly orders = new Map<number, readonly string[]>()
  #orderNo = 0

  async run(one: Step): Promise<void> {
    if (one.type === 'import') return this.#import(one.count)
    if (one.type === 'sell') return this.#sell(one.quantity)
    if (one.type === 'cancel') return this.#cancel(oneOf([...this.orders.keys()], one.pick))
    return this.#change(one.type, oneOf([...this.lots.keys()], one.pick))
  }

  async #import(count: number): Promise<void> {
    const prefix = `L${this.lots.size}`
    await fixture.stockUp(this.productId, names(`${prefix}-${this.productId}`, count))
    const page = { page: 1, pageSize: 1_000, now: fixture.clock.now() }
    const { rows } = await listLots(fixture.db, this.productId, page)
    for (const { lot } of rows) {
      if (this.lots.has(lot)) continue
      this.lots.set(lot, `${prefix}-`)
      this.states.set(lot, 'ON_SALE')
    }
  }

  async #sell(quantity: number): Promise<void> {
    const orderNo = (this.#orderNo += 1)
    const [outcome] = await fixture.stock.issue([batch(this.productId, orderNo, { quantity })])
    if (outcome?.outcome !== 'issued') return
    const codes = await fixture.numbers(outcome)
    expect(codes).toHaveLength(quantity)
    this.orders.set(orderNo, codes)
  }

  async #cancel(orderNo: number | undefined): Promise<void> {
    if (orderNo === undefined) return
    this.orders.delete(orderNo)
    await fixture.stock.release([batch(this.productId, orderNo)])
  }

  async #change(act: LotAct, lot: string | undefined): Promise<void> {
    if (lot === undefined) return
    const { productId } = this
    const change = await transact(fixture.db, (tx) => changeLot(tx, { productId, lot }, act)).catch(
      (error: { kind?: string }) => {
        expect(error.kind).toBe('state_conflict')
        return undefined
      },
    )
    if (change) this.states.set(lot, change.after)
  }

  /** Expects that each code is in one place that the state of its lot allows, and is sold once. */
  async check(): Promise<void> {
    await fixture.freeAfterAudit(this.productId)
    const sold = [...this.orders.values()].flat()
    expect(new Set(sold).size).toBe(sold.length)
    const { rows } = await fixture.db.pool.query(
      `select distinct lot.lot, slice.place from stock_lots lot
       join stock_blocks b using (product_id, lot)
       join (select product_id, block_id, 'free' as place from stock_free
             union all select product_id, block_id, 'held' from stock_held) as slice
         using (product_id, block_id)
       where product_id = $1 and (slice.place = 'free') <> (lot.state = 'ON_SALE')`,
      [this.productId],
    )
    expect(rows).toEqual([])
    const reserved = await fixture.db.rows(sql<{ codes: bigint }>`
      select coalesce(sum(q), 0)::bigint as codes
      from stock_reservations, unnest(quantities) as q
      where product_id = ${this.productId} and state = 'RESERVED'`)
    expect(reserved).toEqual([{ codes: BigInt(sold.length) }])
  }
}

test('after imports, sales, cancellations and acts on lots, each code is where it belongs', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      const history = new History()
      for (const one of steps) {
        const offSale = prefixesOffSale(history)
        const before = new Set(history.orders.keys())
        await history.run(one)
        const fresh = [...history.orders].filter(([orderNo]) => !before.has(orderNo))
        const codes = fresh.flatMap(([, sold]) => sold)
        expect(codes.filter((code) => offSale.some((prefix) => code.startsWith(prefix)))).toEqual(
          [],
        )
      }
      await history.check()
    }),
    { numRuns: 25, seed: 4_711 },
  )
})

test('after concurrent steps, each code is where it belongs, and no recalled code is sold', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 2, maxLength: 6 }), { minLength: 2, maxLength: 6 }),
      async (rounds) => {
        const history = new History()
        await history.run({ type: 'import', count: 20 })
        for (const round of rounds) {
          const [recalled, before] = [prefixesRecalled(history), new Set(history.orders.keys())]
          const alone = round.filter((one) => one.type === 'import')
          const together = round.filter((one) => one.type !== 'import')
          for (const one of alone) await history.run(one)
          await Promise.all(together.map((one) => history.run(one)))
          const fresh = [...history.orders].filter(([orderNo]) => !before.has(orderNo))
          const codes = fresh.flatMap(([, sold]) => sold)
          expect(codes.filter((code) => recalled.some((one) => code.startsWith(one)))).toEqual([])
          await history.check()
        }
      },
    ),
    { numRuns: 15, seed: 4_712 },
  )
})

function oneOf<T>(all: readonly T[], at: number): T | undefined {
  return all[at % all.length]
}

function prefixesOffSale({ lots, states }: History): string[] {
  return [...lots].flatMap(([lot, prefix]) => (states.get(lot) === 'ON_SALE' ? [] : [prefix]))
}

function prefixesRecalled({ lots, states }: History): string[] {
  return [...lots].flatMap(([lot, prefix]) => (states.get(lot) === 'RECALLED' ? [prefix] : []))
}
