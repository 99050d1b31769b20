import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, expect, onTestFinished } from 'vitest'
import { loadConfig, type Config } from '../../src/settings/config.ts'
import { parseOrderId, systemClock, type Clock } from '../../src/core/mod.ts'
import { DatabaseClock, type ConnectionTarget } from '../../src/db/mod.ts'
import { createLog, type Services } from '../../src/http/mod.ts'
import { verify } from '../../src/ledger/mod.ts'
import { findOrder, type Order, type OrderStatus } from '../../src/orders/mod.ts'
import { startService as startProcess, type Service } from '../../src/process/service.ts'
import { comparedWith } from '../../src/process/verifications.ts'
import { encoded, Http, signedClient } from './client.ts'
import type { Body, Credentials, Headers, Json, Reply, SignedClient } from './client.ts'
import { freshDatabase, type FreshDatabase } from './database.ts'
import { eventually } from './eventually.ts'

export interface ServiceOptions {
  /** The funds of the first partner, as decimal text by currency. */
  readonly funds?: Readonly<Record<string, string>>
  /** Settings that replace those of tests (any port, no poll limit, silent). */
  readonly settings?: Partial<Config>
  readonly clock?: Clock
  /** Reads a file of Amazon SNS; by default, from the network. */
  readonly readFromSns?: (url: string) => Promise<string>
  /** Returns another way to the database, such as a proxy. */
  readonly connectThrough?: (target: ConnectionTarget) => Promise<ConnectionTarget>
}

/** A partner over HTTP. */
export interface Partner extends SignedClient {
  readonly partnerId: number
  /** Available funds by currency. */
  funds(): Promise<Record<string, number>>
  /** The orders of the partner, newest first. */
  orders(): Promise<Json[]>
  /** Issues another credential of the same partner, and returns its client. */
  issue(input?: object): Promise<SignedClient>
}

/** The operator over HTTP. */
export interface Admin {
  get(target: string): Promise<Reply>
  post(target: string, body?: Body, headers?: Headers): Promise<Reply>
  put(target: string, body: Body): Promise<Reply>
  patch(target: string, body: Body): Promise<Reply>
}

/** A service on a database of its own, with one partner. */
export interface RunningService extends FreshDatabase {
  readonly url: string
  readonly services: Services
  readonly http: Http
  readonly admin: Admin
  readonly partner: Partner
  /** The lines of the log. */
  readonly logged: string[]
  newPartner(funds?: Readonly<Record<string, string>>): Promise<Partner>
  /** Creates a product over HTTP: by default a variable one of the generator. */
  product(input?: object): Promise<Json>
  /** Imports codes of face value 10. */
  stock(productId: number, codes: readonly string[]): Promise<Reply>
  waitForOrder(id: string, status: OrderStatus): Promise<Order>
  /**
   * Starts a further process on the same database; it ends with the first one at the latest. If it
   * has a machine clock, it follows the database's clock, as `tessera serve` does.
   */
  another(settings?: Partial<Config>, machine?: Clock): Promise<Service>
  /**
   * Verifies the ledger, and that no address was logged. Stops everything, and drops the database.
   */
  end(): Promise<void>
}

export const ADMIN_TOKEN = 'operator-token-of-the-tests'

/** Starts a service that ends with the test that calls it. */
export async function startService(options: ServiceOptions = {}): Promise<RunningService> {
  const service = await openService(options)
  onTestFinished(() => service.end())
  return service
}

/**
 * Starts one service for the tests of a file that can share it, and ends it after the last one.
 * Returns a function that gives each test this service with a partner of its own. The tests share
 * products, alerts and stock.
 */
export function shareService(
  options: Omit<ServiceOptions, 'funds'> = {},
): (partner?: Pick<ServiceOptions, 'funds'>) => Promise<RunningService> {
  let opened: Promise<RunningService> | undefined
  afterAll(async () => (await opened)?.end())
  return async ({ funds } = {}) => {
    const service = await (opened ??= openService(options))
    return { ...service, partner: await service.newPartner(funds) }
  }
}

/** Starts a whole service: real server, real database, worker included. The caller ends it. */
export async function openService(options: ServiceOptions = {}): Promise<RunningService> {
  const database = await freshDatabase()
  const logged: string[] = []
  const masterKey = randomBytes(32)
  const clock = options.clock ?? systemClock
  const running = new Set<Service>()
  const target = (await options.connectThrough?.(database.target)) ?? database.target
  const start = async (settings: Partial<Config> = {}, machine?: Clock): Promise<Service> => {
    const config = { ...testConfig(masterKey), ...options.settings, ...settings }
    const log = createLog('info', { write: (line) => void logged.push(line) })
    const followed = machine && (await followDatabase(target, machine, config))
    const { readFromSns } = options
    const parts = { config, target, clock: followed ?? clock, log, readFromSns }
    const started = await startProcess(parts).catch(async (error: unknown) => {
      await followed?.close()
      throw error
    })
    const process = {
      ...started,
      async stop() {
        if (!running.delete(process)) return
        await started.stop()
        await followed?.close()
      },
    }
    running.add(process)
    return process
  }
  const { services, url } = await start()
  const http = new Http(url)
  const admin = adminClient(http)
  const newPartner = partnerMaker(http, admin, clock)
  const partner = await newPartner(options.funds)
  return {
    ...database,
    url,
    services,
    http,
    admin,
    partner,
    logged,
    newPartner,
    another: start,
    async product(input) {
      return dataOf(await admin.post('/admin/v1/products', { ...PRODUCT, ...input }))
    },
    stock: (productId, codes) =>
      admin.post(`/admin/v1/products/${productId}/codes`, csvOf(codes), {
        'content-type': 'text/csv',
      }),
    waitForOrder: (id, status) => waitForOrder(database, id, status),
    async end() {
      http.close()
      for (const process of running) await process.stop()
      const { openings } = comparedWith(database.db, services.vault)
      const { balanced, differences } = await verify(database.db, { openings })
      await database.drop()
      expect({ balanced, differences }).toEqual({ balanced: true, differences: [] })
      // No address is logged, whatever the tests did with users and consumers.
      expect(logged.find((line) => line.includes('@example.'))).toBeUndefined()
    },
  }
}

