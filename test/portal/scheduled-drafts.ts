import { expect, test } from 'vitest'
import { placeScheduledDrafts, sweepDrafts } from '../../src/orders/mod.ts'
import type { Fixture } from '../conformance/bad-input/fixture.ts'
import type { Json } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { Gate } from '../support/gate.ts'
import { machineAhead } from '../support/machine-clock.ts'
import { dataOf } from '../support/service.ts'
import type { Browser } from '../support/signed-in.ts'
import {
  act,
  aTeam,
  deposit,
  makeDearer,
  mailsOfDrafts,
  orderOf,
  reachPlaceAt,
  type Team,
} from '../support/draft-team.ts'

const HOUR_MS = 3_600_000

export const read = async (by: Browser, draftId: string): Promise<Json> =>
  dataOf(await by.get(`/portal/v1/drafts/${draftId}`))
export const ordersOf = async (by: Browser): Promise<Json[]> =>
  dataOf(await by.get('/portal/v1/orders'))
const afterMs = (ms: number): string => new Date(Date.now() + ms).toISOString()

/** Makes drafts due, and lets three processes place them at once. */
async function placeNow({ db, services }: Fixture, ...draftIds: readonly string[]): Promise<void> {
  await reachPlaceAt({ db }, draftIds)
  const ids = draftIds.map((id) => id.slice('drf_'.length))
  await Promise.all([1, 2, 3].map(() => placeScheduledDrafts(services)))
  // The service places drafts by itself, too, and may have leased one of these.
  await eventually(async () => {
    const due = `select from order_drafts where draft_id = any($1) and place_due_at is not null`
    expect((await db.pool.query(due, [ids])).rowCount).toBe(0)
  })
}

/** Returns functions that make, place and read scheduled drafts. */
export function helpersOf(fixtureOf: () => Fixture) {
  const schedule = async (by: Browser, quantity = 1): Promise<Json> => {
    const order = { ...orderOf(fixtureOf(), quantity), placeAt: afterMs(HOUR_MS) }
    return dataOf(await by.post('/portal/v1/drafts', order))
  }
  const place = (...draftIds: readonly string[]) => placeNow(fixtureOf(), ...draftIds)
  /** Returns the id of a draft that was refused at its time for lack of funds. */
  const refusedDraft = async (by: Browser): Promise<string> => {
    const { draftId } = await schedule(by)
    await place(draftId)
    expect((await read(by, draftId)).state).toBe('WAITING')
    return draftId
  }
  /** Makes mails due, sends them, and returns those to this user. */
  const mailsTo = async ({ email }: Browser) => {
    await fixtureOf().db.pool.query(
      `update draft_mails set mail_due_at = now() - interval '1 s' where mail_due_at is not null`,
    )
    return (await mailsOfDrafts(fixtureOf())).filter(({ to }) => to.address === email)
  }
  return { schedule, place, refusedDraft, mailsTo }
}

