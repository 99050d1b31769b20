import type { Page, PageRequest } from '../core/mod.ts'
import { oneRow, type Db } from '../db/mod.ts'
import type { ProductAccount } from './account.ts'
import { OPEN_MS } from './circuits.ts'
import { countHealth, pageOfHealth } from './health-rows.ts'

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

/** Returns a page of suppliers that were called, by product. */
export async function listSupplierHealth(
  db: Db,
  {
    now,
    circuit,
    ...page
  }: PageRequest & { now: number; circuit?: SupplierHealth['circuit'] | undefined },
): Promise<Page<SupplierHealth>> {
  const filter = { circuit, halfOpenSince: now - OPEN_MS }
  const { total } = await oneRow(db, countHealth(filter))
  const rows = await db.rows(pageOfHealth(filter, page))
  const health = rows.map((row): SupplierHealth => {
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
  })
  return { rows: health, total: Number(total) }
}
