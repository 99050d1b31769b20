import { randomUUID } from 'node:crypto'
import { compare, inWords, state, type Bench, type Figure, type Row } from '../harness/figure.ts'
import { spreadOf, type Sample } from '../harness/interleave.ts'
import { clocksOf, rateOf, whole } from '../harness/load.ts'
import type { BenchPartner } from '../harness/operator.ts'
import { completedRate } from '../harness/orders.ts'

const LINKS_EACH = 1_000
const REQUESTS_AT_ONCE = 2
const CONNECTIONS = 64
const WALLETS = 200
const READERS = 4
const P95 = 0.95

/** P26: sending links, one link that many claim at once, and its page beside credits. */
export const links: Figure = {
  name: 'links',
  settings: { TESSERA_CLAIM_PORT: '0' },
  measure,
}

interface Sender {
  readonly bench: Bench
  readonly partner: BenchPartner
  readonly productId: number
}

async function measure(bench: Bench): Promise<Row[]> {
  const { operator } = bench.service
  const sender: Sender = {
    bench,
    partner: await operator.newPartner(),
    productId: await operator.newProduct('generator'),
  }
  return [...(await measureSending(sender)), await measureClaims(sender), await measurePage(sender)]
}

async function sendLinks({ bench, partner, productId }: Sender, count: number): Promise<string> {
  const recipients = Array.from({ length: count }, (_, at) => ({ name: `Person ${at}` }))
  const terms = { currency: 'USD', amount: 1, products: [productId], reference: randomUUID() }
  const body = { ...terms, recipients }
  const { links: sent } = await bench.service.operator.partnerPost(
    partner.signer,
    '/v2/links',
    body,
  )
  const [first] = sent as readonly { readonly url: string }[]
  if (!first) throw new Error('no link was sent')
  return first.url
}

/** For comparison, orders of one unit by another partner: each link becomes such an order. */
async function measureSending(sender: Sender): Promise<Row[]> {
  const { bench, productId } = sender
  const { service } = bench
  const count = bench.count(100_000, 2_000)
  const seconds: number[] = []
  const secondsOfOne: number[] = []
  const sendInOne = (): Promise<Sample> =>
    rateOf(count, clocksOf(service), async () => {
      const began = performance.now()
      await sendLinks(sender, count)
      const took = (performance.now() - began) / 1_000
      secondsOfOne.push(took)
      return took
    })
  const send = (): Promise<Sample> =>
    rateOf(count, clocksOf(service), async () => {
      const began = performance.now()
      let left = count / LINKS_EACH
      const sending = Array.from({ length: REQUESTS_AT_ONCE }, async () => {
        while ((left -= 1) >= 0) await sendLinks(sender, LINKS_EACH)
      })
      await Promise.all(sending)
      const took = (performance.now() - began) / 1_000
      seconds.push(took)
      return took
    })
  const { partnerId, signer } = await service.operator.newPartner()
  const order = (): Promise<Sample> =>
    completedRate(bench, partnerId, {
      plan: { kind: 'orders', productId, amount: 1, signer, count: bench.count(20_000, 600) },
      clocks: clocksOf(service),
    })
  const [sent, sentInOne, ordered]: [Sample[], Sample[], Sample[]] = [[], [], []]
  await sendLinks(sender, LINKS_EACH)
  for (let round = 0; round < 2 * bench.rounds; round += 1) {
    sent.push(costOf(await send()))
    sentInOne.push(costOf(await sendInOne()))
    ordered.push(costOf(await order()))
  }
  return [
    state({
      id: 'P26',
      title: `${inWords(count)} links accepted`,
      goal: { atMost: 60 },
      unit: ' s',
      values: seconds,
      about: `${inWords(LINKS_EACH)} in a request`,
    }),
    compare({
      id: 'P26',
      title: 'CPU time of a link / of its order',
      goal: { atMost: 2 },
      unit: ' µs',
      ours: sent,
      baseline: ordered,
    }),
    state({
      id: 'P26',
      title: `${inWords(count)} links accepted in one request`,
      goal: { atMost: 60 },
      unit: ' s',
      values: secondsOfOne,
      about: 'until the whole response has arrived',
    }),
    compare({
      id: 'P26',
      title: 'CPU time of a link in one request / of its order',
      goal: { atMost: 2 },
      unit: ' µs',
      ours: sentInOne,
      baseline: ordered,
    }),
  ]
}

