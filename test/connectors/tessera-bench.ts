import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { ADAPTERS } from '../../src/connectors/adapters/mod.ts'
import {
  type AccountChange,
  registerAccount,
  updateAccount,
} from '../../src/connectors/accounts.ts'
import { Connections } from '../../src/connectors/connections.ts'
import { type ConnectorOptions, createConnector } from '../../src/connectors/supplier.ts'
import { transact } from '../../src/db/mod.ts'
import type { IssueOutcome, IssueRequest, Supplier } from '../../src/supply/mod.ts'
import { batch, openFixture, type Fixture } from '../inventory/fixture.ts'
import { eventually } from '../support/eventually.ts'
import { type Fate, type HttpProxy, startHttpProxy } from '../support/http-proxy.ts'
import { dataOf, type Partner, type RunningService, shareService } from '../support/service.ts'
import { TESTER } from '../support/tester.ts'

/** Our clock stands still, long before the clock of the other Tessera, which accepts any time. */
const ANY_SKEW_SECONDS = 1_000_000_000

/** Our account at another Tessera, and a connector that buys with it. */
export interface Buyer {
  readonly partner: Partner
  readonly name: string
  readonly secrets: Readonly<Record<string, string>>
  readonly settings: Readonly<Record<string, string>>
  readonly options: ConnectorOptions
  readonly supplier: Supplier
  request(product: number, more?: Partial<IssueRequest>): IssueRequest
}

export interface TesseraBench {
  readonly fixture: Fixture
  /** Another Tessera, and the proxy to it. */
  readonly seller: RunningService
  readonly proxy: HttpProxy
  /** The fates of the next creates; later ones pass. */
  fates: Fate[]
  newNumber(): number
  service: ReturnType<typeof shareService>
  connect(funds?: string, more?: Readonly<Record<string, string>>): Promise<Buyer>
}

/** Starts another Tessera for the tests of a file. */
export function shareTessera(): () => TesseraBench {
  const service = shareService({ settings: { skewSecondsMax: ANY_SKEW_SECONDS, rateLimit: 0 } })
  let bench: TesseraBench | undefined
  const opened = (): TesseraBench => bench ?? expect.unreachable()
  let lastNumber = 0
  const fate = ({ method }: { readonly method: string }) => ({
    fate: method === 'POST' ? (opened().fates.shift() ?? 'pass') : ('pass' as const),
  })
  const connect: TesseraBench['connect'] = (funds, more) => connectTo(opened(), funds, more)
  const newNumber = (): number => (lastNumber += 1)
  beforeAll(async () => {
    const [fixture, seller] = [await openFixture(), await service()]
    const proxy = await startHttpProxy({ target: seller.url, fate })
    bench = { fixture, seller, proxy, fates: [], newNumber, service, connect }
  })
  beforeEach(() => {
    opened().fates = []
  })
  afterAll(async () => {
    await opened().proxy.close()
    await opened().fixture.end()
  })
  return opened
}

async function connectTo(
  bench: TesseraBench,
  funds = '1000.00',
  further: Readonly<Record<string, string>> = {},
): Promise<Buyer> {
  const { fixture, seller, proxy, newNumber } = bench
  const partner = await seller.newPartner({ USD: funds })
  const { clientId, apiKey, hmacSecret } = partner.credentials
  const secrets = { apiKey, hmacSecret }
  const settings = { clientId, currency: 'USD', ...further }
  const name = `t${newNumber()}`
  const place = { environment: 'live', baseUrl: proxy.url, settings }
  await register(fixture, { adapter: 'tessera', name, ...place, secrets })
  const { db, vault, clock } = fixture
  const connections = new Connections({ db, vault, clock, adapters: ADAPTERS })
  const options: ConnectorOptions = { db, vault, clock, connections }
  const supplier = createConnector(ADAPTERS.tessera, options)
  const request: Buyer['request'] = (product, more) =>
    batch(fixture.nextProductId(), newNumber(), {
      settings: { account: name, product: String(product) },
      ...more,
    })
  return { partner, name, secrets, settings, options, supplier, request }
}

export async function register(
  { db, vault, clock }: Fixture,
  input: Parameters<typeof registerAccount>[2]['input'],
): Promise<void> {
  const act = { actor: TESTER, at: clock.now() }
  await transact(db, (tx) => registerAccount(tx, { vault, adapters: ADAPTERS }, { input, act }))
}

export async function changeAccount(
  { db, vault, clock }: Fixture,
  name: string,
  change: AccountChange,
): Promise<void> {
  const act = { actor: TESTER, at: clock.now() }
  const update = { name: { adapter: 'tessera', name }, change, act }
  await transact(db, (tx) => updateAccount(tx, { vault, adapters: ADAPTERS }, update))
}

/** Requests a batch until its outcome is one of these. Our clock stands still meanwhile. */
export async function issueUntil(
  { supplier }: Pick<Buyer, 'supplier'>,
  request: IssueRequest,
  ...outcomes: IssueOutcome['outcome'][]
): Promise<IssueOutcome> {
  return eventually(async () => {
    const [outcome] = await supplier.issue([request])
    if (!outcome) return expect.unreachable()
    expect(outcomes).toContain(outcome.outcome)
    return outcome
  })
}

export function numbersOf(outcome: IssueOutcome): string[] {
  if (outcome.outcome !== 'issued') return expect.unreachable(JSON.stringify(outcome))
  return outcome.goods.flatMap((one) =>
    'codes' in one ? one.codes.map(({ giftCardNumber }) => giftCardNumber) : [],
  )
}

/** Returns the codes that the other Tessera has issued to a partner, order by order. */
export async function issuedTo(partner: Partner): Promise<string[]> {
  const orders = await partner.orders()
  const items = await Promise.all(
    orders.map(async ({ id }) => dataOf(await partner.get(`/v2/orders/${id}/items`))),
  )
  return items.flat().map(({ giftCardNumber }) => giftCardNumber)
}
