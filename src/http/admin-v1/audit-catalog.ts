import { recordAudit, type Actor, type AuditValue, type ValueOut } from '../../audit/mod.ts'
import type { Writer } from '../../db/mod.ts'

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

/**
 * Records a change of products or rates in the transaction that makes it, as the response shows it.
 */
export function auditCatalog(tx: Writer, { before, after, ...entry }: CatalogEntry): void {
  recordAudit(tx, { ...entry, before: before && jsonOf(before), after: jsonOf(after) })
}

/** Returns a value as a response would show it. */
export function jsonOf(value: object): AuditValue {
  return JSON.parse(JSON.stringify(value))
}