/** The cost of one operation for the service and its PostgreSQL, without the load generator. */
function costOf({ cpu }: Sample): Sample {
  const { service = Number.NaN, postgres = Number.NaN } = cpu ?? {}
  return { value: service + postgres, cpu: { service, postgres } }
}

/** The forms of a link are rate-limited, so most are refused. One of the others gets the card. */
async function measureClaims(sender: Sender): Promise<Row> {
  const atOnce = sender.bench.count(1_000, 100)
  const cards: number[] = []
  const seconds: number[] = []
  const statuses = new Map<number, number>()
  for (let round = 0; round < 2 * sender.bench.rounds; round += 1) {
    const url = await sendLinks(sender, 1)
    const page = await (await fetch(`${url}/choose/${sender.productId}`)).text()
    const form = new URLSearchParams({ ...hiddenIn(page), amount: '1', agree: 'yes' })
    const before = await countOrders(sender)
    const began = performance.now()
    const claims = Array.from({ length: atOnce }, async () => {
      const { status } = await fetch(`${url}/claim`, {
        method: 'POST',
        body: form,
        redirect: 'manual',
      })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    })
    await Promise.all(claims)
    seconds.push((performance.now() - began) / 1_000)
    cards.push((await countOrders(sender)) - before)
  }
  const shown = [...statuses].map(([status, count]) => `${status}: ${count}`).join(', ')
  return state({
    id: 'P26',
    title: `cards of ${inWords(atOnce)} claims of one link at once`,
    goal: { atMost: 1 },
    unit: '',
    values: cards,
    about: `in ${spreadOf(seconds).median.toFixed(1)} s; ${shown}`,
  })
}

function hiddenIn(page: string): Record<string, string> {
  const found = page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)
  return Object.fromEntries([...found].map(([, name = '', value = '']) => [name, value]))
}

async function countOrders({ bench, partner }: Sender): Promise<number> {
  const { rows } = await bench.service.db.query<{ count: number }>(
    'select count(*)::integer as count from orders where partner_id = $1',
    [partner.partnerId],
  )
  return rows[0]?.count ?? Number.NaN
}

async function measurePage(sender: Sender): Promise<Row> {
  const { service, load, rounds, count: sized } = sender.bench
  const url = await sendLinks(sender, 1)
  const wallets = await service.operator.newWallets(await service.operator.newPartner(), WALLETS)
  const plan = { kind: 'credits', wallets, count: sized(60_000, 4_000) } as const
  const order = { url: service.url, plan, connections: CONNECTIONS }
  const p95s: number[] = []
  for (let round = 0; round < 2 * rounds; round += 1) {
    const fire = await load.prepare(order, clocksOf(service))
    let isUnderLoad = true
    const loading = fire().finally(() => {
      isUnderLoad = false
    })
    const latencies: number[] = []
    const readers = Array.from({ length: READERS }, async () => {
      while (isUnderLoad) {
        const began = performance.now()
        const response = await fetch(url)
        await response.text()
        if (response.status !== 200) throw new Error(`the page responds with ${response.status}`)
        latencies.push(performance.now() - began)
      }
    })
    await Promise.all(readers)
    whole(await loading, order)
    latencies.sort((one, other) => one - other)
    p95s.push(latencies[Math.ceil(latencies.length * P95) - 1] ?? Number.NaN)
  }
  return state({
    id: 'P26',
    title: 'page of a link, p95, beside the full load of credits',
    goal: { atMost: 300 },
    unit: ' ms',
    values: p95s,
    about: `${READERS} readers, ${CONNECTIONS} connections of credits`,
  })
}