function ignore(): void {}

function followDatabase(
  target: ConnectionTarget,
  machine: Clock,
  { clockSkewSecondsMax: skewSecondsMax }: Config,
): Promise<DatabaseClock> {
  return DatabaseClock.open({ target, machine, skewSecondsMax, onSkew: ignore, onFault: ignore })
}

function testConfig(masterKey: Buffer): Config {
  return {
    ...loadConfig({}),
    port: 0,
    adminToken: ADMIN_TOKEN,
    masterKey,
    sentinel: 'on',
    pollLimit: 0,
    failureLimit: 0,
    invitationsPerHour: 0,
    invitationsPerDay: 0,
    // Each connection is a server process that plans every statement again.
    connectionsMax: 4,
    ledgerConnectionsMax: 4,
  }
}

const PRODUCT = {
  brand: 'Northwind',
  currency: 'USD',
  denominationType: 'VARIABLE',
  minAmount: 1,
  maxAmount: 1_000,
  supplier: 'generator',
}

function csvOf(codes: readonly string[]): string {
  return `faceValue,giftCardNumber\n${codes.map((code) => `10,${code}\n`).join('')}`
}

function adminClient(http: Http): Admin {
  const send = (method: string, target: string, body?: Body, headers?: Headers): Promise<Reply> =>
    http.send({
      method,
      target,
      headers: {
        authorization: `Bearer ${ADMIN_TOKEN}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: encoded(body) }),
    })
  return {
    get: (target) => send('GET', target),
    post: (target, body, headers) => send('POST', target, body, headers),
    put: (target, body) => send('PUT', target, body),
    patch: (target, body) => send('PATCH', target, body),
  }
}

function partnerMaker(http: Http, admin: Admin, clock: Clock): RunningService['newPartner'] {
  return async (funds = {}) => {
    const name = `Partner ${randomUUID().slice(0, 8)}`
    const { partnerId } = dataOf(await admin.post('/admin/v1/partners', { name }))
    const path = `/admin/v1/partners/${partnerId}`
    const issue = async (input: object = {}): Promise<SignedClient> => {
      const issued: Credentials = dataOf(await admin.post(`${path}/credentials`, input))
      const { clientId, apiKey, hmacSecret } = issued
      return signedClient(http, { clientId, apiKey, hmacSecret }, () => clock.now())
    }
    for (const [currency, amount] of Object.entries(funds)) {
      const deposit = { currency, amount: Number(amount), reference: randomUUID() }
      dataOf(await admin.post(`${path}/deposits`, deposit))
    }
    const client = await issue()
    return {
      ...client,
      partnerId,
      issue,
      funds: () => fundsOf(client),
      orders: () => ordersOf(client),
    }
  }
}

async function fundsOf(client: SignedClient): Promise<Record<string, number>> {
  const { body } = await client.get('/v2/accounts/balances')
  const list: { currency: string; funds: number }[] = body.fundsList
  return Object.fromEntries(list.map(({ currency, funds }) => [currency, funds]))
}

async function ordersOf(client: SignedClient): Promise<Json[]> {
  return dataOf(await client.get('/v2/orders?pageSize=2000'))
}

/** Returns the data of a response that must be a success. */
export function dataOf(reply: Reply): Json {
  if (reply.status >= 300) throw new Error(`${reply.status} ${reply.text}`)
  return reply.body.data
}

/** Returns an order for one unit of 10; `input` replaces any of its fields. */
export function anOrder(input: Json = {}): Json {
  const { productId = 1, amount = 10, quantity = 1, ...fields } = input
  return {
    clientReference: randomUUID(),
    currency: 'USD',
    items: [{ productId, amount, quantity }],
    ...fields,
  }
}

async function waitForOrder(
  { db }: FreshDatabase,
  id: string,
  status: OrderStatus,
): Promise<Order> {
  const name = parseOrderId(id)
  if (!name) throw new Error(`${id} is no order id`)
  return eventually(async () => {
    const order = await findOrder(db, name)
    if (order?.status !== status) throw new Error(`${id} is ${order?.status}, not ${status}`)
    return order
  })
}
