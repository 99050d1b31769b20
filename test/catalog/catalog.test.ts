import { expect, onTestFinished, test } from 'vitest'
import {
  createCatalog,
  lockProduct,
  productsIn,
  updateProduct,
  type ProductInput,
} from '../../src/catalog/mod.ts'
import { sql, transact, type Database } from '../../src/db/mod.ts'
import { SUPPLIER_TYPES } from '../../src/process/suppliers.ts'
import { currency, startDomainTest } from '../support/domain.ts'
import { Gate } from '../support/gate.ts'

const LONG_AFTER = 60_000

test('a read that began before a product was added does not count as fresh', async () => {
  const domain = await startDomainTest()
  onTestFinished(() => domain.end())
  const database = delayableDatabase(domain.db)
  let now = 0
  const clock = { now: () => domain.clock.now(), monotonic: () => now }
  const catalog = createCatalog({ db: database.db, clock })
  await catalog.current()
  now += LONG_AFTER

  const { isRead, gate } = database.holdResults()
  const early = catalog.current()
  await isRead.passed()
  const { productId } = await domain.product()
  catalog.changed()
  gate.open()

  expect(productsIn(await early, { partnerId: 1, currency: currency('USD') })).toEqual([])
  expect(
    productsIn(await catalog.current(), { partnerId: 1, currency: currency('USD') }),
  ).toMatchObject([{ product: { productId } }])
})

test.each([0, 2 ** 31, Number.MAX_SAFE_INTEGER])('no product has the id %i', async (productId) => {
  const domain = await startDomainTest()
  onTestFinished(() => domain.end())
  expect(await transact(domain.db, (tx) => lockProduct(tx, productId))).toBeUndefined()
})

test('an old brand that would be refused today does not prevent other changes', async () => {
  const domain = await startDomainTest()
  onTestFinished(() => domain.end())
  const { db, clock } = domain
  const { productId } = await domain.product()
  await db.rows(sql`update products set brand = '@Northwind'`)
  const change = (input: Partial<ProductInput>) =>
    transact(db, (tx) =>
      updateProduct(
        tx,
        { productId, change: input },
        { suppliers: SUPPLIER_TYPES, now: clock.now() },
      ),
    )

  const changed = await change({ active: false })

  expect(changed.after).toMatchObject({ brand: '@Northwind', active: false })
  await expect(change({ brand: '@Northwind' })).rejects.toThrow(/^brand begins/)
})

/** Returns a database that can delay results after they were read. */
function delayableDatabase(db: Database) {
  let gates: { isRead: Gate; gate: Gate } | undefined
  return {
    holdResults: () => (gates = { isRead: new Gate(), gate: new Gate() }),
    db: {
      ...db,
      async rows<Row>(statement: Parameters<typeof db.rows<Row>>[0]) {
        const rows = await db.rows(statement)
        gates?.isRead.open()
        await gates?.gate.passed()
        return rows
      },
    },
  }
}
