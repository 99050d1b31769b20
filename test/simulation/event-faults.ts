import { vi } from 'vitest'
import type { Database } from '../../src/db/mod.ts'
import type { Json, SignedClient } from '../support/client.ts'
import type { FeedReader, CalmState } from './record.ts'
import { hookOf, type Scene } from './scene.ts'

const BOUND = { timeout: 60_000, interval: 80 }
const PAGE = 200
const WALLETS: Readonly<Record<string, string>> = {
  wallet_credit: 'wallet.credited',
  wallet_debit: 'wallet.debited',
}

/** Returns the wrong or missing events of readers of the feed, and of the webhook. */
export async function faultsOfEvents(
  { receiver, cluster }: Scene,
  { partnerId, client }: { readonly partnerId: number; readonly client: SignedClient },
  known: CalmState & { readonly followed: FeedReader; readonly links: ReadonlyMap<string, string> },
): Promise<string[]> {
  const followed = [...known.followed.events]
  await follow(client, { after: known.followed.after, events: followed })
  const feed: Json[] = []
  await follow(client, { after: undefined, events: feed })
  const due = feed.filter(({ type }) => /^(?:order|wallet|link)\./.test(type))
  const arrived = (): readonly Json[] => receiver.eventsOf(hookOf(partnerId))
  const haveArrived = async (): Promise<void> => {
    await passWebhookPauses(cluster.database.db)
    if (arrived().length < due.length) throw new Error('events have not arrived')
  }
  await vi.waitFor(haveArrived, BOUND).catch(() => undefined)
  return [
    ...faultsOfFeed(due, known),
    ...faultsOfLinks(due, known.links),
    ...differences('a reader that follows the feed', followed, feed),
    ...differences('the webhook', arrived().toSorted(byId), due),
    ...outOfOrder(arrived()),
  ]
}

/** Reads the feed from the position of a reader to its end. */
export async function follow(client: SignedClient, reader: FeedReader): Promise<void> {
  for (let hasNext = true; hasNext;) {
    const after = reader.after === undefined ? '' : `&after=${encodeURIComponent(reader.after)}`
    const reply = await client.get(`/v2/events?pageSize=${PAGE}${after}`)
    if (reply.status !== 200) return
    const { data, meta } = reply.body
    reader.events.push(...data)
    reader.after = meta.pagination.after
    hasNext = meta.pagination.hasNext
  }
}

/** Each movement of a wallet has one event, and so has each change of an order up to its end. */
function faultsOfFeed(feed: readonly Json[], { movements, orders }: CalmState): string[] {
  const wallets = movements.flatMap(({ kind, reference }) =>
    WALLETS[kind] === undefined ? [] : [`${WALLETS[kind]} ${reference}`],
  )
  const events = feed.map(({ type, data }) => `${type} ${data.referenceId}`)
  const missing = wallets.filter((one) => !events.includes(one))
  const twice = events.filter((one, at) => wallets.includes(one) && events.indexOf(one) !== at)
  const broken = [...orders].flatMap(([id, { status }]) => {
    const changes = feed
      .filter(({ type, data }) => type.startsWith('order.') && data.orderId === id)
      .map(({ data }) => data)
    // A change to PENDING has no event: another one follows.
    const isWhole = changes.every(({ sequence, previousStatus }, at) => {
      const before = changes[at - 1]
      const skipped = previousStatus === 'PENDING' ? 1 : 0
      if (sequence !== (before?.sequence ?? 0) + 1 + skipped) return false
      return skipped === 1 || previousStatus === before?.status
    })
    const has = changes.map((change) => `${change.sequence} ${change.status}`).join(', ')
    if (isWhole && changes.at(-1)?.status === status) return []
    return [`${id} is ${status}, and its events say: ${has}`]
  })
  return [
    ...missing.map((one) => `no event: ${one}`),
    ...twice.map((one) => `two events: ${one}`),
    ...broken,
  ]
}

/** Each change of a link has an event, in their order. */
function faultsOfLinks(feed: readonly Json[], links: ReadonlyMap<string, string>): string[] {
  return [...links].flatMap(([id, should]) => {
    const own = feed.filter(({ type, data }) => data.linkId === id && type.startsWith('link.'))
    const types = own.map(({ type }) => type.replace('link.', '')).join(', ')
    return types === should ? [] : [`the events of ${id} say ${types}, and ${should} is right`]
  })
}

function text({ id, type, data }: Json): string {
  return `${id} ${type} ${JSON.stringify(data)}`
}

function differences(who: string, got: readonly Json[], feed: readonly Json[]): string[] {
  const has = got.map(text)
  const should = feed.map(text)
  if (has.join('\n') === should.join('\n')) return []
  const missing = should.filter((one) => !has.includes(one)).map((one) => `did not get ${one}`)
  const others = has.filter((one, at) => !should.includes(one) || has.indexOf(one) !== at)
  const extra = others.map((one) => `got ${one} too much`)
  const all = [...missing, ...extra]
  return (all.length > 0 ? all : ['got another order']).map((one) => `${who} ${one}`)
}

/** Events of one order or wallet arrive for the first time in their order. */
function outOfOrder(arrived: readonly Json[]): string[] {
  const last = new Map<string, Json>()
  return arrived.flatMap((event) => {
    const subject = String(event.data.linkId ?? event.data.orderId ?? event.data.walletId)
    const before = last.get(subject)
    last.set(subject, event)
    const isLate = before !== undefined && byId(before, event) > 0
    return isLate ? [`${event.id} of ${subject} arrived after ${before.id}`] : []
  })
}

function byId({ id: one }: Json, { id: other }: Json): number {
  return one.length - other.length || (one < other ? -1 : 1)
}

/** A second failure of a delivery would be repeated after minutes only. */
async function passWebhookPauses(db: Database): Promise<void> {
  await db.pool.query(
    `with due as (
       update webhook_deliveries set next_try_at = now() where next_try_at > now()
       returning partner_id, endpoint_id)
     update webhook_endpoints p set due_at = now() from due
     where (p.partner_id, p.endpoint_id) = (due.partner_id, due.endpoint_id)`,
  )
}
