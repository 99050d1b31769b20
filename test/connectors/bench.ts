import { expect } from 'vitest'
import type { ProductType } from '../../src/catalog/mod.ts'
import { ADAPTERS } from '../../src/connectors/adapters/mod.ts'
import { registerAccount } from '../../src/connectors/accounts.ts'
import { Connections } from '../../src/connectors/connections.ts'
import { settleAllDue } from '../../src/connectors/reconcile.ts'
import { type ConnectorOptions, createConnector } from '../../src/connectors/supplier.ts'
import { minorUnits } from '../../src/core/mod.ts'
import { sql, transact } from '../../src/db/mod.ts'
import { type Books, decimal } from '../../src/stand-ins/books.ts'
import { SHOPS, type ShopName } from '../../src/stand-ins/mod.ts'
import { type StandIn, startStandIn } from '../../src/stand-ins/stand-in.ts'
import type { Code, IssueOutcome, IssueRequest, Supplier } from '../../src/supply/mod.ts'
import type { Fixture } from '../inventory/fixture.ts'
import { TESTER } from '../support/tester.ts'

/** The product that is bought of a supplier in its tests. */
export interface Case {
  readonly shop: ShopName
  /** The behavior of the stand-in where the supplier's documents do not define it. */
  readonly position: string
  readonly switches?: Readonly<Record<string, string | number>>
  readonly productType: ProductType
  readonly settings: Readonly<Record<string, string>>
  readonly account?: Readonly<Record<string, string>> | undefined
  readonly recipient?: Readonly<Record<string, string>>
}

/**
 * The settings of an account that trusts the reports of its supplier: a purchase that they lack is
 * bought again. Other accounts leave this decision to a person.
 */
const BUYS_AGAIN = { ifNotFound: 'buyAgain' }

/** Each supplier at each of the positions that it can have. */
export const CASES: readonly Case[] = [
  { shop: 'tillo', position: 'sync', productType: 'GIFT_CARD', settings: { brand: 'amazon' } },
  {
    shop: 'tillo',
    position: 'async, funds 403',
    switches: { fundsStatus: 403 },
    productType: 'GIFT_CARD',
    settings: { brand: 'ikea', mode: 'async' },
  },
  {
    shop: 'ding',
    position: 'a repeat buys again',
    productType: 'TOP_UP',
    settings: { sku: 'DE_TK_TopUp' },
    recipient: { phoneNumber: '+4915112345678' },
  },
  {
    shop: 'ding',
    position: 'a repeat is refused',
    switches: { repeat: 'refuses' },
    productType: 'GIFT_CARD',
    settings: { sku: 'XB_PIN' },
  },
  { shop: 'runa', position: 'links', productType: 'GIFT_CARD', settings: { product: 'IKEA-DE' } },
  {
    shop: 'runa',
    position: 'codes',
    switches: { faults: 'forgotten' },
    account: { codes: 'read' },
    productType: 'GIFT_CARD',
    settings: { product: 'AMZ-GB' },
  },
  {
    shop: 'reloadly',
    position: 'gift cards; a repeat is refused',
    account: BUYS_AGAIN,
    productType: 'GIFT_CARD',
    settings: { product: '101' },
  },
  {
    shop: 'reloadly',
    position: 'gift cards; a repeat buys again, reports are pages',
    account: BUYS_AGAIN,
    switches: { repeat: 'buysAgain', reports: 'page', cards: 'object' },
    productType: 'GIFT_CARD',
    settings: { product: '102' },
  },
  {
    shop: 'reloadly',
    position: 'airtime',
    account: BUYS_AGAIN,
    productType: 'TOP_UP',
    settings: { operator: '341', country: 'DE' },
    recipient: { phoneNumber: '+4915112345678' },
  },
  {
    shop: 'reloadly',
    position: 'bills',
    account: BUYS_AGAIN,
    productType: 'BILL_PAYMENT',
    settings: { biller: '27', amountIn: 'recipient' },
    recipient: { accountNumber: '12345678' },
  },
  {
    shop: 'reloadly',
    position: 'bills; a repeat buys again, a new token ends the one before',
    account: BUYS_AGAIN,
    switches: { repeat: 'buysAgain', tokens: 'last' },
    productType: 'BILL_PAYMENT',
    settings: { biller: '27', amountIn: 'recipient' },
    recipient: { accountNumber: '12345678' },
  },
  {
    shop: 'plugin',
    position: 'gift cards',
    switches: { time: 'any' },
    productType: 'GIFT_CARD',
    settings: { product: 'card', colour: 'red' },
  },
]

