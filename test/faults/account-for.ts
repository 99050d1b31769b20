import { expect } from 'vitest'
import { connect, type Database } from '../../src/db/mod.ts'
import { signedClient, type Json, type Reply, type SignedClient } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { dataOf } from '../support/service.ts'
import { allOrders } from './all-orders.ts'
import { send, type Load, type Write } from './load.ts'
import { expectLedgerBalanced, openEndpoint } from './endpoint.ts'
import { bundledTarget } from './join-settings.ts'
import { ADMIN_TOKEN } from './service-process.ts'
import type { Wallet, Fixture } from './fixture.ts'

/** A running service, and the place of its database. */
interface Place {
  readonly url: string
  readonly dataDir: string
}

const SENDERS = 24
/** Interval between two reads of all orders. */
const LOOK_MS = 50

/**
 * Checks every write of a load that has ended. A write with a response is stored once and replays
 * the same bytes. A write without one is stored once or not at all, and once after it is sent
 * again. The balances of a wallet form a chain, orders end COMPLETED with all their codes, and the
 * funds add up.
 */
export async function accountFor(load: Load, fixture: Fixture, place: Place): Promise<void> {
  expect(load.unexpected).toEqual([])
  const counted = await countAll(load.writes, place)
  const answered = load.writes.filter(({ answer }) => answer !== undefined)
  const lost = load.writes.filter(({ answer }) => answer === undefined)
  expect(answered.filter((write) => counted(write) !== 1).map(nameOf)).toEqual([])
  expect(lost.filter((write) => counted(write) > 1).map(nameOf)).toEqual([])

  const operator = openEndpoint(place.url, ADMIN_TOKEN)
  const partner = signedClient(operator.http, fixture.credentials)
  const repeats = await sendAllAgain(load.writes, partner)
  const countedAgain = await countAll(load.writes, place)
  expect(load.writes.filter((write) => countedAgain(write) !== 1).map(nameOf)).toEqual([])
  await expectChains(repeats, fixture, partner)
  const ordersMinor = await expectCompleted(load.writes, fixture, partner)
  await expectFunds({ load, fixture, ordersMinor }, partner)
  await expectLedgerBalanced(operator)
  operator.http.close()
}

function nameOf({ kind, name }: Write): string {
  return `${kind} ${name}`
}

type Count = (write: Write) => number

/** Returns a function that gives the number of times a write is in the database. */
export async function countAll(
  writes: readonly Write[],
  place: Pick<Place, 'dataDir'>,
): Promise<Count> {
  const names = writes.map(({ name }) => name)
  const rows = await onRunningDatabase(place, async (db) => {
    const result = await db.pool.query<{ name: string; times: number }>(
      `select name, count(*)::int as times from (
         select reference as name from transfers where reference = any($1::text[])
         union all select client_reference from orders where client_reference = any($1::text[])
         union all select full_name from consumers where full_name = any($1::text[])
       ) as stored_names group by name`,
      [names],
    )
    return result.rows
  })
  const times = new Map(rows.map((row) => [row.name, row.times]))
  return ({ name }) => times.get(name) ?? 0
}

