import { dateAt } from '../core/mod.ts'
import { list, sql, type SupplierHealthRow } from '../db/mod.ts'
import type { ProductAccount } from './account.ts'
import { OPEN_MS } from './circuits.ts'

export const CIRCUITS = ['closed', 'open', 'half_open'] as const

/** The health of a product at an account of a supplier. Instants in milliseconds. */
export interface SupplierHealth extends ProductAccount {
  /** half_open: the next call decides. */
  readonly circuit: (typeof CIRCUITS)[number]
  readonly circuitSince: number | undefined
  /** When the counts of calls with a response, and of failed calls, begin. */
  readonly countedSince: number | undefined
  readonly answered: number
  readonly failed: number
  readonly lastFault: string | undefined
  readonly lastFaultAt: number | undefined
  readonly unfundedSince: number | undefined
}

/** `now` is in milliseconds. `state`, if set, selects rows whose circuit is in it. */
interface HealthFilter {
  readonly now: number
  readonly circuit?: SupplierHealth['circuit'] | undefined
}

/** Returns a page of suppliers that were called, by product. */
export const listSupplierHealth = list({
  from: 'supplier_health',
  columns: sql`
    product_id, supplier, account, circuit, circuit_state, circuit_since, counted_since, answered,
    failed, last_fault, last_fault_at, unfunded_since, changed_at`,
  where: ({ now, circuit }: HealthFilter) => {
    if (circuit === undefined) return []
    const isOpen = sql`circuit_state is not distinct from 'open'`
    if (circuit === 'closed') return [sql`not (${isOpen})`]
    const isOver = sql`coalesce(circuit_since <= ${dateAt(now - OPEN_MS)}, false)`
    return [isOpen, circuit === 'half_open' ? isOver : sql`not ${isOver}`]
  },
  order: 'product_id, supplier, account',
  sorts: {
    productId: ['product_id', 'supplier', 'account'],
    answered: ['answered', 'product_id', 'supplier', 'account'],
    failed: ['failed', 'product_id', 'supplier', 'account'],
    lastFaultAt: [`coalesce(last_fault_at, '-infinity')`, 'product_id', 'supplier', 'account'],
  },
  to: toHealth,
})

function toHealth(row: SupplierHealthRow, { now }: HealthFilter): SupplierHealth {
  const since = row.circuit_since?.getTime()
  const isOver = since !== undefined && since + OPEN_MS <= now
  return {
    productId: row.product_id,
    supplier: row.supplier,
    account: row.account,
    circuit: row.circuit_state !== 'open' ? 'closed' : isOver ? 'half_open' : 'open',
    circuitSince: since,
    countedSince: row.counted_since?.getTime(),
    answered: row.answered,
    failed: row.failed,
    lastFault: row.last_fault ?? undefined,
    lastFaultAt: row.last_fault_at?.getTime(),
    unfundedSince: row.unfunded_since?.getTime(),
  }
}
