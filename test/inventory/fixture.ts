import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { findCurrency, minorUnits, type Clock } from '../../src/core/mod.ts'
import { oneRow, sql, type Database, type Statement, type Tx } from '../../src/db/mod.ts'
import { type ImportResult, importCodes, type StockedProduct } from '../../src/imports/mod.ts'
import { stockBlockContext } from '../../src/inventory/mod.ts'
import { createSuppliers } from '../../src/process/suppliers.ts'
import {
  decodeCodes,
  type IssueOutcome,
  type IssueRequest,
  type Supplier,
} from '../../src/supply/mod.ts'
import { openVault, type Vault } from '../../src/vault/mod.ts'
import { freshDatabase } from '../support/database.ts'

export const NOON = Date.parse('2026-03-01T12:00:00Z')

/** A clock that stands still until a test moves it. */
export interface StillClock extends Clock {
  set(at: number): void
}

function stillClock(): StillClock {
  let at = NOON
  return { now: () => at, monotonic: () => at, set: (to) => void (at = to) }
}

const USD = findCurrency('USD') ?? expect.unreachable()

/** A product sold at USD 10 and 25, whose codes are compared with no other product's. */
export function fixedProduct(productId: number): StockedProduct {
  return {
    productId,
    currency: USD,
    denomination: { type: 'FIXED', fixedMinor: [1000n, 2500n] },
    codeNamespace: `fixture-${productId}`,
  }
}

const PRODUCTS_MAX = 200

/** Inserts the rows of all products that `nextProductId` returns. */
async function insertProducts(db: Database): Promise<void> {
  await db.rows(sql`
    insert into products (
      product_id, brand, currency, product_type, denomination_type, fixed_minor, supplier,
      created_at, code_namespace)
    overriding system value
    select product_id, 'Acme', 'USD', 'GIFT_CARD', 'FIXED', array[1000, 2500], 'vault', now(),
           'fixture-' || product_id
    from generate_series(1, ${PRODUCTS_MAX}::integer) as product_id`)
}

/** A batch of USD 10 codes of partner 1. */
export function batch(
  productId: number,
  orderNo: number,
  more: Partial<IssueRequest> = {},
): IssueRequest {
  return {
    partnerId: 1,
    orderNo,
    batchNo: 1,
    productId,
    currency: 'USD',
    faceValueMinor: minorUnits(1000n),
    quantity: 1,
    recipient: undefined,
    settings: {},
    ...more,
  }
}

export interface Fixture {
  readonly db: Database
  readonly vault: Vault
  readonly clock: StillClock
  readonly stock: Supplier
  connectAgain(): Database
  /** Creates the suppliers of another process. */
  anotherProcess(db: Database): ReturnType<typeof createSuppliers>
  /** Returns the id of a product that no other test uses. */
  nextProductId(): number
  importText(
    product: StockedProduct,
    text: string,
    onChunk?: (tx: Tx) => Promise<void>,
  ): Promise<ImportResult>
  /** Imports USD 10 codes of these numbers, in one file. */
  stockUp(productId: number, numbers: readonly string[], expiresAt?: string): Promise<void>
  /** Returns the numbers of the codes of an outcome; fails unless it is `issued`. */
  numbers(outcome: IssueOutcome | undefined): Promise<string[]>
  /** Requests a batch; returns the numbers of its codes, or the outcome if it is not `issued`. */
  sell(request: IssueRequest): Promise<string[] | string>
  /** Verifies that each code is in one place, and returns the number of free codes. */
  freeAfterAudit(productId: number): Promise<number>
  end(): Promise<void>
}

