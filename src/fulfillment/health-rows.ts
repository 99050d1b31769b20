import { dateAt } from '../core/mod.ts'
import { insertRow, sql, type Statement, type SupplierHealthRow } from '../db/mod.ts'
import { FAULT_LENGTH_MAX, type ProductAccount } from './account.ts'

export type CircuitRow = Pick<
  SupplierHealthRow,
  'product_id' | 'supplier' | 'account' | 'circuit' | 'circuit_state' | 'changed_at'
>

/** Calls are counted per hour. */
const COUNTED_SECONDS = 3_600
/**
 * Rows of this many seconds are read again: their transactions may have committed after the last
 * read.
 */
const LATE_SECONDS = 10

export function changedCircuits(since: Date): Statement<CircuitRow> {
  return sql`
    select product_id, supplier, account, circuit, circuit_state, changed_at
    from supplier_health
    where changed_at > ${since}::timestamptz - make_interval(secs => ${LATE_SECONDS})
    order by changed_at`
}

/** Saves a circuit that opened or closed. */
export function saveCircuit(
  { productId, supplier, account }: ProductAccount,
  { isOpen, state, at }: { isOpen: boolean; state: unknown; at: number },
): Statement<{ changed_at: Date }> {
  const circuit = state === undefined ? null : JSON.stringify(state)
  const inserted = insertRow<SupplierHealthRow>('supplier_health', {
    product_id: productId,
    supplier,
    account,
    circuit,
    circuit_state: isOpen ? 'open' : 'closed',
    circuit_since: dateAt(at),
    changed_at: sql`clock_timestamp()`,
  })
  return sql`
    ${inserted}
    on conflict (product_id, supplier, account) do update
    set circuit = excluded.circuit, circuit_state = excluded.circuit_state,
        circuit_since = excluded.circuit_since, changed_at = excluded.changed_at
    returning changed_at`
}

export interface Counts {
  readonly answered: number
  readonly failed: number
  readonly fault: string | undefined
  readonly at: number
}

/** Adds counts, or starts over if the hour has ended. */
export function addCounts(
  { productId, supplier, account }: ProductAccount,
  { answered, failed, fault, at }: Counts,
): Statement<never> {
  const last = fault?.slice(0, FAULT_LENGTH_MAX) ?? null
  const isOver = sql`
    (existing.counted_since is null or existing.counted_since
      < excluded.counted_since - make_interval(secs => ${COUNTED_SECONDS}))`
  return sql`
    insert into supplier_health as existing (
      product_id, supplier, account, counted_since, answered, failed, last_fault, last_fault_at,
      changed_at)
    values (
      ${productId}, ${supplier}, ${account}, ${dateAt(at)}, ${answered}, ${failed}, ${last},
      case when ${last}::text is not null then ${dateAt(at)}::timestamptz end, clock_timestamp())
    on conflict (product_id, supplier, account) do update
    set answered = excluded.answered + case when ${isOver} then 0 else existing.answered end,
        failed = excluded.failed + case when ${isOver} then 0 else existing.failed end,
        counted_since =
          case when ${isOver} then excluded.counted_since else existing.counted_since end,
        last_fault = coalesce(excluded.last_fault, existing.last_fault),
        last_fault_at = coalesce(excluded.last_fault_at, existing.last_fault_at)`
}
