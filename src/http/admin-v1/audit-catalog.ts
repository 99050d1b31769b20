import { recordAudit, type Actor, type AuditValue, type ValueOut } from '../../audit/mod.ts'
import { transact, type Tx, type Writer } from '../../db/mod.ts'
import type { Context } from '../context.ts'

interface CatalogEntry {
  readonly actor: Actor
  readonly action: string
  readonly target: string
  readonly valueOut: ValueOut | 'none'
  readonly reason: string | undefined
  readonly before?: object
  readonly after: object
  readonly at: number
}

export function productTarget(productId: number): string {
  return `product:${productId}`
}

/** Records a change of products or rates, in the transaction that makes the change. */
export function auditCatalog(tx: Writer, { before, after, ...entry }: CatalogEntry): void {
  recordAudit(tx, { ...entry, before: before && jsonOf(before), after: jsonOf(after) })
}

/**
 * Changes the catalog and records that, in one transaction, and makes all processes read the new
 * catalog. Returns what the response shows: the `after` of the entry that `change` returns.
 */
export async function changeCatalog<After extends object>(
  { db, clock, catalog }: Pick<Context, 'db' | 'clock' | 'catalog'>,
  act: Pick<CatalogEntry, 'actor' | 'reason'>,
  change: (
    tx: Tx,
    at: number,
  ) => Promise<Omit<CatalogEntry, 'actor' | 'reason' | 'at'> & { readonly after: After }>,
): Promise<After> {
  const at = clock.now()
  const { after } = await transact(db, async (tx) => {
    const entry = await change(tx, at)
    auditCatalog(tx, { ...act, ...entry, at })
    return entry
  })
  catalog.changed()
  return after
}

/** Returns a value as a response would show it. */
export function jsonOf(value: object): AuditValue {
  return JSON.parse(JSON.stringify(value))
}
