import { dateAt, dateOrNull } from '../core/mod.ts'
import { sql, type Statement, type SupplierCreatesRow } from '../db/mod.ts'
import {
  type BatchKey,
  type IssueRequest,
  keyTable,
  type LeasedKey,
  ownLease,
} from '../supply/mod.ts'
import type { Fields } from './adapter.ts'
import type { CreateState, CreateStatus } from './machine.ts'
import type { ShownExchange } from './shown-exchange.ts'

/** Identifies a create: its units in the batch, and the number of the attempt to buy them. */
export interface CreateKey extends BatchKey {
  /** The number, in the batch, of the first unit that the create buys; from 1. */
  readonly firstUnit: number
  readonly createNo: number
  /**
   * A random UUID, not a number: a database that has lost its last commits would give out a number
   * twice.
   */
  readonly reference: string
}

/** One create at a supplier, which may not be sent yet. Instants are milliseconds. */
export interface Create extends CreateKey, Omit<CreateState, 'status'> {
  readonly status: CreateStatus | 'STOCKED' | 'CLOSED'
  readonly accountId: number | null
  readonly productId: number
  readonly currency: string
  readonly faceValueMinor: bigint
  readonly quantity: number
  readonly settings: Fields
  readonly offer: Fields
  readonly sendNo: number
  readonly kept: Buffer | undefined
  readonly released: boolean
  /** When a person closed it. */
  readonly closedAt: number | undefined
}

/** A due create that this process has claimed until `claimedUntil`. */
export interface ClaimedCreate extends Create {
  readonly claimedUntil: number
}

const COLUMNS = sql.raw(
  `partner_id, order_no, batch_no, first_unit, create_no, account_id, reference, product_id,
   currency, face_value_minor, quantity, settings, offer, status, send_no, first_sent_at, sent_at,
   unsure_until, theirs, kept, released, closed_at, refused_for`,
)

export type CreateRow = Omit<
  SupplierCreatesRow,
  'cost' | 'cost_currency' | 'due_at' | 'begun_at' | 'fault' | 'faulted_at' | 'exchanges'
>

export function toCreate(row: CreateRow): Create {
  return {
    partnerId: row.partner_id,
    orderNo: Number(row.order_no),
    batchNo: row.batch_no,
    firstUnit: row.first_unit,
    createNo: row.create_no,
    accountId: row.account_id,
    reference: row.reference,
    productId: row.product_id,
    currency: row.currency,
    faceValueMinor: row.face_value_minor,
    quantity: row.quantity,
    settings: row.settings as Fields,
    offer: (row.offer ?? {}) as Fields,
    status: row.status as Create['status'],
    sendNo: row.send_no,
    firstSentAt: row.first_sent_at?.getTime(),
    sentAt: row.sent_at?.getTime(),
    refusedFor: (row.refused_for ?? undefined) as Create['refusedFor'],
    unsureUntil: row.unsure_until?.getTime(),
    theirs: row.theirs ?? undefined,
    kept: row.kept ?? undefined,
    released: row.released,
    closedAt: row.closed_at?.getTime(),
  }
}

/** Returns the last create of each part of these batches, in the order of their units. */
export function lastCreates(keys: readonly BatchKey[]): Statement<CreateRow> {
  return sql`
    select distinct on (partner_id, order_no, batch_no, first_unit) ${COLUMNS}
    from ${keyTable(keys)} join supplier_creates using (partner_id, order_no, batch_no)
    order by partner_id, order_no, batch_no, first_unit, create_no desc`
}

export interface NewCreate {
  readonly request: IssueRequest
  readonly accountId: number
  readonly firstUnit: number
  readonly createNo: number
  readonly quantity: number
  readonly settings: Fields
  readonly reference: string
  readonly now: number
}

/**
 * Inserts a create. Returns no row if another worker was first or has leased the batch since, or if
 * the batch was released. A further create of the same units is inserted under the lock of the
 * previous create, which a release also takes.
 */
export function insertCreate(create: NewCreate): Statement<CreateRow> {
  const { request, firstUnit, createNo } = create
  const { partnerId, orderNo, batchNo } = request
  const before =
    createNo === 1
      ? sql``
      : sql`cross join (
          select from supplier_creates
          where partner_id = ${partnerId} and order_no = ${orderNo} and batch_no = ${batchNo}
            and first_unit = ${firstUnit} and create_no = ${createNo - 1} and not released
            and status in ('REFUSED', 'CLOSED', 'REVERSED', 'STOCKED')
          for update) as before`
  return sql`
    insert into supplier_creates (
      partner_id, order_no, batch_no, first_unit, create_no, account_id, reference, product_id,
      currency, face_value_minor, quantity, settings, offer, status, begun_at)
    select ${partnerId}::integer, ${orderNo}::bigint, ${batchNo}::integer, ${firstUnit}::integer,
           ${createNo}::integer, ${create.accountId}::integer, ${create.reference}::uuid,
           ${request.productId}::integer, ${request.currency}::text,
           ${request.faceValueMinor}::bigint, ${create.quantity}::integer,
           ${JSON.stringify(create.settings)}::jsonb,
           ${request.offer ? JSON.stringify(request.offer) : null}::jsonb,
          'PLACING', ${dateAt(create.now)}::timestamptz
    from ${ownLease(request)} ${before}
    where not exists (
      select from supplier_creates
      where partner_id = ${partnerId} and order_no = ${orderNo} and batch_no = ${batchNo}
        and released)
    on conflict do nothing
    returning ${COLUMNS}`
}

