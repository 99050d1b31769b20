import { afterAll, beforeAll, expect, test } from 'vitest'
import { minorUnits } from '../../src/core/mod.ts'
import { sql, transact, type Statement } from '../../src/db/mod.ts'
import { createLedger, type Account, type Book, type WriteKind } from '../../src/ledger/mod.ts'
import { createOrders, findOrder, type Order, type OrderWrites } from '../../src/orders/mod.ts'
import { createPartner, deposit } from '../../src/partners/mod.ts'
import { sentinelOf } from '../../src/process/sentinel.ts'
import { anOrder, minor, orderWritesOf, startDomainTest, type Domain } from '../support/domain.ts'
import { TESTER } from '../support/tester.ts'

let domain: Domain
beforeAll(async () => {
  domain = await startDomainTest()
  await domain.product()
  await domain.deposit(1_000)
})
afterAll(() => domain.end())

/** Returns a kind of write that decides by calling `decide`, which has a planted bug. */
function bugOf(decide: (book: Book) => void): WriteKind<undefined, undefined, undefined> {
  return {
    name: 'bug',
    load: () => Promise.resolve(undefined),
    decide(book) {
      decide(book)
      return undefined
    },
    save: () => undefined,
  }
}

/** A process whose orders also run `bug` in each group. */
function startProcess(bug?: (order: Order) => Statement<never>) {
  const { db, clock } = domain
  const sound = orderWritesOf(db, clock)
  const writes: OrderWrites = {
    ...sound,
    save(tx, book, state) {
      sound.save(tx, book, state)
      for (const order of bug ? [...state.placed, ...state.changed] : []) {
        if (bug) tx.write(bug(order))
      }
    },
  }
  const faults: object[] = []
  const counted: string[] = []
  const sentinel = sentinelOf(
    { sentinel: 'on' },
    {
      db,
      writes,
      metrics: { sentinelFaulted: (invariant) => void counted.push(invariant) },
      log: { error: (fault: object) => void faults.push(fault) },
    },
  )
  const ledger = createLedger({ db, clock, followers: [writes], sentinel })
  const DAY = 86_400
  const limits = { outOfStockSecondsMax: DAY, onHoldSecondsMax: DAY }
  return { ledger, faults, counted, orders: createOrders({ db, ledger, writes, clock, ...limits }) }
}

const amount = minorUnits(100n)
const accountsOf = (book: Book): { debit: Account; credit: Account } => ({
  debit: book.chart('funds', 'USD'),
  credit: book.chart('issued', 'USD'),
})

test.each<[string, (book: Book) => void]>([
  [
    'balance_without_transfer',
    (book) => {
      book.post({ ...accountsOf(book), code: 'wallet_credit', amount })
      book.chart('issued', 'USD').creditsPosted += 1n
    },
  ],
  [
    'sum_not_zero',
    (book) => {
      const euros = { debit: book.chart('deposits', 'EUR'), credit: book.chart('refunds', 'EUR') }
      const dollars = book.hold({ ...accountsOf(book), code: 'link_send', amount })
      book.hold({ ...euros, code: 'link_send', amount })
      const { debit } = accountsOf(book)
      book.postHold({ number: dollars.number, debit, credit: euros.credit, amount }, 'link_send')
    },
  ],
  [
    'available_below_promised',
    (book) => {
      book.holdUncovered({
        debit: book.chart('promised', 'USD'),
        credit: book.chart('issued', 'USD'),
        code: 'link_send',
        amount,
      })
    },
  ],
  [
    'hold_without_order',
    (book) => {
      book.hold({ ...accountsOf(book), code: 'order_hold', amount })
    },
  ],
])('a write that breaks %s fails alone, and is counted', async (invariant, bug) => {
  const { ledger, faults, counted } = startProcess()
  const sound = deposit(ledger, {
    partnerId: domain.partnerId,
    currency: 'USD',
    amountMinor: minor(1, 'USD'),
    reference: invariant,
    actor: TESTER,
  })

  await expect(ledger.submit(bugOf(bug), domain.partnerId, undefined)).rejects.toThrow(invariant)

  await sound
  const fault = { partnerId: domain.partnerId, invariant, ids: expect.any(String) }
  expect({ faults, counted }).toEqual({ faults: [fault], counted: [invariant] })
})