/** Runs `work` on the database of a running service. */
export async function onRunningDatabase<T>(
  place: Pick<Place, 'dataDir'>,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const db = connect(bundledTarget(place), { connectionsMax: 1, onIdleError: () => undefined })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

/** Returns the response of each write: the first one, or the replay if the first one was lost. */
async function sendAllAgain(
  writes: readonly Write[],
  partner: SignedClient,
): Promise<Map<Write, string>> {
  const repeats = new Map<Write, string>()
  const differing: unknown[] = []
  await forEachAtOnce(writes, async (write) => {
    const reply = await send(partner, write)
    if (!isSameAnswer(write, reply)) differing.push([nameOf(write), write.answer, reply.text])
    repeats.set(write, write.answer ?? reply.text)
  })
  expect(differing).toEqual([])
  return repeats
}

async function forEachAtOnce<T>(
  values: readonly T[],
  work: (value: T) => Promise<void>,
): Promise<void> {
  const queue = [...values]
  const workSome = async (): Promise<void> => {
    for (let value = queue.pop(); value !== undefined; value = queue.pop()) await work(value)
  }
  await Promise.all(Array.from({ length: SENDERS }, workSome))
}

/**
 * True if the response is that of the first request. A repeated write without a key is refused
 * instead: for an order with the id of the first one, for a consumer because of the e-mail.
 */
function isSameAnswer(write: Write, { status, body, text }: Reply): boolean {
  const isSuccess = status < 300
  if (write.isReplayed) return isSuccess && (write.answer === undefined || text === write.answer)
  const [detail] = body.error?.details ?? []
  if (write.kind === 'order') {
    const isDuplicate = status === 409 && detail.field === 'clientReference'
    if (write.answer === undefined) return isSuccess || isDuplicate
    return isDuplicate && detail.message.endsWith(` ${JSON.parse(write.answer).data.id}`)
  }
  const isDuplicate = status === 400 && detail.field === 'email'
  return write.answer === undefined ? isSuccess || isDuplicate : isDuplicate
}

/**
 * Previous and new balances of each wallet form one chain from the first balance to the present
 * one.
 */
async function expectChains(
  repeats: ReadonlyMap<Write, string>,
  { credited, debited }: Fixture,
  partner: SignedClient,
): Promise<void> {
  for (const wallet of [...credited, ...debited]) {
    const steps = [...repeats].flatMap(([{ target }, answer]) =>
      target.includes(`/wallets/${wallet.walletId}/`) ? [JSON.parse(answer).data] : [],
    )
    const isDebited = debited.includes(wallet)
    const path = steps
      .map((step) => [minor(step.previousBalance), minor(step.newBalance)] as const)
      .toSorted(([one], [other]) => (isDebited ? other - one : one - other))
    const balances = [wallet.initialMinor, ...path.map(([, after]) => after)]

    expect(path.length).toBeGreaterThan(0)
    expect(path.map(([before]) => before)).toEqual(balances.slice(0, -1))
    expect(await balanceOf(wallet, partner)).toBe(balances.at(-1))
  }
}

async function balanceOf(wallet: Wallet, partner: SignedClient): Promise<number> {
  const { body } = await partner.get(`/api/partner/v1/customer/${wallet.customerId}/wallets`)
  return minor(body.content[0].balance)
}

/** Returns what all orders cost, in minor units. */
async function expectCompleted(
  writes: readonly Write[],
  fixture: Fixture,
  partner: SignedClient,
): Promise<number> {
  const orderWrites = writes.filter(({ kind }) => kind === 'order')
  const orders = await eventually(async () => {
    const list = await allOrders(partner)
    const open = list.filter(({ status }) => status !== 'COMPLETED')
    if (open.length > 0) throw new Error(`${open.length} orders are ${open[0]?.status}`)
    return list
  }, LOOK_MS)
  const units = new Map(orderWrites.map(({ name, body }) => [name, unitsOf(JSON.parse(body))]))
  expect(orders).toHaveLength(units.size)
  expect(new Set(orders.map((one) => one.clientReference))).toEqual(new Set(units.keys()))
  const sold = [...fixture.productIds, fixture.slowProductId]
  const codes: string[] = []
  await forEachAtOnce(orders, async ({ id, clientReference }) => {
    const { itemCount } = dataOf(await partner.get(`/v2/orders/${id}`))
    const items: Json[] = dataOf(await partner.get(`/v2/orders/${id}/items`))
    expect([itemCount, items.length]).toEqual(Array(2).fill(units.get(clientReference)))
    expect(items.map(({ itemNo }) => itemNo)).toEqual(items.map((_, at) => at + 1))
    const bought = new Set(items.map(({ productId }) => productId))
    expect(sold).toEqual(expect.arrayContaining([...bought]))
    codes.push(...items.map(({ giftCardNumber }) => giftCardNumber))
  })
  expect(new Set(codes).size).toBe(codes.length)
  return orders.reduce((sum, { totalAmount }) => sum + minor(totalAmount), 0)
}

function unitsOf({ items }: { items: { quantity: number }[] }): number {
  return items.reduce((sum, { quantity }) => sum + quantity, 0)
}

async function expectFunds(
  { load, fixture, ordersMinor }: { load: Load; fixture: Fixture; ordersMinor: number },
  partner: SignedClient,
): Promise<void> {
  const sumOf = (kind: Write['kind'], field: string): number =>
    load.writes
      .filter((write) => write.kind === kind)
      .reduce((sum, { body }) => sum + minor(JSON.parse(body)[field]), 0)
  const wallets = [...fixture.credited, ...fixture.debited]
  const initialMinor = wallets.reduce((sum, wallet) => sum + wallet.initialMinor, 0)
  const spentMinor =
    initialMinor + sumOf('credit', 'amount') + sumOf('consumer', 'initialFunds') + ordersMinor

  const { body } = await partner.get('/v2/accounts/balances')

  const expectedMinor = fixture.depositMinor - spentMinor + sumOf('debit', 'amount')
  expect(minor(body.fundsList[0].funds)).toBe(expectedMinor)
}

function minor(amount: number): number {
  return Math.round(amount * 100)
}
