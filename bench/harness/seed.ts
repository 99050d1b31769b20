import pg from 'pg'
import { partnerScopedId } from '../../src/core/mod.ts'
import { placeOrder, untilCompleted } from './orders.ts'
import type { BenchPartner } from './operator.ts'
import type { BenchService } from './service.ts'

const TRANSFERS_AT_ONCE = 500_000

/** The ids of accounts of a book, and the balance of its funds. */
interface Chart {
  readonly funds: string
  readonly issued: string | undefined
  readonly available: string
  readonly issuedAvailable: string
  readonly lastId: number
  readonly lastTransfer: string
  readonly lastOrder: string
}

/**
 * Inserts wallets and credits by SQL as the ledger would write them, so `ledger verify` accepts
 * them. Returns the ids of the wallets. Addresses are not sealed, because no figure opens one. A
 * new version of the book invalidates the service's cached book.
 */
export async function seedCredits(
  service: BenchService,
  { partnerId }: BenchPartner,
  { wallets, transfers }: { wallets: number; transfers: number },
): Promise<string[]> {
  const chart = await chartOf(service, partnerId)
  const walletBase = partnerScopedId(partnerId, chart.lastId + wallets)
  await inOneTransaction(service, async (client) => {
    await client.query(
      `insert into consumers (
         partner_id, consumer_id, full_name, email_blind, email_sealed, created_at)
       select $1, $2::bigint + n, 'Consumer ' || n, gen_random_uuid(), '', now()
       from generate_series(1, $3::bigint) as n`,
      [partnerId, partnerScopedId(partnerId, chart.lastId), wallets],
    )
    await client.query(
      `insert into wallets (
         partner_id, wallet_id, consumer_id, currency, wallet_type, created_at)
       select $1, $2::bigint + n, $3::bigint + n, 'USD', 'STANDARD', now()
       from generate_series(1, $4::bigint) as n`,
      [partnerId, walletBase, partnerScopedId(partnerId, chart.lastId), wallets],
    )
    await client.query(
      `insert into accounts (partner_id, account_id, kind, currency, credits_posted)
       select $1, $2::bigint + n, 'wallet', 'USD',
              $4::bigint / $3 + case when n <= $4::bigint % $3 then 1 else 0 end
       from generate_series(1, $3::bigint) as n`,
      [partnerId, walletBase, wallets, transfers],
    )
    for (let first = 0; first < transfers; first += TRANSFERS_AT_ONCE) {
      const last = Math.min(transfers, first + TRANSFERS_AT_ONCE)
      await client.query(CREDITS, [
        partnerId,
        chart.lastTransfer,
        chart.funds,
        walletBase,
        wallets,
        chart.available,
        first + 1,
        last,
      ])
    }
    await client.query(
      `update accounts set debits_posted = debits_posted + $3
       where partner_id = $1 and account_id = $2`,
      [partnerId, chart.funds, transfers],
    )
    await client.query(
      `update books set version = version + 1, last_id = last_id + 2 * $2::bigint,
                        last_transfer = last_transfer + $3::bigint
       where partner_id = $1`,
      [partnerId, wallets, transfers],
    )
  })
  return Array.from({ length: wallets }, (_, at) => String(walletBase + at + 1))
}

/** Transfer number n credits wallet 1 + (n - 1) mod wallets with one minor unit. */
const CREDITS = `
  insert into transfers (
    partner_id, transfer_no, debit_account, credit_account, amount, debit_available,
    credit_available, state, code, scope, reference, created_at)
  select $1, $2::bigint + n, $3::bigint, $4::bigint + 1 + (n - 1) % $5::bigint, 1,
         $6::bigint - n, 1 + (n - 1) / $5::bigint, 0, 6, 1, gen_random_uuid(), now()
  from generate_series($7::bigint, $8::bigint) as n`

/**
 * Inserts COMPLETED orders of one unit of 1.00, one a second up to now, after a real one. Returns
 * the id of their product. Their references are `order-` and their number.
 */
