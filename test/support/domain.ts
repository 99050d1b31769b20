import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import {
  createCatalog,
  createProduct,
  type Product,
  type ProductInput,
} from '../../src/catalog/mod.ts'
import { recipientWalletFinder } from '../../src/consumers/mod.ts'
import {
  findCurrency,
  formatAmount,
  isFault,
  parseAmount,
  systemClock,
  type Clock,
  type Currency,
  type MinorUnits,
} from '../../src/core/mod.ts'
import { transact, type Database } from '../../src/db/mod.ts'
import { createLedger, partnerFunds, type Ledger } from '../../src/ledger/mod.ts'
import {
  createOrders,
  createOrderWrites,
  findOrder,
  fingerprintOf,
  type Order,
  type Orders,
  type OrderStatus,
  type OrderWrites,
  type PlaceInput,
} from '../../src/orders/mod.ts'
import { createPartner, deposit, reverse } from '../../src/partners/mod.ts'
import { sentinelOf } from '../../src/process/sentinel.ts'
import { SUPPLIER_TYPES } from '../../src/process/suppliers.ts'
import { openVault, type Vault } from '../../src/vault/mod.ts'
import { freshDatabase, type FreshDatabase } from './database.ts'
import { TESTER } from './tester.ts'
import { verifyBooks } from './verified-books.ts'

const DAY_SECONDS = 86_400

/** A running clock that tests can advance. */
export function movableClock(): Clock & { advance(ms: number): void } {
  let offset = 0
  return {
    now: () => systemClock.now() + offset,
    monotonic: () => systemClock.monotonic(),
    advance: (ms) => void (offset += ms),
  }
}

export const TEST_MASTER_KEY = randomBytes(32)

/** Finds wallets. Opens the vault when the first recipient is looked up. */
export function finderOfWallets(
  db: Database,
  clock: Clock,
): ReturnType<typeof recipientWalletFinder> {
  let opened: Promise<Vault> | undefined
  return async (tx, partnerId, names) => {
    opened ??= openVault({ db, clock, masterKey: TEST_MASTER_KEY })
    return recipientWalletFinder(await opened)(tx, partnerId, names)
  }
}

/** One process's view of the domain: its own ledger and orders over a database. */
export interface DomainProcess {
  readonly ledger: Ledger
  readonly orders: Orders
}

/** Hashes recipients without a key. */
export const PLAIN_HASHES = {
  blindIndex: (_purpose: string, text: string) => createHash('sha256').update(text).digest(),
  requireKeys: () => undefined,
}

/** A fault that the sentinel finds makes the write of a test fail, so it is not reported. */
const UNREPORTED = {
  metrics: { sentinelFaulted: () => undefined },
  log: { error: () => undefined },
}

export function orderWritesOf(db: Database, clock: Clock, batchUnitsMax = 1_000): OrderWrites {
  return createOrderWrites({
    catalog: createCatalog({ db, clock }),
    stockSupplier: 'vault',
    batchUnitsMax,
    linesPerOrderMax: 10_000,
    unitsPerOrderMax: 1_000_000,
    findRecipientWallets: finderOfWallets(db, clock),
    vault: PLAIN_HASHES,
  })
}

export function startDomain(db: Database, clock: Clock, batchUnitsMax?: number): DomainProcess {
  const writes = orderWritesOf(db, clock, batchUnitsMax)
  const sentinel = sentinelOf({ sentinel: 'on' }, { db, writes, ...UNREPORTED })
  const ledger = createLedger({ db, clock, followers: [writes], sentinel })
  const orders = createOrders({
    db,
    ledger,
    writes,
    clock,
    outOfStockSecondsMax: 3 * DAY_SECONDS,
    onHoldSecondsMax: 7 * DAY_SECONDS,
  })
  return { ledger, orders }
}

/**
 * Everything below HTTP: a fresh database, one partner, and shorthand for what tests do with it.
 */
export interface Domain extends FreshDatabase, DomainProcess {
  readonly clock: ReturnType<typeof movableClock>
  readonly partnerId: number
  product(input?: Partial<ProductInput>): Promise<Product>
  deposit(amount: number, currency?: string): Promise<void>
  reverse(amount: number, currency?: string): Promise<void>
  place(input?: Partial<Omit<PlaceInput, 'type'>>): Promise<Order>
  /** Available funds per currency, as decimal text. */
  funds(): Promise<Record<string, string>>
  /** Verifies the ledger, then drops the database. */
  end(): Promise<void>
}

export async function startDomainTest(batchUnitsMax?: number): Promise<Domain> {
  const database = await freshDatabase()
  const { db } = database
  const clock = movableClock()
  const process = startDomain(db, clock, batchUnitsMax)
  const { partnerId } = await transact(db, (tx) =>
    createPartner(tx, clock, { name: 'Acme', actor: TESTER }),
  )
  const movement = (amount: number, code: string) => ({
    partnerId,
    currency: code,
    amountMinor: minor(amount, code),
    reference: randomUUID(),
    actor: TESTER,
  })
  return {
    ...database,
    ...process,
    clock,
    partnerId,
    product: (input) =>
      transact(db, (tx) =>
        createProduct(tx, aProduct(input), { suppliers: SUPPLIER_TYPES, now: clock.now() }),
      ),
    async deposit(amount, code = 'USD') {
      await deposit(process.ledger, movement(amount, code))
    },
    async reverse(amount, code = 'USD') {
      await reverse(process.ledger, { ...movement(amount, code), reason: 'chargeback' })
    },
    async place(input) {
      return (await process.orders.place(partnerId, anOrder(input))).order
    },
    funds: () => fundsOf(db, partnerId),
    async end() {
      expect(await verifyBooks(db)).toMatchObject({ balanced: true, differences: [] })
      await database.drop()
    },
  }
}

/** Places an order of one code of product 1. */
export function placeOne({ place }: Domain, amount: number): Promise<Order> {
  return place({ items: [{ productId: 1, amount, quantity: 1 }] })
}

/** Returns the present statuses of orders. */
export async function statusesOf(
  { db }: Domain,
  orders: readonly Order[],
): Promise<(OrderStatus | undefined)[]> {
  const found = await Promise.all(orders.map((order) => findOrder(db, order)))
  return found.map((order) => order?.status)
}

export function minor(amount: number, code: string): MinorUnits {
  const parsed = parseAmount(amount, currency(code))
  if (isFault(parsed)) throw new Error(parsed.fault)
  return parsed
}

export function currency(code: string): Currency {
  const found = findCurrency(code)
  if (!found) throw new Error(`${code} is no currency`)
  return found
}

function aProduct(input: Partial<ProductInput> = {}): ProductInput {
  return {
    brand: 'Northwind',
    currency: 'USD',
    denominationType: 'VARIABLE',
    minAmount: 1,
    maxAmount: 1_000,
    supplier: 'generator',
    ...input,
  }
}

export function anOrder(input: Partial<Omit<PlaceInput, 'type'>> = {}): Omit<PlaceInput, 'type'> {
  const order = {
    clientReference: randomUUID(),
    idempotencyKey: undefined,
    currency: currency('USD'),
    items: [{ productId: 1, amount: 10, quantity: 1 }],
    ...input,
  }
  return { fingerprint: fingerprintOf({ ...order, idempotencyKey: null }), ...order }
}

async function fundsOf(db: Database, partnerId: number): Promise<Record<string, string>> {
  const funds = await partnerFunds(db, partnerId)
  return Object.fromEntries(
    funds.map((one) => [one.currency, formatAmount(one.fundsMinor, currency(one.currency))]),
  )
}