/**
 * Records that a create is about to be sent. Returns no row if it is not open any more, if another
 * worker has sent it or leased its batch since, or if it was released before it was ever sent.
 */
export function beginSending(
  create: Create,
  lease: Pick<LeasedKey, 'leaseEpoch'>,
  { now, unsureUntil }: { readonly now: number; readonly unsureUntil: number },
): Statement<CreateRow> {
  return sql`
    update supplier_creates
    set send_no = send_no + 1, sent_at = ${dateAt(now)}, refused_for = null,
        first_sent_at = coalesce(first_sent_at, ${dateAt(now)}),
        unsure_until = greatest(unsure_until, ${dateAt(unsureUntil)})
    from ${ownLease({ ...create, ...lease })}
    where ${isThis(create)} and status in ('PLACING', 'PLACED') and send_no = ${create.sendNo}
      and (sent_at is not null or not released)
    returning ${COLUMNS}`
}

/**
 * Records that the last request was refused, and that a look-up must find out whether another copy
 * of it was done. Returns no row if the create has ended, or was sent again.
 */
export function recordRefusal(create: Create, why: string): Statement<CreateRow> {
  return sql`
    update supplier_creates set refused_for = ${why}
    where ${isThis(create)} and status = 'PLACING' and send_no = ${create.sendNo}
    returning ${COLUMNS}`
}

/** Removes the record that a create was sent, because the request did nothing. */
export function forgetSending(
  create: Create,
  before: Pick<Create, 'unsureUntil' | 'sentAt' | 'firstSentAt'>,
): Statement<never> {
  return sql`
    update supplier_creates
    set unsure_until = ${dateOrNull(before.unsureUntil)}, sent_at = ${dateOrNull(before.sentAt)},
        first_sent_at = ${dateOrNull(before.firstSentAt)}, refused_for = null
    where ${isThis(create)} and status = 'PLACING' and send_no = ${create.sendNo}`
}

/**
 * Records that the supplier has the create, even if it counted as refused. If its units were bought
 * again since, the later create goes on by itself. A question to a person about this create stays
 * open.
 */
export function markPlaced(
  create: CreateKey,
  theirs: string | undefined,
  now: number,
): Statement<never> {
  return sql`
    update supplier_creates
    set status = 'PLACED', theirs = coalesce(${theirs ?? null}, theirs),
        due_at = case when status = 'REFUSED' then ${dateAt(now)}::timestamptz else due_at end
    where ${isThis(create)} and status in ('PLACING', 'PLACED', 'REFUSED')
      and (status <> 'PLACED' or theirs is distinct from coalesce(${theirs ?? null}, theirs))`
}

/** Withdraws the question to a person: the supplier is working on it. */
export function withdrawFault(create: CreateKey): Statement<never> {
  return sql`
    update supplier_creates set fault = null, faulted_at = null
    where ${isThis(create)} and status = 'PLACED' and fault is not null`
}

/**
 * Records that the create did nothing. It is looked up again at `dueAt`, if that is set. Returns no
 * row if it has ended, or if another worker has sent it since: an earlier sender does not know the
 * outcome of a later request.
 */
export function markRefused(
  create: Create,
  status: 'REFUSED' | 'REVERSED' = 'REFUSED',
  dueAt?: number,
): Statement<{ create_no: number }> {
  return sql`
    update supplier_creates
    set status = ${status}, unsure_until = null, fault = null, faulted_at = null,
        due_at = ${dateOrNull(dueAt)}::timestamptz
    where ${isThis(create)} and status in ('PLACING', 'PLACED') and send_no = ${create.sendNo}
    returning create_no`
}

/** Leaves the create to a person, with a text about what is unclear; see `followUnclear`. */
export function askPerson(create: CreateKey, fault: string, now: number): Statement<never> {
  return sql`
    update supplier_creates set fault = ${fault}, faulted_at = ${dateAt(now)}
    where ${isThis(create)} and status in ('PLACING', 'PLACED', 'DONE') and closed_at is null
      and fault is distinct from ${fault}`
}

/** How many of a create's first requests are stored, and how many of its requests in all. */
const FIRST_EXCHANGES = 4
const EXCHANGES_MAX = 12

/**
 * Records a request and its response. If there are many, the first and the last ones are stored.
 */
export function appendExchange(create: CreateKey, exchange: ShownExchange): Statement<never> {
  return sql`
    update supplier_creates
    set exchanges = case when jsonb_array_length(exchanges) >= ${EXCHANGES_MAX}::integer
        then exchanges - ${FIRST_EXCHANGES}::integer else exchanges end
      || ${JSON.stringify([exchange])}::jsonb
    where ${isThis(create)}`
}

export function isThis(create: CreateKey, table?: 'own'): Statement<never> {
  const { partnerId, orderNo, batchNo, firstUnit, createNo, reference } = create
  const of = sql.raw(table === undefined ? '' : `${table}.`)
  return sql`partner_id = ${partnerId} and order_no = ${orderNo} and batch_no = ${batchNo}
    and ${of}first_unit = ${firstUnit} and ${of}create_no = ${createNo}
    and ${of}reference = ${reference}`
}

export const CREATE_COLUMNS = COLUMNS
