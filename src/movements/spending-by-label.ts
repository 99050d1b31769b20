import { storedCurrency, type Currency } from '../core/mod.ts'
import { sql, type Db, type Statement } from '../db/mod.ts'
import { archivedBefore, archivedUntil, TRANSFER_CODES } from '../ledger/mod.ts'
import type { Numbers } from './movement-rows.ts'
import { numbersAt } from './numbers-at.ts'

export interface SpendingQuery {
  readonly partnerId: number
  /** The key of the label, such as `team`. */
  readonly key: string
  readonly fromMs: number
  /** The end of the period, not included. */
  readonly beforeMs: number
}

/** The spending and the returns under one value of a label, in one currency. */
export interface LabelSpending {
  /** Undefined for spending without the label. */
  readonly value: string | undefined
  readonly currency: Currency
  readonly orders: bigint
  readonly chargedMinor: bigint
  /** Refunds of cases to the funds. */
  readonly refundedMinor: bigint
  readonly credits: bigint
  readonly creditedMinor: bigint
  /** Debits of wallets, which return money to the funds. */
  readonly debitedMinor: bigint
  readonly links: bigint
  readonly sentMinor: bigint
  /** Unclaimed amounts of links, which return to the funds. */
  readonly returnedMinor: bigint
  /** The amounts that left the funds, less those that returned. */
  readonly spentMinor: bigint
}

/**
 * Returns the spending in [from, before), by the value of a label and currency; spending without
 * the label comes last. The sums of all rows are the change of the funds by these movements.
 * Refuses archived if the period begins before the end of the removed transfers.
 */
export async function spendingByLabel(db: Db, query: SpendingQuery): Promise<LabelSpending[]> {
  const { partnerId, key, fromMs, beforeMs } = query
  const archivedMs = await archivedUntil(db, partnerId)
  if (archivedMs !== undefined && fromMs <= archivedMs) throw archivedBefore(archivedMs, 'from')
  const [first = 1, before = 1] = await numbersAt(db, partnerId, [fromMs, beforeMs])
  const numbers = { first, last: before - 1 }
  if (numbers.last < numbers.first) return []
  return (await db.rows(sumsByLabel(partnerId, key, numbers))).map(toSpending)
}

/** Sums are text: numeric, so that no sum overflows. */
interface LabelSums {
  value: string | null
  currency: string
  orders: bigint
  charged: string
  refunded: string
  credits: bigint
  credited: string
  debited: string
  links: bigint
  sent: string
  returned: string
}

function toSpending(row: LabelSums): LabelSpending {
  const out = { charged: BigInt(row.charged), credited: BigInt(row.credited) }
  const back = { refunded: BigInt(row.refunded), debited: BigInt(row.debited) }
  const [sentMinor, returnedMinor] = [BigInt(row.sent), BigInt(row.returned)]
  return {
    value: row.value ?? undefined,
    currency: storedCurrency(row.currency),
    orders: row.orders,
    chargedMinor: out.charged,
    refundedMinor: back.refunded,
    credits: row.credits,
    creditedMinor: out.credited,
    debitedMinor: back.debited,
    links: row.links,
    sentMinor,
    returnedMinor,
    spentMinor:
      out.charged + out.credited + sentMinor - back.refunded - back.debited - returnedMinor,
  }
}

const {
  order_charge: CHARGE,
  case_refund: REFUND,
  wallet_credit: CREDIT,
  initial_funds: INITIAL,
  wallet_debit: DEBIT,
  link_send: SEND,
  link_return: RETURN,
} = TRANSFER_CODES
const SPENDING = [CHARGE, REFUND, CREDIT, INITIAL, DEBIT, SEND, RETURN]

/**
 * Sums the movements of the funds by a label. Credits and debits have labels of their own; a charge
 * and a refund have those of their order, and a return those of its link. One transfer sets aside
 * the money of all links of a request. Because these may have different labels, the amount of each
 * link counts instead of the transfer.
 */
export function sumsByLabel(
  partnerId: number,
  key: string,
  { first, last }: Numbers,
): Statement<LabelSums> {
  return sql`
    with moved as (
      select t.transfer_no, t.code, t.amount, t.pending_no, t.reference, t.metadata, f.currency
      from transfers t
      join accounts f on f.partner_id = ${partnerId} and f.kind = 'funds'
        and f.account_id in (t.debit_account, t.credit_account)
      where t.partner_id = ${partnerId} and t.transfer_no between ${first} and ${last}
        and t.state in (0, 2) and t.code = any(${SPENDING}::smallint[])),
    labelled as (
      select m.code, m.currency, m.amount,
        coalesce(m.metadata, charged.metadata, refunded.metadata, l.metadata) as metadata
      from moved m
      left join orders charged on charged.partner_id = ${partnerId}
        and charged.hold_no = case when m.code = ${CHARGE} then m.pending_no end
      left join orders refunded on refunded.partner_id = ${partnerId}
        and refunded.order_no
          = case when m.code = ${REFUND} then split_part(m.reference, ':', 1)::bigint end
      left join link_returns r on r.partner_id = ${partnerId}
        and r.transfer_no = case when m.code = ${RETURN} then m.transfer_no end
      left join links l on l.partner_id = ${partnerId} and l.link_no = r.link_no
      where m.code <> ${SEND}
      union all
      select m.code, m.currency, l.sent_minor, l.metadata
      from moved m
      join link_batches b on b.partner_id = ${partnerId} and b.transfer_no = m.transfer_no
      join links l on l.partner_id = ${partnerId} and l.batch_no = b.batch_no
      where m.code = ${SEND})
    select metadata ->> ${key}::text as value, currency,
      count(*) filter (where code = ${CHARGE}) as orders, ${sumOf(CHARGE)} as charged,
      ${sumOf(REFUND)} as refunded,
      count(*) filter (where code in (${CREDIT}, ${INITIAL})) as credits,
      ${sumOf(CREDIT, INITIAL)} as credited, ${sumOf(DEBIT)} as debited,
      count(*) filter (where code = ${SEND}) as links, ${sumOf(SEND)} as sent,
      ${sumOf(RETURN)} as returned
    from labelled
    group by 1, 2
    order by 1 nulls last, 2`
}

function sumOf(...codes: readonly number[]): Statement<unknown> {
  return sql`coalesce(sum(amount) filter (where code = any(${codes}::smallint[])), 0)::text`
}
