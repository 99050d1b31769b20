import { expect } from 'vitest'
import { REFERENCE_SCOPES } from '../../src/ledger/chart.ts'
import { verify } from '../../src/ledger/mod.ts'
import { signedClient, type Credentials, type Json, type SignedClient } from '../support/client.ts'
import { expectEventsReplay } from '../support/order-events.ts'
import { dataOf } from '../support/service.ts'
import type { Scene } from './chaos-calm.ts'
import { Random } from './chaos-random.ts'
import { STOCKED, type Write, type WriteKind } from './chaos-writes.ts'

interface PartnerView {
  /** Every order of every partner, as its partner reads it. */
  readonly orders: readonly Json[]
  /** Every code that the partner has received. */
  readonly codes: readonly string[]
}

/** Checks every write, order, code and unit of money of a history that has ended. */
export async function accountFor(scene: Scene): Promise<void> {
  const { history, fleet, db } = scene
  expect(history.wrong).toEqual([])
  expect(history.writes.flatMap(({ wrong }) => wrong)).toEqual([])
  await expectWrites(scene)
  const view = await readAll(scene)
  expectOrders(scene, view)
  await expectStock(scene, view)
  await expectMoney(scene, view)
  await expectBoughtOnce(scene)
  expect(await verify(db)).toMatchObject({ balanced: true, differences: [] })
  expect(fleet.faults).toEqual([])
}

/**
 * An acknowledged write is stored once, a refused one is not, and no outcome is unknown any more.
 */
async function expectWrites({ db, history: { writes } }: Scene): Promise<void> {
  const keyed = writes.filter(({ sent }) => sent.kind !== 'import')
  const names = keyed.map(({ sent }) => sent.name)
  const { rows } = await db.pool.query<{ name: string; times: number }>(
    `select name, count(*)::int as times from (
       select reference as name from transfers
       where reference is not null and scope <> $1
       union all select client_reference from orders) as stored_names group by name`,
    [REFERENCE_SCOPES.account_credit],
  )
  const times = new Map(rows.map((row) => [row.name, row.times]))
  const differing = keyed.flatMap((write) => {
    const count = times.get(write.sent.name) ?? 0
    return count === (write.answer === undefined ? 0 : 1)
      ? []
      : [`${count} times: ${nameOf(write)}`]
  })

  expect(differing).toEqual([])
  expect([...times.keys()].filter((name) => !names.includes(name))).toEqual([])
}

function nameOf({ sent: { kind, name }, answer, isDoubtful }: Write): string {
  return `${kind} ${name}${isDoubtful ? ', in doubt once' : ''}: ${answer ?? 'no success'}`
}

async function readAll({ fleet, fixture, history }: Scene): Promise<PartnerView> {
  const { http } = fleet.any(new Random(0))
  const orders: Json[] = []
  const codes: string[] = []
  for (const { credentials } of fixture.sellers) {
    const partner = signedClient(http, credentials)
    for (const { id } of dataOf(await partner.get('/v2/orders?pageSize=2000'))) {
      const order = dataOf(await partner.get(`/v2/orders/${id}`))
      orders.push(order)
      if (order.status !== 'COMPLETED') continue
      // A receipt names a transfer in the book of its own partner.
      for (const code of await codesOf(partner, order)) codes.push(uniqueCode(code, credentials))
    }
  }
  const ids = history.orderIds()
  expect(orders).toHaveLength(ids.length)
  expect(new Set(orders.map(({ id }) => id))).toEqual(new Set(ids))
  return { orders, codes }
}

function uniqueCode(code: string, { clientId }: Credentials): string {
  return code.startsWith(STOCKED) ? code : `${clientId} ${code}`
}

/** Expects as many items as were ordered, numbered from 1; returns their codes. */
async function codesOf(partner: SignedClient, { id, itemCount }: Json): Promise<string[]> {
  const items: Json[] = dataOf(await partner.get(`/v2/orders/${id}/items`))
  const numbers = Array.from({ length: itemCount }, (_, at) => at + 1)
  expect([id, items.map(({ itemNo }) => itemNo)]).toEqual([id, numbers])
  return items.map(({ giftCardNumber }) => giftCardNumber)
}

/**
 * An acknowledged cancellation stays; every order is COMPLETED or CANCELLED; no code was
 * delivered twice.
 */
function expectOrders({ history }: Scene, { orders, codes }: PartnerView): void {
  const statuses = new Map(orders.map(({ id, status }) => [id, status]))
  const cancelled = [...history.cancelled]
  expect(cancelled.map((id) => statuses.get(id))).toEqual(cancelled.map(() => 'CANCELLED'))
  expect(orders.filter(({ status }) => !['COMPLETED', 'CANCELLED'].includes(status))).toEqual([])
  expect(codes.filter((code, at) => codes.indexOf(code) !== at)).toEqual([])
}