/** Defines the tests of orders that are placed at a later time. */
export function testScheduledDrafts(fixtureOf: () => Fixture): void {
  const { schedule, place } = helpersOf(fixtureOf)

  test('an order that needs no approval is placed at its time, once, by its maker', async () => {
    await mailsOfDrafts(fixtureOf())
    const { buyer } = await aTeam(fixtureOf())
    const draft = await schedule(buyer)
    expect([draft.state, draft.items.length]).toEqual(['SCHEDULED', 1])
    await placeScheduledDrafts(fixtureOf().services)
    expect(await ordersOf(buyer)).toEqual([])

    await place(draft.draftId)

    const { state, orderId, items } = await read(buyer, draft.draftId)
    expect([state, items]).toEqual(['ORDERED', []])
    expect((await ordersOf(buyer)).map(({ id }) => id)).toEqual([orderId])
    const audit = dataOf(await fixtureOf().admin.get(`/admin/v1/audit?target=order:${orderId}`))
    expect(audit.map(({ action, actor }: Json) => [action, actor])).toEqual([
      ['order.place', buyer.email],
    ])
    const sentMails = await mailsOfDrafts(fixtureOf())
    expect(sentMails.map(({ to, subject }) => [to.address, subject])).toEqual([
      [buyer.email, 'Your order was placed'],
    ])
    expect((await act(buyer, draft.draftId, 'withdraw')).status).toBe(409)
  })

  test('if a process dies after it has placed the order of a draft, no second order is placed', async () => {
    const { buyer } = await aTeam(fixtureOf())
    const { draftId } = await schedule(buyer)
    const id = draftId.slice('drf_'.length)
    const { pool } = fixtureOf().db
    const { rows } = await pool.query(`select items from order_drafts where draft_id = $1`, [id])
    await place(draftId)
    const { orderId } = await read(buyer, draftId)
    // The state that a process leaves if it dies after the order, before the end of the draft.
    await pool.query(
      `update order_drafts set state = 'APPROVED', order_id = null, items = $2,
         place_due_at = now() - interval '1 s'
       where draft_id = $1`,
      [id, JSON.stringify(rows[0]?.items)],
    )

    await place(draftId)

    expect(await read(buyer, draftId)).toMatchObject({ state: 'ORDERED', orderId })
    expect(await ordersOf(buyer)).toHaveLength(1)
  })

  test('a process that stood still until its lease ended places no draft that was withdrawn meanwhile', async () => {
    const { partnerId, buyer } = await aTeam(fixtureOf(), '5.00')
    const { draftId } = await schedule(buyer)
    const { services } = fixtureOf()
    const [gate, atGate] = [new Gate(), new Gate()]
    const orders = {
      ...services.orders,
      async place(...args: Parameters<typeof services.orders.place>) {
        if (args[0] === partnerId) {
          atGate.open()
          await gate.passed()
        }
        return await services.orders.place(...args)
      },
    }
    // The clock of this process is ahead, so it leases the draft before the service does.
    const clock = machineAhead(2 * HOUR_MS)
    const slow = placeScheduledDrafts({ ...services, orders, clock })
    await atGate.passed()
    await place(draftId)
    expect(dataOf(await act(buyer, draftId, 'withdraw')).state).toBe('WITHDRAWN')
    await deposit(fixtureOf(), partnerId)

    gate.open()
    await slow

    expect(await ordersOf(buyer)).toEqual([])
    expect((await read(buyer, draftId)).state).toBe('WITHDRAWN')
  })

  test('only its maker withdraws a scheduled draft, until its time', async () => {
    const { buyer, owner } = await aTeam(fixtureOf())
    const { draftId } = await schedule(buyer)
    expect((await act(owner, draftId, 'withdraw')).status).toBe(403)
    expect((await act(owner, draftId, 'approve')).status).toBe(409)
    expect(dataOf(await act(buyer, draftId, 'withdraw')).state).toBe('WITHDRAWN')
    await place(draftId)
    expect(await ordersOf(buyer)).toEqual([])
  })

  test('an order that needs an approval waits for it, then for its time, at the price that was shown', async () => {
    const { partnerId, buyer, approver } = await aTeam(fixtureOf())
    const { draftId, state } = await schedule(buyer, 2)
    expect(state).toBe('WAITING')
    await place(draftId)
    expect(await ordersOf(buyer)).toEqual([])
    expect(dataOf(await act(approver, draftId, 'approve')).state).toBe('SCHEDULED')
    await makeDearer(fixtureOf(), partnerId, 50)

    await place(draftId)

    const waiting = await read(buyer, draftId)
    expect([waiting.state, waiting.reason]).toEqual([
      'WAITING',
      expect.stringMatching(/30\.00 USD/),
    ])
    expect(await ordersOf(buyer)).toEqual([])
  })
}

type Ending = (fixture: Fixture, team: Team) => Promise<string>

const becomes = (person: 'buyer' | 'approver', change: Json, why: string): Ending =>
  async function end(_fixture, team) {
    const path = `/portal/v1/users/${team[person].userId}`
    dataOf(await team.owner.send('PATCH', path, JSON.stringify(change)))
    return `${team[person].email} ${why}`
  }

/** The acts that end the right to place an order, each with the words of the reason. */
const ENDINGS: Readonly<Record<string, Ending>> = {
  'the approver has another role': becomes('approver', { role: 'buyer' }, 'may not do this now'),
  'the approver is disabled': becomes('approver', { status: 'DISABLED' }, 'may not do this now'),
  'the maker is disabled': becomes('buyer', { status: 'DISABLED' }, 'may not do this now'),
  async 'maker and approver lack a second factor'({ db }, { partnerId }) {
    await db.pool.query(`update partners set second_factor_required = true where partner_id = $1`, [
      partnerId,
    ])
    return 'has no second factor'
  },
  async 'the partner is suspended'({ admin }, { partnerId }) {
    dataOf(
      await admin.patch(`/admin/v1/partners/${partnerId}`, { status: 'SUSPENDED', reason: 'x' }),
    )
    return 'the partner is suspended'
  },
  async 'the product is no longer sold'({ admin, ids }, { partnerId }) {
    const rule = { partnerId, productId: ids.products[0], shown: false }
    dataOf(await admin.post('/admin/v1/assortment-rules', rule))
    return 'items[0].productId'
  },
}

