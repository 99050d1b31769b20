import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Service } from '../../src/process/service.ts'
import { freePort } from '../support/free-port.ts'
import { Http, signedClient, type Reply, type SignedClient } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { anOrder, type Partner, type RunningService } from '../support/service.ts'

/** Returns the base URL of the process to which a request of a credential is sent now. */
export type Route = (clientId: string) => Promise<string>

const FUNDS = { USD: '100000.00' }
const PARTNERS = 3
const SENDERS_PER_PARTNER = 2
const BETWEEN_RESTARTS = 30

/** Two processes for partners and a worker, each of which can be restarted at its address. */
export interface Fleet {
  readonly urls: readonly string[]
  /** Restarts the processes one after the other; waits for `onReady` after each. */
  roll(onReady: () => Promise<void>): Promise<void>
}

export async function startFleet(service: RunningService): Promise<Fleet> {
  const ports = [await freePort(), await freePort()]
  const settings = [
    ...ports.map((port) => ({ role: 'api', port, drainNoticeSeconds: 2, rateLimit: 0 }) as const),
    { role: 'worker', port: 0 } as const,
  ]
  const running: Service[] = []
  for (const one of settings) running.push(await service.another(one))
  return {
    urls: ports.map((port) => `http://127.0.0.1:${port}`),
    async roll(onReady) {
      for (const [at, own] of settings.entries()) {
        await running[at]?.stop()
        running[at] = await service.another(own)
        await onReady()
      }
    },
  }
}

interface Write {
  readonly partner: Partner
  readonly reference: string
  readonly body: object
  readonly headers: { readonly 'idempotency-key': string }
}

/** Orders of several partners at once, each sent until it is acknowledged. */
class OrderLoad {
  readonly acknowledged: Write[] = []
  /** Broken connections, and failures that do not say when to try again. */
  readonly failures: string[] = []
  readonly #route: Route
  readonly #senders: Promise<void>[]
  readonly #clients = new Map<string, { http: Http; client: SignedClient }>()
  #isEnding = false

  constructor(partners: readonly Partner[], productId: number, route: Route) {
    this.#route = route
    const senders = partners.flatMap((partner) => Array<Partner>(SENDERS_PER_PARTNER).fill(partner))
    this.#senders = senders.map((partner) => this.#run(partner, productId))
  }

  /** Resolves when `by` more orders are acknowledged. */
  async grows(by: number): Promise<void> {
    const expectedCount = this.acknowledged.length + by
    await eventually(() => {
      expect(this.failures).toEqual([])
      expect(this.acknowledged.length).toBeGreaterThanOrEqual(expectedCount)
    })
  }

  async end(): Promise<void> {
    this.#isEnding = true
    await Promise.all(this.#senders)
    for (const { http } of this.#clients.values()) http.close()
  }

  async #run(partner: Partner, productId: number): Promise<void> {
    while (!this.#isEnding) {
      const body = anOrder({ productId })
      const headers = { 'idempotency-key': randomUUID() }
      const write = { partner, reference: body.clientReference, body, headers }
      while (!(await this.#send(write)) && this.failures.length === 0);
    }
  }

  /** Returns true if the order is acknowledged. */
  async #send(write: Write): Promise<boolean> {
    const reply = await this.#post(write).catch((error: unknown) => String(error))
    if (typeof reply !== 'string' && reply.status === 201) {
      this.acknowledged.push(write)
      return true
    }
    if (typeof reply === 'string') this.failures.push(reply)
    else if (reply.status !== 503 || reply.headers['retry-after'] === undefined) {
      this.failures.push(`${reply.status} ${reply.text}`)
    }
    return false
  }

  async #post({ partner, body, headers }: Write): Promise<Reply> {
    const { credentials } = partner
    const url = await this.#route(credentials.clientId)
    const key = `${url} ${credentials.clientId}`
    const http = this.#clients.get(key)?.http ?? new Http(url)
    const client = this.#clients.get(key)?.client ?? signedClient(http, credentials)
    this.#clients.set(key, { http, client })
    return client.post('/v2/orders', body, headers)
  }
}

/** Restarts every process under load, and proves that nothing failed, was lost or doubled. */
export async function rollUnderLoad(
  service: RunningService,
  fleet: Fleet,
  route: Route,
): Promise<void> {
  const { productId } = await service.product()
  const partners = await Promise.all(
    Array.from({ length: PARTNERS }, () => service.newPartner(FUNDS)),
  )
  const load = new OrderLoad(partners, productId, route)
  await load.grows(BETWEEN_RESTARTS)
  await fleet.roll(() => load.grows(BETWEEN_RESTARTS))
  await load.end()

  expect(load.failures).toEqual([])
  for (const partner of partners) {
    const own = load.acknowledged.filter((write) => write.partner === partner)
    await expectExactly(service, partner, own)
  }
}

/** Expects that each acknowledged order completes and is paid once, and no other exists. */
async function expectExactly(
  { db }: RunningService,
  partner: Partner,
  writes: readonly Write[],
): Promise<void> {
  const read = async () => {
    const { rows } = await db.pool.query<{ client_reference: string; status: string }>(
      'select client_reference, status from orders where partner_id = $1',
      [partner.partnerId],
    )
    return rows
  }
  await expect
    .poll(async () => (await read()).filter(({ status }) => status !== 'COMPLETED'))
    .toEqual([])
  const references = (await read()).map((row) => row.client_reference)
  expect(references.toSorted()).toEqual(writes.map(({ reference }) => reference).toSorted())
  const { USD: remaining } = await partner.funds()
  expect(remaining).toBe(Number(FUNDS.USD) - 10 * writes.length)
}
