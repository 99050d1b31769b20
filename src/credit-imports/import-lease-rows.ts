import { dateAt } from '../core/mod.ts'
import { sql, type CreditImportsRow, type Statement, twinned } from '../db/mod.ts'
import type { CreditImportKey } from './credit-import.ts'

export const FREE_IMPORT = sql`
  select partner_id, import_id from credit_imports
  where state = 'RUNNING' and lease_until <= now()
  order by lease_until limit 1`

export const LEASED = sql`i.partner_id, i.import_id, i.file_reference, i.creates_consumers`

export function leaseFor(owner: string, leaseSeconds: number): Statement<never> {
  return sql`
    update credit_imports i
    set lease_owner = ${owner}::uuid, lease_until = now() + make_interval(secs => ${leaseSeconds})`
}

/**
 * Leases an import of any partner that is RUNNING and that no other worker has leased, by the
 * database's clock.
 */
export const leaseImport = twinned(
  'leaseImport',
  (
    owner: string,
    leaseSeconds: number,
  ): Statement<
    Pick<CreditImportsRow, 'partner_id' | 'import_id' | 'file_reference' | 'creates_consumers'>
  > =>
    sql`
      ${leaseFor(owner, leaseSeconds)}
      where (i.partner_id, i.import_id) = (${FREE_IMPORT} for update skip locked)
      returning ${LEASED}`,
)

/** Returns no row if the lease is lost, or the import is not RUNNING any more. */
export function renewLease(
  { partnerId, importId }: CreditImportKey,
  { owner, leaseSeconds, now }: { owner: string; leaseSeconds: number; now: number },
): Statement<{ import_id: string }> {
  return sql`
    update credit_imports
    set lease_until = now() + make_interval(secs => ${leaseSeconds}), progress_at = ${dateAt(now)}
    where partner_id = ${partnerId} and import_id = ${importId}::uuid and state = 'RUNNING'
      and lease_owner = ${owner}::uuid
    returning import_id`
}