/** One account at a stand-in, and a connector that buys there. */
export interface Bench {
  readonly standIn: StandIn
  readonly books: Books
  readonly supplier: Supplier
  /** Returns the faults of the purchases that wait for an operator. */
  unclear(): Promise<string[]>
  readonly options: ConnectorOptions
  request(quantity: number): IssueRequest
  close(): Promise<void>
}

let lastOrderNo = 0
let lastAccount = 0

/** Runs a test with a supplier of its own, and ends the supplier. */
export async function withBench(
  fixture: Fixture,
  one: Case,
  run: (bench: Bench) => Promise<void>,
): Promise<void> {
  const bench = await openBench(fixture, one)
  try {
    await run(bench)
  } finally {
    await bench.close()
  }
}

export async function openBench(fixture: Fixture, one: Case): Promise<Bench> {
  const standIn = await startStandIn(SHOPS[one.shop].open(one.switches))
  const { db, vault, clock } = fixture
  const name = `a${(lastAccount += 1)}`
  const secrets = SHOPS[one.shop].secrets
  const act = { actor: TESTER, at: clock.now() }
  const adapter = ADAPTERS[one.shop]
  const productId = fixture.nextProductId()
  await db.rows(sql`
    update products set product_type = ${one.productType} where product_id = ${productId}`)
  const place = { adapter: one.shop, name, environment: 'sandbox', baseUrl: standIn.url }
  const input = { ...place, secrets, settings: one.account }
  await transact(db, (tx) => registerAccount(tx, { vault, adapters: ADAPTERS }, { input, act }))
  const connections = new Connections({ db, vault, clock, adapters: ADAPTERS })
  const options: ConnectorOptions = { db, vault, clock, connections }
  return {
    standIn,
    books: standIn.books,
    supplier: createConnector(adapter, options),
    async unclear() {
      const rows = await db.rows(sql<{ fault: string }>`
        select fault from supplier_creates where fault is not null`)
      return rows.map(({ fault }) => fault)
    },
    options,
    request: (quantity) => ({
      partnerId: 1,
      orderNo: (lastOrderNo += 1),
      batchNo: 1,
      productId,
      currency: 'EUR',
      faceValueMinor: minorUnits(1000n),
      quantity,
      recipient: one.recipient,
      settings: { account: name, ...one.settings },
    }),
    async close() {
      connections.close()
      await db.rows(sql`delete from supplier_accounts`)
      await db.rows(sql`update supplier_creates set fault = null`)
      await standIn.close()
    },
  }
}

/** Inserts the order of a purchase, because lists of purchases join their orders. */
export async function placeOrder(
  { db }: Fixture,
  { partnerId, orderNo, quantity }: IssueRequest,
): Promise<void> {
  await db.rows(sql`
    insert into orders (
      partner_id, order_no, client_reference, fingerprint, currency, total_minor, unit_count,
      status, previous_status, status_since, hold_no, charged_minor, created_at, completed_at)
    values (
      ${partnerId}, ${orderNo}, ${`o-${orderNo}`}, ''::bytea, 'EUR', 1000, ${quantity},
      'COMPLETED', 'PROCESSING', now(), ${orderNo}, 1000, now(), now())`)
}

