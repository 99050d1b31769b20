import { dateAt, MS_PER_DAY, MS_PER_HOUR } from '../core/mod.ts'
import { sql, type Statement } from '../db/mod.ts'
import type { Money } from './adapter.ts'
import { type ClaimedCreate, type Create, type CreateKey, isThis } from './create-rows.ts'
import { dueAfter } from './release-rows.ts'

/** The state of a create, as read from its locked row. */
export interface LockedCreate {
  readonly status: Create['status']
  readonly closed_at: Date | null
  readonly released: boolean
  readonly kept: Buffer | null
}

export function lockCreate(create: CreateKey): Statement<LockedCreate> {
  return sql`
    select status, closed_at, released, kept from supplier_creates
    where ${isThis(create)} for update`
}

/**
 * Returns whether the batch of a create has other units. A worker that locked this create first may
 * have bought them again. A supplier without creates, such as our stock, may have delivered them.
 */
export function selectIsBoughtAnew(create: CreateKey): Statement<{ is_anew: boolean }> {
  const { partnerId, orderNo, batchNo } = create
  return sql`
    select exists (
      select from supplier_creates own
      join supplier_creates other using (partner_id, order_no, batch_no)
      where ${isThis(create, 'own')}
        and case when other.first_unit = own.first_unit then other.create_no > own.create_no
          else other.first_unit < own.first_unit + own.quantity
            and other.first_unit + other.quantity > own.first_unit
            and other.begun_at > own.begun_at end)
      or exists (
        select from supplier_creates
        where ${isThis(create)} and status in ('PLACING', 'PLACED', 'REFUSED', 'CLOSED'))
      and exists (
        select from issued_segments
        where partner_id = ${partnerId} and order_no = ${orderNo} and batch_no = ${batchNo})
        as is_anew`
}

interface DoneCreate {
  readonly theirs: string
  readonly kept: Buffer
  readonly charged: Money | undefined
  /** When the create is checked again. */
  readonly dueAt: number
}

/**
 * Stores the units of a create, which the caller has locked: to be delivered, or as `STOCKED` to be
 * put into stock. The supplier's delivery overrides how a person has closed the create.
 */
export function setUnits(
  create: CreateKey,
  status: 'DONE' | 'STOCKED',
  { theirs, kept, charged, dueAt }: DoneCreate,
): Statement<never> {
  return sql`
    update supplier_creates
    set status = ${status}, theirs = ${theirs}, kept = ${kept},
        cost = ${charged?.amount ?? null}::numeric, cost_currency = ${charged?.currency ?? null},
        unsure_until = null, fault = null, faulted_at = null, closed_at = null,
        due_at = ${dateAt(dueAt)}
    where ${isThis(create)}`
}

/** Leaves a create that has ended to a person, with its fault. */
export function leaveToPerson(create: CreateKey, fault: string, now: number): Statement<never> {
  return sql`
    update supplier_creates set fault = ${fault}, faulted_at = ${dateAt(now)}, due_at = null
    where ${isThis(create)}`
}

/**
 * Marks a create that is DONE as taken back. Returns no row if it is not DONE. Its units stay
 * stored, because somebody may open a case.
 */
export function markReversed(
  create: CreateKey,
  fault: string,
  now: number,
): Statement<{ create_no: number }> {
  return sql`
    update supplier_creates
    set status = 'REVERSED', fault = ${fault}, faulted_at = ${dateAt(now)},
        due_at = ${dateAt(now + RETENTION_MS)}
    where ${isThis(create)} and status = 'DONE' and not released
    returning create_no`
}

/**
 * Sets when a create is checked again; undefined: never. A release sets its own time; see
 * `dueAfter`.
 */
export function setDue(
  create: ClaimedCreate,
  at: number | undefined,
  now: number,
): Statement<never> {
  return sql`
    update supplier_creates set due_at = ${dueAfter(create, at, now)}
    where ${isThis(create)} and due_at is not null
      and (status in ('CLOSED', 'REVERSED', 'REFUSED')
        or status in ('PLACED', 'DONE') and not released)`
}

/** Ends a create whose units were to be stocked. Returns no row if another worker has ended it. */
export function endStocking(create: CreateKey): Statement<{ create_no: number }> {
  return sql`
    update supplier_creates set kept = null, due_at = null
    where ${isThis(create)} and status = 'STOCKED' and kept is not null
    returning create_no`
}

/**
 * The time for which a create keeps its units after the end of its order. The units are delivered
 * by then.
 */
const RETENTION_MS = 30 * MS_PER_DAY

/**
 * Deletes the units of a create whose order ended long ago, unless a person must still look at it.
 * Returns no row if the units stay.
 */
export function forgetUnits(create: CreateKey, now: number): Statement<{ create_no: number }> {
  const { partnerId, orderNo } = create
  return sql`
    update supplier_creates set kept = null, due_at = null
    where ${isThis(create)} and fault is null
      and (status = 'REVERSED' or status = 'DONE' and not released)
      and exists (
        select from orders o
        where o.partner_id = ${partnerId} and o.order_no = ${orderNo}
          and o.status in ('COMPLETED', 'CANCELLED')
          and o.status_since <= ${dateAt(now - RETENTION_MS)})
    returning create_no`
}

/**
 * The time in which purchases are checked, three times each, at a supplier that may take them back.
 * A check that is late, for example after an outage, is still made within this time.
 */
export const CHECKED_MS = RETENTION_MS
const CHECKS_MS = [MS_PER_HOUR, MS_PER_DAY, 7 * MS_PER_DAY]

/** Returns when a create that was sent at `since` and is done is checked again. */
export function nextCheck(since: number, now: number, isReversible: boolean): number {
  const checks = isReversible ? CHECKS_MS.map((after) => since + after) : []
  return [...checks, since + RETENTION_MS].find((at) => at > now) ?? now + MS_PER_DAY
}
