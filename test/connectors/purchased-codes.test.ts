import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { minorUnits } from '../../src/core/mod.ts'
import { sql, transact } from '../../src/db/mod.ts'
import { type ImportResult, importCodes, readReport } from '../../src/imports/mod.ts'
import { stockCodes } from '../../src/inventory/stock-codes.ts'
import type { Code } from '../../src/supply/port.ts'
import { requireNew } from '../../src/connectors/purchased-codes.ts'
import { batch, bytesOf, fixedProduct, openFixture, type Fixture } from '../inventory/fixture.ts'
import { untilOneWaits } from '../support/lock-waits.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.end())

const CSV = 'faceValue,giftCardNumber\n10,a\n10,C\n10,D\n'

interface Purchase {
  readonly productId: number
  readonly reference: string
}

function purchaseOf(productId: number): Purchase {
  return { productId, reference: randomUUID() }
}

function withCodes(purchase: Purchase, ...numbers: string[]) {
  const codes = numbers.map(codeOf)
  return { vault: fixture.vault, ...purchase, codes }
}

function codeOf(giftCardNumber: string): Code {
  return { giftCardNumber, giftCardPin: '', barCodeNumber: '', redemptionUrl: '' }
}

function requireNumbers(purchase: Purchase, ...numbers: string[]): Promise<void> {
  return transact(fixture.db, (tx) => requireNew(tx, withCodes(purchase, ...numbers)))
}

test('a purchase that is read again keeps its codes', async () => {
  const purchase = purchaseOf(fixture.nextProductId())

  await requireNumbers(purchase, 'A', 'B')
  await expect(requireNumbers(purchase, 'A', 'B')).resolves.toBeUndefined()
})

test('codes of another purchase are a mismatch, and none of the purchase is stored', async () => {
  const productId = fixture.nextProductId()
  await requireNumbers(purchaseOf(productId), 'A', 'B')

  await expect(requireNumbers(purchaseOf(productId), 'b', 'C', 'D')).rejects.toThrow(
    '1 of 3 codes were delivered before',
  )
  await expect(requireNumbers(purchaseOf(productId), 'C', 'D')).resolves.toBeUndefined()
})

test('a code that comes twice in a purchase is a mismatch', async () => {
  const purchase = purchaseOf(fixture.nextProductId())

  await expect(requireNumbers(purchase, 'A', 'B', 'A')).rejects.toThrow(
    '1 of 3 codes were delivered before',
  )
})

test('the same codes in another namespace are new', async () => {
  await requireNumbers(purchaseOf(fixture.nextProductId()), 'A')

  await expect(requireNumbers(purchaseOf(fixture.nextProductId()), 'A')).resolves.toBeUndefined()
})

/** Returns the ids of two products in one namespace of codes. */
async function twoOfOneNamespace(): Promise<[number, number]> {
  const [first, second] = [fixture.nextProductId(), fixture.nextProductId()]
  await fixture.db.rows(sql`
    update products set code_namespace = ${fixedProduct(first).codeNamespace}
    where product_id = ${second}`)
  return [first, second]
}

test('codes of another product are a mismatch, and the fault names the product', async () => {
  const [first, second] = await twoOfOneNamespace()
  const source = { product: fixedProduct(first), csv: bytesOf(CSV) }
  await importCodes(fixture, { actor: 'test', lot: 'spring' }, source)
  await requireNumbers(purchaseOf(first), 'X')

  await expect(requireNumbers(purchaseOf(second), 'A', 'B')).rejects.toThrow(
    `1 of 2 codes were in stock before: product ${first} has it in lot "spring"`,
  )
  await expect(requireNumbers(purchaseOf(second), 'X', 'Y')).rejects.toThrow(
    `1 of 2 codes were delivered before: product ${first} has it, bought at a supplier`,
  )
})

test('an import rejects codes that were bought for another product, and names it', async () => {
  const [first, second] = await twoOfOneNamespace()
  await requireNumbers(purchaseOf(second), 'A')

  const answer = await fixture.importText(fixedProduct(first), CSV)

  const reason = `the code is a duplicate: product ${second} has it, bought at a supplier`
  expect(answer).toMatchObject({ imported: 2, duplicates: 0, rejected: [{ line: 2, reason }] })
})

test('codes that have been in stock of the product are a mismatch', async () => {
  const productId = fixture.nextProductId()
  await fixture.stockUp(productId, ['A', 'B'])

  await expect(requireNumbers(purchaseOf(productId), 'A', 'C')).rejects.toThrow(
    '1 of 2 codes were in stock before',
  )
})