/** Defines the tests of orders that are refused at their time. */
export function testRefusedSchedules(fixtureOf: () => Fixture): void {
  const { schedule, place, mailsTo } = helpersOf(fixtureOf)

  test('an order without funds waits with its reason; its maker is mailed, also if nobody approves it', async () => {
    await mailsOfDrafts(fixtureOf())
    const { buyer } = await aTeam(fixtureOf(), '5.00')
    const poor = await schedule(buyer)
    await place(poor.draftId)
    expect(await read(buyer, poor.draftId)).toMatchObject({
      state: 'WAITING',
      reason: 'available 5.00 USD, required 9.90 USD',
    })
    expect((await mailsTo(buyer)).map(({ subject }) => subject)).toEqual([
      'Your order was not placed',
    ])

    await fixtureOf().db.pool.query(
      `update order_drafts
       set tried_at = tried_at - interval '7 d', expires_at = now() - interval '1 s'
       where draft_id = $1`,
      [poor.draftId.slice('drf_'.length)],
    )
    await sweepDrafts(fixtureOf().services)
    expect((await mailsTo(buyer)).map(({ subject }) => subject)).toEqual([
      'Nobody approved your order',
    ])
  })

  test('an order whose maker has lost the role waits with its reason, which a rejection removes', async () => {
    const { owner, buyer } = await aTeam(fixtureOf())
    const late = await schedule(buyer)
    const viewer = JSON.stringify({ role: 'viewer' })
    dataOf(await owner.send('PATCH', `/portal/v1/users/${buyer.userId}`, viewer))
    await place(late.draftId)
    expect(await read(owner, late.draftId)).toMatchObject({
      state: 'WAITING',
      reason: expect.stringContaining('orders:write'),
    })

    expect(dataOf(await act(owner, late.draftId, 'reject')).reason).toBeUndefined()
    const [mail] = await mailsTo(buyer)
    expect(mail?.text).toContain(`rejected by ${owner.email}\n`)
  })

  test.each(Object.keys(ENDINGS))(
    'an order that may no longer be placed at its time waits: %s',
    async (name) => {
      const { partnerId, owner, buyer, approver } = await aTeam(fixtureOf())
      const { draftId } = await schedule(buyer, 2)
      expect(dataOf(await act(approver, draftId, 'approve')).state).toBe('SCHEDULED')
      const why = await ENDINGS[name]?.(fixtureOf(), { partnerId, owner, buyer, approver })
      await place(draftId)

      const { rows } = await fixtureOf().db.pool.query(
        `select state, reason, (select count(*)::int from orders where partner_id = $1) as orders
       from order_drafts where partner_id = $1`,
        [partnerId],
      )
      const reason = expect.stringContaining(why ?? '')
      expect(rows).toEqual([{ state: 'WAITING', reason, orders: 0 }])
    },
  )

  test('the rule of the day is applied when an order is placed, not only when its draft is made', async () => {
    const { buyer } = await aTeam(fixtureOf())
    const [first, second] = [await schedule(buyer), await schedule(buyer)]
    expect([first.state, second.state]).toEqual(['SCHEDULED', 'SCHEDULED'])
    await place(first.draftId, second.draftId)
    const states = [await read(buyer, first.draftId), await read(buyer, second.draftId)]
    expect(new Set(states.map(({ state }) => state))).toEqual(new Set(['ORDERED', 'WAITING']))
  })

  test('the time of a scheduled order must be in the next 90 days', async () => {
    const { buyer } = await aTeam(fixtureOf())
    for (const placeAt of [afterMs(-1_000), afterMs(91 * 24 * HOUR_MS), '2026-13-01', 'tomorrow']) {
      const reply = await buyer.post('/portal/v1/drafts', { ...orderOf(fixtureOf()), placeAt })
      expect([placeAt, reply.status]).toEqual([placeAt, 400])
      expect(JSON.stringify(reply.body)).toContain('placeAt')
    }
  })
}
