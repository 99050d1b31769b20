import { randomBytes, randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../src/core/mod.ts'
import { connect } from '../../src/db/mod.ts'
import { reachPlaceAt } from '../support/draft-team.ts'
import { Http, type Json } from '../support/client.ts'
import { freshDatabase, type FreshDatabase } from '../support/database.ts'
import { databaseUrlOf } from '../support/database-url.ts'
import { eventually } from '../support/eventually.ts'
import { dataOf } from '../support/service.ts'
import { FROM_OWN_PAGE, signedIn } from '../support/signed-in.ts'
import { isLong } from '../support/length.ts'
import { inTurn } from '../support/turns.ts'
import { expectLedgerBalanced, openEndpoint, type Endpoint } from './endpoint.ts'
import { newPartner } from './fixture.ts'
import { HaltingDatabase } from './halting-database.ts'
import { ADMIN_TOKEN, makeInstallation, type ServiceProcess } from './service-process.ts'

/** Enough for two orders of one item, and too little for one of three. */
const FUNDS = 25
const PRICE = 10
const TIMEOUT_MS = isLong ? 900_000 : 180_000

/** The point at which the first of two services stops, and what then happens to it. */
interface Moment {
  /** At the COMMIT that leases the draft, places its order, or makes it wait without funds. */
  readonly what: 'leased' | 'placed' | 'returned'
  /** True if PostgreSQL commits nevertheless, without the service learning of it. */
  readonly isCommitted: boolean
  /** A frozen service goes on after the second one has placed the order, or it was withdrawn. */
  readonly fate: 'killed' | 'frozen' | 'frozen until it is withdrawn'
}

const MOMENTS: readonly Moment[] = [
  { what: 'leased', isCommitted: true, fate: 'frozen until it is withdrawn' },
  { what: 'placed', isCommitted: false, fate: 'killed' },
  { what: 'leased', isCommitted: true, fate: 'frozen' },
  { what: 'placed', isCommitted: true, fate: 'killed' },
  { what: 'returned', isCommitted: false, fate: 'killed' },
  { what: 'leased', isCommitted: false, fate: 'killed' },
  { what: 'placed', isCommitted: true, fate: 'frozen' },
  { what: 'returned', isCommitted: true, fate: 'killed' },
  { what: 'leased', isCommitted: true, fate: 'killed' },
]

/** Deferred triggers, which halt in the COMMIT. */
const TRIGGERS = `
  create constraint trigger leased after update on order_drafts deferrable initially deferred
    for each row when (new.place_due_at > old.place_due_at) execute function halt('leased');
  create constraint trigger placed after insert on orders deferrable initially deferred
    for each row execute function halt('placed');
  create constraint trigger returned after update on order_drafts deferrable initially deferred
    for each row when (new.state = 'WAITING') execute function halt('returned');`

test(
  'a service is killed or frozen while it places an order on a day: it is placed once, or waits',
  { timeout: TIMEOUT_MS },
  async () => {
    const fresh = await freshDatabase()
    onTestFinished(() => fresh.drop())
    const start = servicesOn(fresh)
    const database = new HaltingDatabase({
      connect: () => connect(fresh.target, { connectionsMax: 1, onIdleError: () => undefined }),
    })
    await database.prepare(TRIGGERS)
    let first = await start()

    for (const moment of inTurn(MOMENTS, MOMENTS.length)) {
      const { what, fate } = moment
      const isWithdrawn = fate === 'frozen until it is withdrawn'
      const isUnfunded = what === 'returned' || isWithdrawn
      const buyer = await newBuyer(fresh, first)
      const draft = await buyer.schedule(first, isUnfunded ? 3 : 1)
      await database.haltAt(what)
      await buyer.makeDue(draft)
      await database.untilHalted()
      if (fate === 'killed') {
        await kill(first)
        await database.goOn(moment)
      } else {
        first.freeze()
        await database.release()
      }
      const afterFault = await buyer.now(draft)
      expect(afterFault.orders).toBe(afterFault.state === 'ORDERED' ? 1 : 0)

      const second = await start()
      await buyer.makeDue(draft)
      const state = isUnfunded ? 'WAITING' : 'ORDERED'
      await eventually(async () => expect(await buyer.now(draft)).toMatchObject({ state }))
      if (isWithdrawn) {
        expect(dataOf(await buyer.withdraw(second, draft)).state).toBe('WITHDRAWN')
        await buyer.deposit(second)
      }
      if (fate === 'killed') first = second
      else {
        // The next draft is placed by the first service once it has gone on with the one it leased.
        const next = await buyer.schedule(second, 1)
        await kill(second)
        first.thaw()
        await buyer.makeDue(next)
        await eventually(async () =>
          expect(await buyer.now(next)).toEqual({ state: 'ORDERED', orders: 1 }),
        )
      }
      const ended = isWithdrawn ? 'WITHDRAWN' : state
      const orders = ended === 'ORDERED' ? 1 : 0
      expect(await buyer.now(draft)).toEqual({ state: ended, orders })
      await asOperator(first, expectLedgerBalanced)
    }
    expect(first.log.filter(({ level }) => level >= 50)).toEqual([])
    expect(await first.end('SIGTERM')).toEqual({ code: 0, signal: null })
  },
)

async function kill(service: ServiceProcess): Promise<void> {
  expect(await service.end('SIGKILL')).toEqual({ code: null, signal: 'SIGKILL' })
}

async function asOperator(
  { url }: ServiceProcess,
  act: (operator: Endpoint) => Promise<unknown>,
): Promise<void> {
  const operator = openEndpoint(url, ADMIN_TOKEN)
  await act(operator)
  operator.http.close()
}

/** Returns what starts a service on a database. */
function servicesOn({ target }: FreshDatabase): () => Promise<ServiceProcess> {
  const DATABASE_URL = databaseUrlOf(target)
  const TESSERA_MASTER_KEY = randomBytes(32).toString('base64')
  const installation = makeInstallation({ isEmpty: true })
  return () => installation.start({ DATABASE_URL, TESSERA_MASTER_KEY })
}

interface ScheduledDraft {
  readonly draftId: string
  readonly reference: string
}

async function newBuyer({ db }: FreshDatabase, { url }: ServiceProcess) {
  const operator = openEndpoint(url, ADMIN_TOKEN)
  const { partnerId } = await newPartner(operator, FUNDS)
  const fixed = { denominationType: 'FIXED', fixedAmounts: [PRICE], supplier: 'generator' }
  const product = { brand: 'Shoes', currency: 'USD', ...fixed }
  const { productId } = dataOf(await operator.operate('POST', '/admin/v1/products', product))
  const services = { clock: systemClock }
  const member = { role: 'buyer', partnerId } as const
  const { token } = await signedIn({ db, http: operator.http, services }, member)
  operator.http.close()
  const send = async (service: ServiceProcess, path: string, body: Json) => {
    const http = new Http(service.url)
    const headers = { cookie: `__Host-tessera=${token}`, 'content-type': 'application/json' }
    const request = { headers: { ...headers, ...FROM_OWN_PAGE }, body: JSON.stringify(body) }
    const reply = await http.send({ method: 'POST', target: `/portal/v1/${path}`, ...request })
    http.close()
    return reply
  }
  return {
    async schedule(service: ServiceProcess, quantity: number): Promise<ScheduledDraft> {
      const reference = randomUUID()
      const items = [{ productId, amount: PRICE, quantity }]
      const placeAt = new Date(Date.now() + 3_600_000).toISOString()
      const order = { clientReference: reference, currency: 'USD', items, placeAt }
      const { draftId, state } = dataOf(await send(service, 'drafts', order))
      expect(state).toBe('SCHEDULED')
      return { draftId, reference }
    },
    makeDue: ({ draftId }: ScheduledDraft) => reachPlaceAt({ db }, [draftId]),
    async now({ draftId, reference }: ScheduledDraft): Promise<Json> {
      const { rows } = await db.pool.query(
        `select state, (select count(*)::int from orders where client_reference = $2) as orders
         from order_drafts where draft_id = $1`,
        [draftId.slice('drf_'.length), reference],
      )
      return rows[0]
    },
    withdraw: (service: ServiceProcess, { draftId }: ScheduledDraft) =>
      send(service, `drafts/${draftId}/withdraw`, {}),
    deposit(service: ServiceProcess) {
      const deposit = { currency: 'USD', amount: 10 * FUNDS, reference: randomUUID() }
      const path = `/admin/v1/partners/${partnerId}/deposits`
      return asOperator(service, ({ operate }) => operate('POST', path, deposit).then(dataOf))
    },
  }
}
