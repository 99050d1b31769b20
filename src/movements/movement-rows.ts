import { dateAt, type Label, type Metadata } from '../core/mod.ts'
import { sql, type Statement, type TransfersRow } from '../db/mod.ts'

/**
 * The columns that every list of movements shows. Instants are in milliseconds, because dates cost
 * more to parse.
 */
export interface MovementBasics extends Pick<TransfersRow, 'transfer_no' | 'amount' | 'reference'> {
  code: number
  at_ms: number
  is_debit: boolean
  wallet_id: bigint | null
  order_no: bigint | null
  ordered_ms: number | null
  case_id: bigint | null
  deposit_no: bigint | null
}

/** A movement with the parts of a charge. */
export interface PricedMovement extends MovementBasics {
  /** Below zero for a surcharge. */
  readonly discount: bigint | null
  readonly fee: bigint | null
}

export interface MovementRow extends PricedMovement, Pick<TransfersRow, 'pending_no' | 'memo'> {
  currency: string
  is_posted: boolean
  available: bigint
  hold_amount: bigint | null
  metadata: Metadata | null
}

/** An account of a partner in one currency: its funds, or the money set aside for its links. */
export interface FundsAccount {
  readonly partnerId: number
  readonly account: bigint
}

/** A range of transfer numbers, both included. */
export interface Numbers {
  readonly first: number
  readonly last: number
}

/**
 * Returns the movements of the partner's funds that `selected` has: rows of `transfers` with all
 * columns.
 */
export function movements(partnerId: number, selected: Statement<unknown>): Statement<MovementRow> {
  return sql`
    select ${basics()}, ${PRICE}, f.currency, t.pending_no, t.memo, t.metadata,
      t.state in (0, 2) as is_posted,
      case when t.debit_account = f.account_id then t.debit_available
           else t.credit_available end as available,
      hold.amount as hold_amount
    from (${selected}) as t
    join accounts f on f.partner_id = ${partnerId} and f.kind = 'funds'
      and f.account_id in (t.debit_account, t.credit_account)
    left join transfers hold on hold.partner_id = ${partnerId} and hold.transfer_no = t.pending_no
    ${joins(partnerId)}
    ${joinPrice(partnerId)}
    order by t.transfer_no desc`
}

/** Repeats the condition of the index `transfers_labelled`, so that PostgreSQL uses it. */
export function isLabelled(row: Statement<unknown>, { key, value }: Label): Statement<unknown> {
  return sql`
    ${row}.metadata is not null
    and ${row}.metadata @> jsonb_build_object(${key}::text, ${value}::text)`
}

/** Returns the `count`th last transfer with metadata in a range. */
export function labelledBack(
  partnerId: number,
  { first, last }: Numbers,
  count: number,
): Statement<{ transfer_no: bigint }> {
  return sql`
    select transfer_no from transfers
    where partner_id = ${partnerId} and transfer_no between ${first} and ${last}
      and metadata is not null
    order by transfer_no desc limit 1 offset ${count - 1}`
}

/**
 * Holds of this many transfers before the chunk are read along with it, to find the orders of its
 * charges.
 */
const HOLDS_BEFORE = 500

/**
 * Returns the movements that changed the balance of this account, oldest first. The discount and
 * the fee of a charge are separate rows right after it, even if the charge is the last row of the
 * range: joining them took a seventh of PostgreSQL's time.
 *
 * The orders of most charges are a range of holds, which is read at once. A full join is always a
 * hash or a merge join. So the planner, which cannot know how many orders the range has, never
 * compares each charge with each order. For charges of older holds, the order is looked up.
 */
export function statementMovements(
  { partnerId, account }: FundsAccount,
  { first, last }: Numbers,
): Statement<MovementBasics> {
  const firstHold = Math.max(1, first - HOLDS_BEFORE)
  return sql`
    select ${basics()}
    from (
      select *, ${account}::bigint as account_id from transfers
      where partner_id = ${partnerId} and transfer_no between ${first} and ${last + 2}
        and (code in (10, 11, 12)
          or transfer_no <= ${last}
            and state in (0, 2) and ${account} in (debit_account, credit_account))) as t
    full join (
      select hold_no, order_no, client_reference, created_at from orders
      where partner_id = ${partnerId} and hold_no between ${firstHold} and ${last}
      offset 0) as near on near.hold_no = t.pending_no
    left join orders far on far.partner_id = ${partnerId}
      and far.hold_no = case when t.pending_no < ${firstHold} then t.pending_no end
    cross join lateral (
      select coalesce(near.order_no, far.order_no) as order_no,
        coalesce(near.client_reference, far.client_reference) as client_reference,
        coalesce(near.created_at, far.created_at) as created_at) as o
    cross join lateral (select t.account_id) as f
    ${joinCauses(partnerId, sql`c.order_no`)}
    where coalesce(t.transfer_no, 0) > 0
    order by t.transfer_no`
}