export async function seedOrders(
  service: BenchService,
  partner: BenchPartner,
  orders: number,
): Promise<number> {
  const { partnerId } = partner
  // The real order opens the accounts that orders need.
  const productId = await service.operator.newProduct('generator')
  await placeOrder(service, partner, { productId, quantity: 1 })
  await untilCompleted(service, partnerId)
  const chart = await chartOf(service, partnerId)
  const place = [partnerId, chart.lastTransfer, chart.lastOrder, orders]
  await inOneTransaction(service, async (client) => {
    await client.query(
      `update orders set created_at = created_at - make_interval(secs => $2::bigint + 1)
       where partner_id = $1`,
      [partnerId, orders],
    )
    await client.query(COMPLETED_ORDERS, place)
    await client.query(HOLDS_AND_CHARGES, [
      partnerId,
      chart.lastTransfer,
      orders,
      chart.funds,
      chart.issued,
      chart.available,
      chart.issuedAvailable,
    ])
    await client.query(
      `update accounts
       set debits_posted = debits_posted + case kind when 'funds' then 100 * $2::bigint else 0 end,
           credits_posted =
             credits_posted + case kind when 'issued' then 100 * $2::bigint else 0 end
       where partner_id = $1 and kind in ('funds', 'issued') and currency = 'USD'`,
      [partnerId, orders],
    )
    await client.query(
      `update books set version = version + 1, last_order = last_order + $2::bigint,
                        last_transfer = last_transfer + 2 * $2::bigint
       where partner_id = $1`,
      [partnerId, orders],
    )
  })
  return productId
}

/** Gives the seeded orders a line each. Each item reference has the same number of orders. */
export async function seedLines(
  service: BenchService,
  { partnerId }: BenchPartner,
  { orders, productId, groups }: { orders: number; productId: number; groups: number },
): Promise<void> {
  await inOneTransaction(service, async (client) => {
    await client.query(LINES, [partnerId, orders, productId, groups])
  })
}

const LINES = `
  insert into order_lines (
    partner_id, order_no, line_no, product_id, brand, product_type, product_currency,
    face_value_minor, quantity, first_item_no, unit_cost_minor, fx_rate, item_reference,
    is_irrevocable)
  select $1, 1 + n, 1, $3, 'Bench', 'GIFT_CARD', 'USD', 100, 1, 1, 100, 1,
         'row-' || n % $4::bigint, false
  from generate_series(1, $2::bigint) as n`

const COMPLETED_ORDERS = `
  insert into orders (
    partner_id, order_no, client_reference, fingerprint, currency, total_minor, unit_count, status,
    previous_status, status_since, hold_no, charged_minor, created_at, completed_at)
  select $1, $3::bigint + n, 'order-' || $3::bigint + n, sha256(int8send(n)), 'USD', 100, 1,
         'COMPLETED', 'PROCESSING', at.placed_at, $2::bigint + 2 * n - 1, 100, at.placed_at,
         at.placed_at
  from generate_series(1, $4::bigint) as n
  cross join lateral (
    select date_trunc('second', now()) - make_interval(secs => $4 - n) as placed_at) as at`

/** Inserts the hold of each order, and the transfer that posts it. */
const HOLDS_AND_CHARGES = `
  insert into transfers (
    partner_id, transfer_no, debit_account, credit_account, amount, debit_available,
    credit_available, pending_no, state, code, created_at)
  select $1, $2::bigint + 2 * n - 1 + ends, $4::bigint, $5::bigint, 100, $6::bigint - 100 * n,
         $7::bigint + 100 * (n - 1 + ends), case ends when 1 then $2::bigint + 2 * n - 1 end,
         1 + ends, 3 + ends,
         now()
  from generate_series(1, $3::bigint) as n cross join generate_series(0, 1) as ends`

async function chartOf({ db }: BenchService, partnerId: number): Promise<Chart> {
  const { rows } = await db.query<Chart>(
    `select funds.account_id as funds, issued.account_id as issued,
            funds.credits_posted - funds.debits_posted - funds.debits_pending as available,
            coalesce(issued.credits_posted - issued.debits_posted, 0) as "issuedAvailable",
            b.last_id::integer as "lastId", b.last_transfer as "lastTransfer",
            b.last_order as "lastOrder"
     from books b
     join accounts funds on funds.partner_id = b.partner_id and funds.kind = 'funds'
     left join accounts issued on issued.partner_id = b.partner_id and issued.kind = 'issued'
     where b.partner_id = $1`,
    [partnerId],
  )
  const [chart] = rows
  if (!chart) throw new Error('a partner with funds has a chart')
  return chart
}

async function inOneTransaction(
  { db }: BenchService,
  work: (client: pg.PoolClient) => Promise<void>,
): Promise<void> {
  const client = await db.connect()
  await client.query('begin')
  await work(client)
  await client.query('commit')
  // As after an autovacuum, so that neither side pays for the first read of new rows.
  await client.query('vacuum (analyze)')
  await client.query('checkpoint')
  client.release()
}