/** This number of calls takes longer than the time after which a person has to decide. */
const CALLS_MAX = 200
const PAUSE_MS = 30_000

/**
 * Requests a batch as fulfillment does, with time between the calls, until its outcome is definite:
 * an unknown or open purchase is looked up, and a batch that another supplier could deliver is
 * requested again.
 */
export async function settleBatch(
  { clock }: Fixture,
  { supplier, unclear }: Pick<Bench, 'supplier' | 'unclear'>,
  request: IssueRequest,
  /** The number of calls; undefined: until the outcome is definite. */
  times?: number,
): Promise<IssueOutcome> {
  let isOpen = false
  let last: IssueOutcome | undefined
  for (let calls = 0; calls < (times ?? CALLS_MAX); calls += 1) {
    const outcomes: Promise<IssueOutcome[]> = isOpen
      ? supplier.lookUp([request])
      : supplier.issue([request])
    const [outcome]: IssueOutcome[] = await outcomes
    if (!outcome) return expect.unreachable()
    last = outcome
    isOpen = outcome.outcome === 'pending' || outcome.outcome === 'unknown'
    if (!isOpen && outcome.outcome !== 'unavailable') return outcome
    if ((await unclear()).length > 0) return outcome
    clock.set(clock.now() + PAUSE_MS)
  }
  return times === undefined || !last ? expect.unreachable('the outcome stays open') : last
}

/** Continues due purchases that no batch waits for. */
export async function followDue({ options }: Bench): Promise<void> {
  await settleAllDue({
    ...options,
    floatPollSeconds: 60,
    restocked: () => Promise.resolve(),
    funded: () => Promise.resolve(),
    onFault: (error) => expect.unreachable(String(error)),
  })
}

/** Returns the codes of an outcome; fails unless it is `issued`. */
export function codesOf(outcome: IssueOutcome): readonly Code[] {
  if (outcome.outcome !== 'issued') return expect.unreachable(JSON.stringify(outcome))
  return outcome.goods.flatMap((one) => ('codes' in one ? one.codes : []))
}

/** Returns the texts of the units that a supplier has sold and not taken back. */
export function textsSold({ sales }: Books, { productType, position }: Case): string[] {
  return sales
    .filter(({ status }) => status === 'done')
    .flatMap(({ theirs, codes }) => {
      if (productType === 'TOP_UP') return [`op-${theirs}`]
      if (productType === 'BILL_PAYMENT') return [`bill-${theirs}`]
      const links = [`https://spend.runa.io/link-${theirs}`]
      return position === 'links' ? links : codes.map(({ number }) => number)
    })
    .toSorted()
}

export function textsOf(codes: readonly Code[]): string[] {
  return codes.map((code) => code.giftCardNumber || code.redemptionUrl).toSorted()
}

/** Returns the number of units that the supplier has sold and not taken back. */
export function unitsSold({ sales }: Books): number {
  return sales.filter(({ status }) => status === 'done').reduce((sum, { units }) => sum + units, 0)
}

/** Returns the amount that a supplier charged by our rows, in the format of its books. */
export async function costOf({ db }: Fixture, request: IssueRequest): Promise<string> {
  const [row] = await db.rows(
    sql<{ cost: string | null }>`
      select trim_scale(sum(cost))::text as cost from supplier_creates
      where partner_id = 1 and order_no = ${request.orderNo} and status = 'DONE'`,
  )
  return row?.cost ?? '0'
}

/** Returns the amount that the supplier charged by its own books. */
export function priceTaken({ sales }: Books): string {
  const sold = sales.filter(({ status }) => status === 'done')
  return decimal(sold.reduce((sum, { price }) => sum + price, 0n))
}

/** Makes a request arrive twice, of which the second copy exceeds the limit of a minute. */
export function limitCopy({ books }: Bench): void {
  books.faults.push({ of: 'create', does: 'twiceBusy', times: 1 })
}
