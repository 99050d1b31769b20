import { vi } from 'vitest'

import { signedClient, type Json, type SignedClient } from '../support/client.ts'
import { dataOf } from '../support/service.ts'
import { passBackoffs } from '../support/backoffs.ts'
import { Random } from '../faults/chaos-random.ts'
import { viewOf } from '../oracle/view.ts'
import { describeStuck } from '../faults/chaos-stuck.ts'
import { isOfOutage } from '../faults/fail-postgres.ts'
import type { History } from './history.ts'
import { codesOf, type Purse } from './link-requests.ts'
import { faultsOfMails } from './mail-faults.ts'
import { faultsOfPurchases } from './purchase-faults.ts'
import { meetAtBooks } from './shared-books.ts'
import { breaksOf, inOrder, readBookMovements, readMovements } from './movements.ts'
import { PARTNERS } from './script.ts'
import type { CalmState } from './record.ts'
import { SerialOrder } from './serial.ts'
import type { Scene } from './scene.ts'
import { passLookUps } from './suppliers.ts'
import { faultsOfEvents } from './event-faults.ts'

const LARGE_AMOUNT = 10_000_000
const BOUND = { timeout: 60_000, interval: 80 }
const FULL_DISK = 'not ready: the disk of the database is full'
const ENDS = ['COMPLETED', 'CANCELLED']

/** Ends all troubles and brings funds and codes; returns when every order has ended. */
export async function settle(scene: Scene, history: History): Promise<void> {
  await scene.cluster.calm()
  scene.receiver.trouble(undefined)
  scene.mails.trouble(undefined)
  await scene.suppliers.calm()
  await history.settle()
  for (let partner = 0; partner < PARTNERS; partner += 1) {
    const deposit = { act: 'deposit', partner, amount: LARGE_AMOUNT } as const
    await history.write({ act: { ...deposit, code: 'USD', key: 200_001 } })
    await history.write({ act: { ...deposit, code: 'KWD', key: 200_002 } })
  }
  await meetAtBooks(scene, history)
  for (const amount of [0, 1]) await history.restock({ amount, count: 150 }, new Random(0))
  const { db } = scene.cluster.database
  const untilDone = async (): Promise<void> => {
    await passBackoffs(db)
    await passLookUps(db)
    for (const { seller } of sendings(scene)) {
      const open = (await listOrders(clientOf(scene, seller))).filter(
        ({ status }) => !ENDS.includes(status),
      )
      if (open.length > 0) throw new Error(`${open.length} orders are not at their end`)
    }
    const { rows } = await db.pool.query(
      `select from links where claim_by < now() and ended is null and chosen_minor < amount_minor`,
    )
    if (rows.length > 0) throw new Error(`${rows.length} links are past their date`)
  }
  await vi.waitFor(untilDone, BOUND).catch(async (error: unknown) => {
    throw new Error(await describeStuck(db), { cause: error })
  })
}

function sendings(scene: Scene) {
  return scene.sellers.map((_, partner) => scene.sendingOf(partner))
}

function clientOf({ cluster }: Scene, { credentials }: Scene['sellers'][number], member = 0) {
  const serving = cluster.members[member % cluster.members.length]
  if (!serving) throw new Error('a cluster has a member')
  return signedClient(serving.endpoint.http, credentials)
}

async function listOrders(client: SignedClient): Promise<Json[]> {
  return dataOf(await client.get('/v2/orders?pageSize=2000'))
}

