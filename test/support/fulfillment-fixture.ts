import { Readable } from 'node:stream'
import type { Product } from '../../src/catalog/mod.ts'
import { createWalletSupplier } from '../../src/consumers/mod.ts'
import type { Database } from '../../src/db/mod.ts'
import { readItems, serveWaiting, Worker, type WorkerOptions } from '../../src/fulfillment/mod.ts'
import { type ImportResult, importCodes } from '../../src/imports/mod.ts'
import { findOrder, type Order, type OrderStatus } from '../../src/orders/mod.ts'
import { createSuppliers, type SupplierName } from '../../src/process/suppliers.ts'
import { decodeCodes, type Supplier } from '../../src/supply/mod.ts'
import { openVault, type Vault } from '../../src/vault/mod.ts'
import { startDomainTest, TEST_MASTER_KEY, type Domain, type DomainProcess } from './domain.ts'
import { eventually } from './eventually.ts'

type Suppliers = Readonly<Record<SupplierName, Supplier>>

/** Long enough that no worker loses a lease because the machine is slow. */
const LEASE_SECONDS = 60

type FulfillmentFixtureOptions = Partial<Pick<WorkerOptions, 'isBusy'>>

/** The domain with a vault, suppliers and workers that fulfill its orders. */
export interface FulfillmentFixture extends Domain {
  readonly vault: Vault
  readonly suppliers: Suppliers
  readonly faults: unknown[]
  /** A worker of this process, or of another one; stopped by `end`. */
  worker(
    process?: DomainProcess & { db: Database },
    suppliers?: Suppliers,
    options?: FulfillmentFixtureOptions,
  ): Worker
  import(product: Product, codes: readonly string[]): Promise<ImportResult>
  /** Waits until the order has this status, and returns it. */
  reaches(order: Order, status: OrderStatus): Promise<Order>
  /** The codes of a COMPLETED order, in item order. */
  codes(order: Order): Promise<string[]>
  /**
   * The codes of each order. Waits for one after the other: each wait polls, and 200 at once would
   * leave the workers little CPU time.
   */
  codesOfAll(orders: readonly Order[]): Promise<string[][]>
}

export async function startFulfillmentFixture(batchUnitsMax?: number): Promise<FulfillmentFixture> {
  const domain = await startDomainTest(batchUnitsMax)
  const { db, clock } = domain
  const vault = await openVault({ db, clock, masterKey: TEST_MASTER_KEY })
  const suppliers = {
    ...createSuppliers({
      db,
      vault,
      clock,
      redemptionUrl: 'https://redeem.example.com',
    }),
    wallet: createWalletSupplier({ ...domain, vault }),
  }
  const workers: Worker[] = []
  const faults: unknown[] = []
  return {
    ...domain,
    vault,
    suppliers,
    faults,
    worker(process = domain, itsSuppliers = suppliers, options = {}) {
      const worker = new Worker({
        db: process.db,
        vault,
        orders: process.orders,
        clock,
        suppliers: itsSuppliers,
        leaseSeconds: LEASE_SECONDS,
        isBusy: () => false,
        ...options,
        onFault: (error) => faults.push(error),
      })
      workers.push(worker)
      worker.start()
      return worker
    },
    import: (product, codes) =>
      importCodes(
        { db, vault, clock },
        { actor: 'test' },
        {
          product,
          csv: csvOf(codes),
          async onChunk(tx) {
            await serveWaiting(tx, product.productId, { now: clock.now() })
          },
        },
      ),
    reaches: (order, status) => reaches(db, order, status),
    codes: (order) => readCodes(db, vault, order),
    async codesOfAll(orders) {
      const all: string[][] = []
      for (const order of orders) all.push(await readCodes(db, vault, order))
      return all
    },
    async end() {
      await Promise.all(workers.map((worker) => worker.stop()))
      await domain.end()
    },
  }
}

/** Returns an import file in which each code has the face value 10. */
export function csvOf(codes: readonly string[]): Readable {
  return Readable.from([
    Buffer.from(`faceValue,giftCardNumber\n${codes.map((code) => `10,${code}`).join('\n')}\n`),
  ])
}

async function reaches(db: Database, order: Order, status: OrderStatus): Promise<Order> {
  return eventually(async () => {
    const found = await findOrder(db, order)
    if (found?.status !== status) throw new Error(`is ${found?.status}, not ${status}`)
    return found
  })
}

async function readCodes(db: Database, vault: Vault, order: Order): Promise<string[]> {
  const completed = await reaches(db, order, 'COMPLETED')
  const codes: string[] = []
  const range = { first: 1, last: order.unitCount }
  for await (const items of readItems({ db, vault }, completed, range)) {
    codes.push(...decodeCodes(items.codes).map((code) => code.giftCardNumber))
  }
  return codes
}

/** Places an order of codes of product 1. */
export function stockOrder(fixture: Domain, quantity: number): Promise<Order> {
  return fixture.place({ items: [{ productId: 1, amount: 10, quantity }] })
}

/** Returns codes such as `A-0000`, `A-0001`. */
export function numberedCodes(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => `${prefix}-${String(at).padStart(4, '0')}`)
}