/** Many movements as two texts. */
export interface MovementTexts {
  /**
   * One line for each movement, `(a,b,...)`, with empty fields for null. Null if there is no
   * movement.
   */
  readonly lines: string | null
  /** A JSON array with the reference of each movement. */
  readonly references_json: string | null
}

/**
 * Returns the movements of a statement as text, for which the driver needs a quarter of the time of
 * rows. References are a separate array, because they can contain any character.
 */
export function statementTexts(account: FundsAccount, numbers: Numbers): Statement<MovementTexts> {
  return sql`
    select string_agg(row(m.transfer_no, m.code, m.amount, m.at_ms::bigint, m.is_debit,
        m.wallet_id, m.order_no, m.ordered_ms::bigint, m.case_id, m.deposit_no)::text,
        ${'\n'}) as lines,
      json_agg(m.reference)::text as references_json
    from (${statementMovements(account, numbers)}) as m`
}

/** Columns of the movement `t` of the funds `f`. */
function basics(): Statement<unknown> {
  return sql`
    t.transfer_no, t.code, t.amount, date_part('epoch', t.created_at) * 1000 as at_ms,
    coalesce(
      o.client_reference, other.client_reference,
      case when t.code in (15, 16) then t.memo when t.code <> 13 then t.reference end) as reference,
    t.debit_account = f.account_id as is_debit,
    case t.code when 6 then t.credit_account when 8 then t.credit_account
                when 7 then t.debit_account end as wallet_id,
    coalesce(o.order_no, other.order_no) as order_no,
    date_part('epoch', coalesce(o.created_at, other.created_at)) * 1000 as ordered_ms,
    c.case_id, r.deposit_no`
}

const PRICE = sql.raw(
  `case one.code when 10 then one.amount when 11 then -one.amount end as discount,
   case when one.code = 12 then one.amount when one.code in (10, 11) then two.amount end as fee`,
)

/**
 * Joins the order, case or deposit of a movement. Keys that are null for other kinds save lookups
 * in their indexes. An order that was suspended has had several holds; its charge belongs to the
 * last one.
 */
function joins(partnerId: number): Statement<unknown> {
  return sql`
    left join orders o on o.partner_id = ${partnerId}
      and o.hold_no = case when t.code = 3 then t.transfer_no else t.pending_no end
    left join order_holds h on h.partner_id = ${partnerId}
      and h.hold_no = case when t.code = 3 then t.transfer_no else t.pending_no end
    ${joinCauses(partnerId, sql`coalesce(c.order_no, h.order_no)`)}`
}

/** Joins the case of a refund, the deposit of a reversal, and the order with this number. */
function joinCauses(partnerId: number, orderNo: Statement<unknown>): Statement<unknown> {
  return sql`
    left join cases c on c.partner_id = ${partnerId} and c.transfer_no = t.transfer_no
      and c.order_no = case when t.code = 13 then split_part(t.reference, ':', 1)::bigint end
    left join orders other on other.partner_id = ${partnerId} and other.order_no = ${orderNo}
    left join deposit_reversals r on r.partner_id = ${partnerId}
      and r.transfer_no = case when t.code = 2 then t.transfer_no end`
}

/** Joins the discount and the fee of a charge, which are the transfers right after it. */
function joinPrice(partnerId: number): Statement<unknown> {
  return sql`
    left join transfers one on one.partner_id = ${partnerId} and one.code in (10, 11, 12)
      and one.transfer_no = case when t.code = 4 then t.transfer_no + 1 end
    left join transfers two on two.partner_id = ${partnerId} and two.code = 12
      and two.transfer_no = case when one.code in (10, 11) then t.transfer_no + 2 end`
}

/**
 * Returns the number of the first transfer at an instant or later, by bisection of the numbers.
 * Where transfers were removed, reads the next one; the last one of a book is never removed.
 */
export function firstTransferFrom(partnerId: number, ms: number): Statement<{ first: bigint }> {
  return sql`
    with recursive halved(low, high) as (
      select 1::bigint, last_transfer + 1 from books where partner_id = ${partnerId}
      union all
      select case when is_before then next_no + 1 else low end,
             case when is_before then high else (low + high) / 2 end
      from halved cross join lateral (
        select transfer_no as next_no, created_at < ${dateAt(ms)} as is_before from transfers
        where partner_id = ${partnerId} and transfer_no >= (low + high) / 2
        order by transfer_no limit 1) as middle
      where low < high)
    select low as first from halved where low = high`
}