/** Returns the faults of a settled history. Codes are those of all histories so far. */
export async function faultsOf(
  scene: Scene,
  { records }: History,
  codes: Map<string, string>,
): Promise<string[]> {
  const { db } = scene.cluster.database
  const faults = [...records.wrong]
  for (const [partner, { seller }] of sendings(scene).entries()) {
    const client = clientOf(scene, seller, partner)
    const orders = await listOrders(client)
    const bookMovements = await readBookMovements(db, seller)
    const calm: CalmState = {
      movements: inOrder(await readMovements(client), bookMovements),
      writes: records.writes.filter(({ request }) => request.act.partner === partner),
      passed: records.passed,
      readings: records.readings.filter((one) => one.partner === partner),
      orders: new Map(
        orders.map(({ id, clientReference: reference, status }) => [id, { reference, status }]),
      ),
      cases: await casesOf(scene, orders),
    }
    const serial = new SerialOrder(calm)
    const own = [...serial.faults, ...breaksOf(bookMovements)]
    own.push(...(await differences(scene, partner, serial)))
    const { pages = '' } = scene.cluster.members[0] ?? {}
    const links = records.links.filter((one) => one.partner === partner)
    const purses = [
      ...links.map(({ linkId: name, path }) => ({ name, path, cookie: '' })),
      ...seller.walletIds.map((id, at) => {
        return { name: `wlt_${id}`, path: `/w/${id}`, cookie: seller.walletCookies[at] ?? '' }
      }),
    ]
    own.push(...(await codeFaults({ pages, client, purses }, orders, codes)))
    const followed = records.followedBy(partner)
    const reader = { partnerId: seller.partnerId, client }
    own.push(
      ...(await faultsOfEvents(scene, reader, { ...calm, followed, links: eventsOf(serial) })),
    )
    const { accepted } = scene.mails
    own.push(...(await faultsOfMails(db, seller.partnerId, { accepted, movements: bookMovements })))
    faults.push(...own.map((fault) => `partner ${partner}: ${fault}`))
  }
  faults.push(...(await faultsOfPurchases(db, scene.suppliers, codes)))
  faults.push(...(await unbalanced(scene)), ...unexplained(scene))
  return faults
}

async function casesOf({ cluster }: Scene, orders: readonly Json[]): Promise<Map<number, string>> {
  const cases = new Map<number, string>()
  for (const { id, status } of orders) {
    if (status !== 'COMPLETED') continue
    const reply = await cluster.members[0]?.endpoint.operate('GET', `/admin/v1/orders/${id}/cases`)
    for (const { caseId } of reply ? dataOf(reply) : []) cases.set(caseId, id)
  }
  return cases
}

/** Returns the differences between the model's view of the partner and that of each process. */
async function differences(scene: Scene, partner: number, { replay }: SerialOrder) {
  const expected = expectedView(replay)
  const faults: string[] = []
  const views = scene.cluster.members.map((_, at) =>
    view(scene, partner, { at, orderIds: replay.orderIds }),
  )
  for (const [at, actual] of (await Promise.all(views)).entries()) {
    for (const name of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
      const [has, should] = [JSON.stringify(actual[name]), JSON.stringify(expected[name])]
      if (has !== should) faults.push(`process ${at}, ${name}: ${has}, and ${should} is right`)
    }
  }
  return faults
}

function expectedView({
  partner,
  orderIds,
  linkIds,
}: SerialOrder['replay']): Record<string, unknown> {
  const { orders, wallets, funds, links } = viewOf(partner)
  const orderViews = orders.map(({ status, total, codes: all }, at) => {
    // Only the person who claimed the codes reads them.
    const codes = partner.orders[at]?.isPaidByFunds === false ? 0 : all
    const units = partner.orders[at]?.lines.reduce((sum, line) => sum + line.units, 0)
    return [orderIds[at], [status, total, units, codes]] as const
  })
  return {
    funds: { USD: funds['USD']?.available, KWD: funds['KWD']?.available },
    wallets: wallets.map(({ balance }) => balance),
    links: links.map(({ status, sent, claimed, returned, left }, at) => {
      return [linkIds[at], status, sent, claimed, returned, left]
    }),
    ...Object.fromEntries(orderViews),
  }
}