/** Every code that was imported was delivered, or is for sale. */
async function expectStock({ db, history }: Scene, { codes }: PartnerView): Promise<void> {
  const imports = history.writes.filter(({ sent }) => sent.kind === 'import')
  const finished = imports.filter(({ answer }) => answer !== undefined)
  const sent = finished.reduce((units, { sent: { units: own } }) => units + own, 0)
  const { rows } = await db.pool.query<{ imported: number; free: number; claimed: unknown }>(
    `select (select coalesce(sum(quantity), 0)::int from stock_blocks) as imported,
       (select coalesce(sum(quantity), 0)::int from stock_free) as free,
       (select jsonb_agg(jsonb_build_object('reservation', to_jsonb(c), 'batch', to_jsonb(b)))
        from stock_reservations c join fulfillments b using (partner_id, order_no, batch_no)
        where c.state = 'RESERVED' and not (b.status = 'COMPLETED' and b.supplier = 'vault')
       ) as claimed`,
  )
  const delivered = codes.filter((code) => code.startsWith(STOCKED)).length
  const [{ imported, free, claimed } = { imported: 0, free: 0, claimed: null }] = rows

  expect({ claimed, imported }).toEqual({ claimed: null, imported: sent })
  expect({ delivered, free }).toEqual({ delivered, free: imported - delivered })
}

interface Sums {
  readonly currency: string
  readonly funds: bigint
  readonly held: bigint
  readonly issued: bigint
  readonly wallets: bigint
  readonly charged: bigint
  /** The sums that orders have credited to wallets. */
  readonly credited: bigint
}

/** All deposits less reversals are available, on wallets, or charged; nothing is held. */
async function expectMoney({ db, history }: Scene, { orders }: PartnerView): Promise<void> {
  const { rows } = await db.pool.query<Sums>(
    `select currency,
       coalesce(sum(credits_posted - debits_posted) filter (where kind = 'funds'), 0)::int8
         as funds,
       sum(debits_pending + credits_pending)::int8 as held,
       coalesce(sum(credits_posted - debits_posted) filter (where kind = 'issued'), 0)::int8
         as issued,
       coalesce(sum(credits_posted - debits_posted) filter (where kind = 'wallet'), 0)::int8
         as wallets,
       (select coalesce(sum(charged_minor), 0)::int8 from orders
        where orders.currency = accounts.currency) as charged,
       (select coalesce(sum(b.quantity * b.face_value_minor), 0)::int8
        from fulfillments b join order_lines l using (partner_id, order_no, line_no)
        where b.supplier = 'wallet' and b.status = 'COMPLETED'
          and l.product_currency = accounts.currency) as credited
     from accounts group by currency`,
  )
  const movedMinor = (kind: WriteKind, currency: string): number =>
    history.writes
      .filter(({ sent, answer }) => answer !== undefined && sent.kind === kind)
      .filter(({ sent }) => sent.currency === currency)
      .reduce((sum, { sent }) => sum + sent.amount * 100, 0)
  for (const { currency, funds, held, issued, wallets, charged, credited } of rows) {
    const depositedMinor = movedMinor('deposit', currency) - movedMinor('reversal', currency)
    const movedToWallets = movedMinor('credit', currency) - movedMinor('debit', currency)
    const completed = orders
      .filter((order) => order.currency === currency && order.status === 'COMPLETED')
      .reduce((sum, order) => sum + Math.round(order.totalAmount * 100), 0)
    expect({ currency, held, issued, wallets, all: funds + issued + wallets }).toEqual({
      currency,
      held: 0n,
      issued: charged - credited,
      wallets: BigInt(movedToWallets) + credited,
      all: BigInt(depositedMinor),
    })
    expect(Number(charged)).toBeGreaterThanOrEqual(completed)
  }
  await expectCharges(db)
  await expectEventsReplay(db)
}

/** An order is charged for its deliveries: all of them, or those that could not be taken back. */
async function expectCharges(db: Scene['db']): Promise<void> {
  const { rows } = await db.pool.query(
    `select o.partner_id, o.order_no, o.status, o.charged_minor, delivered.minor
     from orders o cross join lateral (
       select coalesce(sum(b.quantity * l.unit_cost_minor), 0)::int8 as minor
       from fulfillments b join order_lines l using (partner_id, order_no, line_no)
       where (b.partner_id, b.order_no) = (o.partner_id, o.order_no)
         and b.status = 'COMPLETED') as delivered
     where o.charged_minor is distinct from delivered.minor
       or (o.status = 'COMPLETED' and o.charged_minor <> o.total_minor)`,
  )
  expect(rows).toEqual([])
}

/**
 * Expects that a supplier that may have issued a batch, or works on it, was asked until its outcome
 * was known, before any other supplier was asked; and that each batch that credits a wallet did so
 * once.
 */
async function expectBoughtOnce({ db }: Scene): Promise<void> {
  const { rows: elsewhere } = await db.pool.query(
    `select t.*, b.status, b.supplier as issued_by
     from supplier_attempts t join fulfillments b using (partner_id, order_no, batch_no)
     where t.supplier in ('sandbox', 'wallet') and t.outcome in ('unknown', 'pending')
       and ((b.status = 'COMPLETED' and b.supplier <> t.supplier) or exists (
         select from supplier_attempts later
         where (later.partner_id, later.order_no, later.batch_no)
             = (t.partner_id, t.order_no, t.batch_no)
           and later.occurred_at > t.occurred_at
           and (later.supplier <> t.supplier or later.outcome not in ('unknown', 'pending'))))`,
  )
  const { rows: credits } = await db.pool.query(
    `select b.partner_id, b.order_no, b.batch_no, b.status, t.amount
     from (select * from fulfillments where supplier = 'wallet' and status = 'COMPLETED') as b
     full join (select * from transfers where scope = $1) as t
       on t.partner_id = b.partner_id and t.reference = b.order_no || '-' || b.batch_no
     where b.quantity * b.face_value_minor is distinct from t.amount`,
    [REFERENCE_SCOPES.account_credit],
  )
  expect({ elsewhere, credits }).toEqual({ elsewhere: [], credits: [] })
}