test('of two concurrent purchases with the same codes, one is accepted', async () => {
  const productId = fixture.nextProductId()
  const numbers = Array.from({ length: 50 }, (_, at) => `CODE-${at}`)

  const outcomes = await Promise.allSettled([
    requireNumbers(purchaseOf(productId), ...numbers),
    requireNumbers(purchaseOf(productId), ...numbers.toReversed()),
  ])

  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const rows = await fixture.db.rows(
    sql<{ purchases: bigint; codes: bigint }>`
      select count(distinct purchase) as purchases, count(*) as codes
      from code_index where product_id = ${productId}`,
  )
  expect(rows).toEqual([{ purchases: 1n, codes: 50n }])
})

test('codes of another purchase are left out of stock', async () => {
  const productId = fixture.nextProductId()
  await requireNumbers(purchaseOf(productId), 'A')
  const purchase = purchaseOf(productId)
  await requireNumbers(purchase, 'B')

  expect(await stockNumbers(purchase, 'A', 'B', 'C')).toBe(2)
  expect(await stockNumbers(purchase, 'A', 'B', 'C')).toBe(0)
  expect(await fixture.freeAfterAudit(productId)).toBe(2)
})

function stockNumbers({ productId, reference }: Purchase, ...numbers: string[]): Promise<number> {
  const faceValueMinor = minorUnits(1000n)
  return stockCodes(fixture, {
    productId,
    purchase: reference,
    lot: 'tessera-acme',
    lines: numbers.map((number) => ({
      code: codeOf(number),
      faceValueMinor,
      expiresAt: undefined,
    })),
    onStored: () => Promise.resolve(),
  })
}

test('codes that were bought for the product are duplicates in an import', async () => {
  const productId = fixture.nextProductId()
  await requireNumbers(purchaseOf(productId), 'A', 'B')
  const product = fixedProduct(productId)
  const options = { actor: 'test', isDryRun: true }

  const dryRun = await importCodes(fixture, options, { product, csv: bytesOf(CSV) })
  const answer = await fixture.importText(product, CSV)
  const again = await fixture.importText(product, `${CSV}10,B\n10,E\n`)

  expect(dryRun).toMatchObject({ imported: 2, duplicates: 1, rejectedCount: 0 })
  expect(answer).toMatchObject({ imported: 2, duplicates: 1, rejectedCount: 0 })
  expect(again).toMatchObject({ imported: 1, duplicates: 4, rejectedCount: 0 })
  expect(await reportOf(productId, answer.importId)).toMatch(/^2,duplicate,.*had this code.*\n$/m)
  const outcomes = await fixture.stock.issue([batch(productId, productId, { quantity: 3 })])
  expect((await fixture.numbers(outcomes[0])).toSorted()).toEqual(['C', 'D', 'E'])
})

async function reportOf(productId: number, importId: string): Promise<string> {
  const parts: string[] = []
  for await (const part of readReport(fixture.db, { productId, importId })) parts.push(part)
  return parts.join('')
}

test('codes of a cancelled order go into stock though an import has them as well', async () => {
  const productId = fixture.nextProductId()
  const purchase = purchaseOf(productId)
  await requireNumbers(purchase, 'A', 'C')

  const answer = await fixture.importText(fixedProduct(productId), CSV)

  expect([answer.imported, answer.duplicates]).toEqual([1, 2])
  expect(await stockNumbers(purchase, 'A', 'C')).toBe(2)
  expect(await fixture.freeAfterAudit(productId)).toBe(3)
})

test('an import waits for a concurrent purchase of the same codes', async () => {
  const productId = fixture.nextProductId()
  let imported: Promise<ImportResult> | undefined

  await transact(fixture.db, async (tx) => {
    await requireNew(tx, withCodes(purchaseOf(productId), 'A', 'B'))
    imported = fixture.importText(fixedProduct(productId), CSV)
    await untilOneWaits(fixture.db)
  })

  expect(await imported).toMatchObject({ imported: 2, duplicates: 1 })
})

test('a purchase waits for a concurrent import of the same codes, and then fails as a mismatch', async () => {
  const productId = fixture.nextProductId()
  let bought: Promise<unknown> | undefined

  await fixture.importText(fixedProduct(productId), CSV, async (tx) => {
    // This read returns only after the writes of the import.
    await tx.rows(sql`select`)
    bought = requireNumbers(purchaseOf(productId), 'A', 'B').catch((error: unknown) => error)
    await untilOneWaits(fixture.db)
  })

  expect(await bought).toMatchObject({ message: '1 of 2 codes were in stock before' })
})