test('a group that is written together with those of other partners is checked too', async () => {
  const { ledger, faults } = startProcess()
  const { db, clock } = domain
  const other = await transact(db, (tx) => createPartner(tx, clock, { name: 'B', actor: TESTER }))
  const pay = (partnerId: number, isWrong: boolean) => ledger.submit(BALANCES, partnerId, isWrong)
  const payBoth = (isWrong: boolean) =>
    Promise.allSettled([pay(domain.partnerId, isWrong), pay(other.partnerId, false)])
  await payBoth(false)
  await payBoth(false)
  const before = await domain.funds()

  const [wrong, right] = await payBoth(true)

  const invariant = 'balance_without_transfer'
  expect(wrong).toMatchObject({ reason: { message: expect.stringContaining(invariant) as string } })
  expect(right.status).toBe('fulfilled')
  expect(await domain.funds()).toEqual(before)
  expect(faults).toMatchObject([{ partnerId: domain.partnerId, invariant }])
})

/** Writes that change balances only, and are decided on the cached book. */
const BALANCES: WriteKind<boolean, object, undefined> = {
  name: 'balances',
  load: () => Promise.resolve({}),
  decide(book, _state, isWrong) {
    const [debit, credit] = [book.chart('deposits', 'USD'), book.chart('funds', 'USD')]
    book.post({ code: 'deposit', debit, credit, amount })
    if (isWrong) credit.creditsPosted += 1n
    return undefined
  },
  save: () => undefined,
  uncached: () => [],
  fromCache: () => ({}),
  entriesOf: () => [],
  invalidates: () => false,
}

test('funds may fall below zero by the reversal of a deposit', async () => {
  await domain.deposit(1, 'EUR')
  await domain.reverse(1, 'EUR')
  await domain.reverse(5, 'EUR')

  expect(await domain.funds()).toMatchObject({ EUR: '-5.00' })
})

/** Each statement writes wrong rows when an order is cancelled. */
test.each<[string, (order: Order) => Statement<never>]>([
  [
    'charge_without_hold',
    ({ orderNo }) => sql`update orders set charged_minor = 1 where order_no = ${orderNo}`,
  ],
  [
    'delivered_not_charged',
    ({ orderNo }) => sql`
      with line as (
        update order_lines set is_irrevocable = true where order_no = ${orderNo})
      update fulfillments set status = 'COMPLETED', completed_at = now()
      where order_no = ${orderNo}`,
  ],
  [
    'discount_or_fee_not_posted',
    ({ orderNo }) => sql`
      update orders set discount_minor = 0, fee_minor = 0,
        charged_discount_minor = 1, charged_fee_minor = 0
      where order_no = ${orderNo}`,
  ],
  [
    'status_without_event',
    ({ orderNo }) => sql`delete from order_events where order_no = ${orderNo}`,
  ],
  [
    'code_with_two_holders',
    ({ orderNo, partnerId }) => sql`
      insert into issued_segments (partner_id, order_no, batch_no, segment_no, first_item_no,
        quantity, stock_product_id, stock_block_id, stock_first)
      select ${partnerId}, ${orderNo}, 1, segment, 1, 1, 1,
        '00000000-0000-4000-8000-000000000000'::uuid, 7
      from generate_series(1, 2) as segment`,
  ],
])('an order that breaks %s is not written', async (invariant, bug) => {
  const order = await domain.place()
  const { orders, faults } = startProcess(bug)

  await expect(orders.cancel(order, { actor: TESTER, reason: 'test' })).rejects.toThrow(invariant)

  expect(faults).toEqual([{ partnerId: domain.partnerId, invariant, ids: expect.any(String) }])
  expect(await findOrder(domain.db, order)).toMatchObject({ status: 'PENDING' })
})

test('an order that breaks wallet_hold_without_order is not placed', async () => {
  const { orders, faults } = startProcess((order) => {
    Object.assign(order, { walletId: 77 })
    return sql`update orders set wallet_id = 77 where order_no = ${order.orderNo}`
  })
  const invariant = 'wallet_hold_without_order'

  await expect(orders.place(domain.partnerId, anOrder())).rejects.toThrow(invariant)

  expect(faults).toEqual([{ partnerId: domain.partnerId, invariant, ids: 'wallet 77' }])
})