async function view(
  scene: Scene,
  partner: number,
  { at, orderIds }: { at: number; orderIds: readonly string[] },
): Promise<Record<string, unknown>> {
  const { seller } = scene.sendingOf(partner)
  const client = clientOf(scene, seller, at)
  const listed: Json[] = (await client.get('/v2/accounts/balances')).body.fundsList
  const has = (code: string) => listed.find(({ currency }) => currency === code)?.funds
  const path = `/admin/v1/partners/${seller.partnerId}/wallets?pageSize=100`
  const reply = await scene.cluster.members[at]?.endpoint.operate('GET', path)
  const wallets: Json[] = reply ? dataOf(reply) : []
  const balanceOf = (id: string) => wallets.find(({ walletId }) => walletId === id)?.balance
  const links = dataOf(await client.get('/v2/links?pageSize=500'))
    .toReversed()
    .map((one: Json) => [one.linkId, one.status, one.amount, one.claimed, one.returned, one.left])
  const orderViews: [string, unknown][] = []
  for (const { id } of await listOrders(client)) {
    const { status, totalAmount, itemCount } = dataOf(await client.get(`/v2/orders/${id}`))
    const items = await client.get(`/v2/orders/${id}/items`)
    const units = items.status === 200 ? items.body.data.length : 0
    if (!orderIds.includes(id)) orderViews.push([id, 'of no hold'])
    else orderViews.push([id, [status, totalAmount, itemCount, units]])
  }
  return {
    funds: { USD: has('USD'), KWD: has('KWD') },
    wallets: seller.walletIds.map(balanceOf),
    links,
    ...Object.fromEntries(orderViews),
  }
}

/** The readers of codes: a partner, and on their pages the people of its links and wallets. */
interface People {
  readonly client: SignedClient
  readonly pages: string
  readonly purses: readonly (Purse & { readonly name: string })[]
}

function eventsOf({ replay: { partner, linkIds } }: SerialOrder): Map<string, string> {
  return new Map(linkIds.map((id, at) => [id, partner.links[at]?.events.join(', ') ?? '']))
}

/** Finds codes that two orders have, of this history or others. */
async function codeFaults(
  { pages, client, purses }: People,
  orders: readonly Json[],
  codes: Map<string, string>,
): Promise<string[]> {
  const faults: string[] = []
  const addCode = (code: string, id: string): void => {
    const holder = codes.get(code)
    if (holder !== undefined) faults.push(`${code} was given to ${holder} and to ${id}`)
    codes.set(code, id)
  }
  for (const { name, ...purse } of purses) {
    const cards = orders.filter((one) => one.clientReference.startsWith(`${name}-`))
    const own = await codesOf(pages, purse, cards.length)
    for (const code of own) addCode(code, name)
    const { length } = cards.filter(({ status }) => status === 'COMPLETED')
    if (own.length !== length) faults.push(`${name} shows ${own.length} of ${length} codes`)
  }
  for (const { id, status } of orders) {
    if (status !== 'COMPLETED') continue
    const items = await client.get(`/v2/orders/${id}/items`)
    // Only the person who claimed the card reads its code.
    if (items.status === 403) continue
    for (const { giftCardNumber: code } of dataOf(items)) addCode(code, id)
  }
  return faults
}

async function unbalanced({ cluster }: Scene): Promise<string[]> {
  const [member] = cluster.members
  const reply = await member?.endpoint.operate('GET', '/admin/v1/ledger/verify')
  const { balanced, differences: found } = reply
    ? dataOf(reply)
    : { balanced: false, differences: [] }
  return balanced ? [] : [`ledger verify: ${JSON.stringify(found)}`]
}

/** Logged errors that no outage of the database explains, and no full disk. */
function unexplained({ cluster }: Scene): string[] {
  const logged = cluster.members.flatMap((member) => member.faults)
  return logged
    .filter((line) => !isOfOutage(line) && !line.msg.startsWith(FULL_DISK))
    .map(({ msg, err }) => `${msg}: ${err?.stack ?? ''}`)
}
