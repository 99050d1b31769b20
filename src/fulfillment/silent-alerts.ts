import { openAlertsOf, resolveUnlessRaised, type Alert } from '../alerts/mod.ts'
import { dateAt, type Clock, MS_PER_MINUTE } from '../core/mod.ts'
import { oneRow, sql, type Database, type Statement } from '../db/mod.ts'
import { leadsTo, type ProductAccount, type SupplierAccount, type Suppliers } from './account.ts'
import { readRoutes } from './route-rows.ts'

export interface SilentContext {
  readonly db: Database
  readonly clock: Clock
  readonly suppliers: Suppliers
}

/**
 * An alert that was raised in the last minute may be raised again by the next call: a lookup comes
 * at least once a minute. Without this pause the alert would come and go.
 */
const QUIET_MS = MS_PER_MINUTE

/**
 * Resolves the alert about a supplier that is silent for a product once its cause is gone: the
 * product does not use the account any more; or the alert was not raised for a minute, and the
 * account has responded since (for another product, or to a poll of our float).
 */
export async function resolveSilent(context: SilentContext): Promise<void> {
  const { db, clock } = context
  for (const alert of (await openAlertsOf(db, 'supplier_silent')).values()) {
    const account = subjectIn(alert)
    if (account && (await isGone(context, account, alert)))
      await resolveUnlessRaised(db, alert, clock.now())
  }
}

async function isGone(
  { db, clock, suppliers }: SilentContext,
  account: ProductAccount,
  { lastSeenAt }: Alert,
): Promise<boolean> {
  const routes = (await readRoutes(db, [account.productId])).get(account.productId) ?? []
  if (!leadsTo(suppliers, routes, account)) {
    const bound = await db.rows(boundTo(account))
    if (!leadsTo(suppliers, bound, account)) return true
  }
  if (clock.now() - lastSeenAt <= QUIET_MS) return false
  return (await oneRow(db, hasResponded(account, lastSeenAt))).any
}

/** Returns the account that batches are bound to, even if the product has other suppliers now. */
function boundTo({
  productId,
  supplier,
}: ProductAccount): Statement<{ supplier: string; settings: Record<string, unknown> }> {
  return sql`
    select distinct supplier, coalesce(supplier_settings, '{}') as settings
    from fulfillments
    where product_id = ${productId} and supplier = ${supplier} and outcome_unknown
      and due_at is not null`
}

function hasResponded(
  { supplier, account }: SupplierAccount,
  since: number,
): Statement<{ any: boolean }> {
  return sql`
    select exists (
        select from supplier_health
        where supplier = ${supplier} and account = ${account} and circuit_state = 'closed'
          and circuit_since > ${dateAt(since)})
      or exists (
        select from supplier_accounts
        where adapter = ${supplier} and name = ${account}
          and answered_at > ${dateAt(since)}) as any`
}

/** Reads the product and account that the circuit wrote into the alert. */
function subjectIn({ details }: Alert): ProductAccount | undefined {
  if (typeof details !== 'object' || details === null) return undefined
  const { supplier, account, productId } = details as Partial<Record<string, unknown>>
  if (typeof supplier !== 'string' || typeof account !== 'string') return undefined
  return typeof productId === 'number' ? { supplier, account, productId } : undefined
}
