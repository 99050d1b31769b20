import { setTimeout as pause } from 'node:timers/promises'
import type { PostsOrder } from '../processes/signed-posts.ts'
import type { ReceivedReport } from '../processes/webhook-receiver.ts'
import { Child } from '../harness/child.ts'
import { cpuSeconds } from '../harness/cpu.ts'
import { compare, shown, state, type Bench, type Figure } from '../harness/figure.ts'
import type { Row } from '../harness/figure.ts'
import { interleave, spreadOf, type Sample } from '../harness/interleave.ts'
import { perOperation } from '../harness/load.ts'
import { LOOPBACK_WEBHOOKS, newEndpoint, publish, Receiver } from '../harness/webhooks.ts'
import type { BenchEndpoint } from '../harness/webhooks.ts'
import { MS_PER_SECOND } from '../../src/core/mod.ts'

const CREATED_AT_ONCE = 20
/** Events published per second while delays are measured, and the seconds of a run. */
const PER_SECOND = 10_000
const OFFERED_SECONDS = 20
/** The number of requests under way, which is that of the service. */
const POSTS_AT_ONCE = 512
const PUBLISH_MS = 20

/** P17: webhooks of 100 endpoints, and their delay while one of the endpoints is dead. */
export const webhooks: Figure = { name: 'webhooks', settings: LOOPBACK_WEBHOOKS, measure }

interface Endpoints {
  readonly living: readonly number[]
  readonly dead: BenchEndpoint
}

async function measure(bench: Bench): Promise<Row[]> {
  const receiver = new Receiver()
  const posts = new Child('signed-posts')
  const many = bench.count(100, 10)
  const urls = await receiver.listen({ living: many - 1, dead: 1 })
  const endpoints = await createEndpoints(bench, urls.living, urls.dead[0] ?? '')
  const each = bench.count(400, 20)
  const count = each * endpoints.living.length
  const sent = (): Promise<Sample> =>
    rateOf(receiver, count, {
      clocks: () => bench.service.cpu(),
      begin: () => publish(bench.service, endpoints.living, each),
    })
  const posted = (): Promise<Sample> =>
    rateOf(receiver, count, {
      clocks: () => ({ posts: cpuSeconds(posts.pid) }),
      begin: () =>
        posts.ask({ urls: urls.living, count, atOnce: POSTS_AT_ONCE } satisfies PostsOrder),
    })
  await sent()
  await posted()
  const samples = await interleave({ sent, posted }, bench.rounds)
  const delays = await delaysOf(bench, { receiver, endpoints })
  await Promise.all([receiver.end(), posts.end()])
  const p50 = shown(medianOfAll(delays.dead, 'p50'), ' ms')
  const perSecond = shown(medianOfAll(delays.dead, 'perSecond'), ' events/s')
  const without = shown(medianOfAll(delays.living, 'p99'), ' ms')
  return [
    compare({
      id: 'P17',
      title: `webhooks of ${many} endpoints / a loop of signed POSTs`,
      unit: '/s',
      ours: samples.sent,
      baseline: samples.posted,
    }),
    state({
      id: 'P17',
      title: 'delay of webhooks beside a dead endpoint, p99',
      goal: { atMost: 2_000 },
      unit: ' ms',
      values: delays.dead.map(({ p99 }) => p99),
      about: `at ${perSecond}; p50 ${p50}, p99 without it ${without}`,
    }),
  ]
}

/** Each endpoint belongs to a partner of its own, and begins the feed of that partner. */
async function createEndpoints(
  { service }: Bench,
  livingUrls: readonly string[],
  deadUrl: string,
): Promise<Endpoints> {
  const create = async (url: string): Promise<BenchEndpoint> => {
    const { partnerId } = await service.operator.newPartner()
    return newEndpoint(service, partnerId, url)
  }
  const dead = await create(deadUrl)
  const living: number[] = []
  while (living.length < livingUrls.length) {
    const next = livingUrls.slice(living.length, living.length + CREATED_AT_ONCE)
    living.push(...(await Promise.all(next.map(create))).map(({ partnerId }) => partnerId))
  }
  await service.operator.patch(dead.path, { state: 'PAUSED' })
  return { living, dead }
}

interface Sending {
  readonly clocks: () => Readonly<Record<string, number>>
  readonly begin: () => Promise<unknown>
}

/** Returns the webhooks per second, from the publication to the last arrival. */
async function rateOf(
  receiver: Receiver,
  count: number,
  { clocks, begin }: Sending,
): Promise<Sample> {
  const all = () => ({ ...clocks(), receiver: receiver.cpuSeconds() })
  const before = all()
  const received = await receiver.expect(count)
  const beganAt = Date.now()
  await begin()
  const { lastAt } = await received()
  const seconds = (lastAt - beganAt) / MS_PER_SECOND
  return { value: count / seconds, cpu: perOperation(before, all(), count) }
}

interface WebhookTarget {
  readonly receiver: Receiver
  readonly endpoints: Endpoints
}

interface Delay extends ReceivedReport {
  /** Events published per second: fewer than `PER_SECOND` if the database is slow. */
  readonly perSecond: number
}

type Delays = Readonly<Record<'living' | 'dead', readonly Delay[]>>

/**
 * Publishes events at a constant rate: first for living endpoints only, then for a dead one, too.
 */
async function delaysOf(bench: Bench, offered: WebhookTarget): Promise<Delays> {
  const { service } = bench
  const { living, dead } = offered.endpoints
  const reports = { living: [] as Delay[], dead: [] as Delay[] }
  for (let run = 0; run < bench.rounds; run += 1) {
    reports.living.push(await offer(bench, offered, living))
    await service.operator.patch(dead.path, { state: 'ENABLED' })
    reports.dead.push(await offer(bench, offered, [...living, dead.partnerId]))
    await service.operator.patch(dead.path, { state: 'PAUSED' })
  }
  return reports
}

/** Every 20 ms, publishes an event for the partners that have waited longest. */
async function offer(
  bench: Bench,
  { receiver, endpoints }: WebhookTarget,
  partnerIds: readonly number[],
): Promise<Delay> {
  const each = Math.ceil(
    (PER_SECOND * bench.count(OFFERED_SECONDS, 2)) / (endpoints.living.length + 1),
  )
  const received = await receiver.expect(each * endpoints.living.length)
  const all = Array.from({ length: each }, () => partnerIds).flat()
  const began = performance.now()
  for (let from = 0; from < all.length;) {
    const due = Math.ceil(((performance.now() - began) / MS_PER_SECOND) * PER_SECOND)
    if (due > from) await publish(bench.service, all.slice(from, due), 1)
    from = Math.max(from, due)
    await pause(PUBLISH_MS)
  }
  const perSecond = (all.length * MS_PER_SECOND) / (performance.now() - began)
  return { ...(await received()), perSecond }
}

function medianOfAll(reports: readonly Delay[], name: 'p50' | 'p99' | 'perSecond'): number {
  return spreadOf(reports.map((report) => report[name])).median
}