export async function openFixture(): Promise<Fixture> {
  const database = await freshDatabase()
  const { db } = database
  await insertProducts(db)
  const clock = stillClock()
  const vault = await openVault({ db, masterKey: randomBytes(32), clock })
  const anotherProcess: Fixture['anotherProcess'] = (processDb) =>
    createSuppliers({ db: processDb, vault, clock, redemptionUrl: 'https://redeem.test' })
  const suppliers = anotherProcess(db)
  const importText: Fixture['importText'] = (product, text, onChunk) =>
    importCodes(
      { db, vault, clock },
      { actor: 'test' },
      { product, csv: bytesOf(text), ...(onChunk && { onChunk }) },
    )
  let lastProductId = 0
  return {
    db,
    vault,
    clock,
    stock: suppliers.vault,
    connectAgain: database.connectAgain,
    anotherProcess,
    nextProductId: () => (lastProductId += 1),
    importText,
    async stockUp(productId, numbers, expiresAt = '') {
      const lines = numbers.map((number) => `10,${number},${expiresAt}`)
      const text = ['faceValue,giftCardNumber,expiresAt', ...lines].join('\n')
      const { imported } = await importText(fixedProduct(productId), text)
      expect(imported).toBe(numbers.length)
    },
    numbers: (outcome) => openNumbers(db, vault, outcome),
    async sell(request) {
      const [outcome] = await suppliers.vault.issue([request])
      return outcome?.outcome === 'issued'
        ? openNumbers(db, vault, outcome)
        : (outcome?.outcome ?? '')
    },
    freeAfterAudit: (productId) => auditStock(db, productId),
    end: database.drop,
  }
}

export async function* bytesOf(...texts: string[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text)
}

export function names(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => `${prefix}-${at + 1}`)
}

/** Returns a promise that the test resolves. */
export function gate<T>(): { readonly opened: Promise<T>; open(value: T): void } {
  const resolvers: ((value: T) => void)[] = []
  const opened = new Promise<T>((resolve) => resolvers.push(resolve))
  return { opened, open: (value) => resolvers.forEach((resolve) => resolve(value)) }
}

async function openNumbers(
  db: Database,
  vault: Vault,
  outcome: IssueOutcome | undefined,
): Promise<string[]> {
  if (outcome?.outcome !== 'issued') expect.unreachable(`was ${outcome?.outcome}`)
  const numbers: string[] = []
  for (const goods of outcome.goods) {
    if (!('stock' in goods)) {
      const codes = 'codes' in goods ? goods.codes : decodeCodes(goods.sealWith(Buffer.from))
      numbers.push(...codes.map((code) => code.giftCardNumber))
      continue
    }
    const { productId, blockId, first } = goods.stock
    const { sealed } = await oneRow(db, readBlock(productId, blockId))
    const codes = decodeCodes(vault.open('codes', stockBlockContext(productId, blockId), sealed))
    const range = codes.slice(first, first + goods.quantity)
    expect(range).toHaveLength(goods.quantity)
    numbers.push(...range.map((code) => code.giftCardNumber))
  }
  return numbers
}

function readBlock(productId: number, blockId: string): Statement<{ sealed: Buffer }> {
  return sql`
    select sealed from stock_blocks where product_id = ${productId} and block_id = ${blockId}`
}

async function auditStock(db: Database, productId: number): Promise<number> {
  const counts = await oneRow(db, countPositions(productId))
  expect(counts, 'every position is free, held or reserved, exactly once').toMatchObject({
    positions: counts.imported,
    different: counts.imported,
    outside: 0n,
  })
  return Number(counts.free)
}

interface Counts {
  imported: bigint
  positions: bigint
  different: bigint
  outside: bigint
  free: bigint
}

function countPositions(productId: number): Statement<Counts> {
  return sql`
    with slices as (
      select block_id, first, quantity, true as is_free
      from stock_free where product_id = ${productId}
      union all
      select block_id, first, quantity, false
      from stock_held where product_id = ${productId}
      union all
      select slice.block_id, slice.first, slice.quantity, false
      from stock_reservations,
           unnest(block_ids, firsts, quantities) as slice (block_id, first, quantity)
      where product_id = ${productId} and state = 'RESERVED'
    ), positions as (
      select block_id, generate_series(first, first + quantity - 1) as at, is_free from slices
    )
    select
      (select coalesce(sum(quantity), 0)::bigint from stock_blocks
       where product_id = ${productId}) as imported,
      count(*) as positions,
      count(distinct (positions.block_id, at)) as different,
      count(*) filter (where at < 0 or at >= coalesce(blocks.quantity, 0)) as outside,
      count(*) filter (where is_free) as free
    from positions
    left join stock_blocks as blocks
      on blocks.product_id = ${productId} and blocks.block_id = positions.block_id`
}
