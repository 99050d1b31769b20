import { sql, type CreditImportPartsRow, type Statement } from '../db/mod.ts'
import type { CreditImportKey } from './credit-import.ts'

/** Selects the parts of a partner's files that still have rows, after the given part. */
export function sealedParts(
  partnerId: number,
  after: { readonly importId: string; readonly partNo: number },
  limit: number,
): Statement<Pick<CreditImportPartsRow, 'import_id' | 'part_no'> & { sealed: Buffer }> {
  return sql`
    select import_id, part_no, sealed from credit_import_parts
    where partner_id = ${partnerId}
      and (import_id, part_no) > (${after.importId}::uuid, ${after.partNo}::int)
      and sealed is not null
    order by import_id, part_no
    limit ${limit}`
}

/** Replaces the rows of a part. Returns no row if they have changed since they were read. */
export function replaceRows(
  { partnerId, importId }: CreditImportKey,
  {
    partNo,
    before,
    sealed,
  }: { readonly partNo: number; readonly before: Buffer; readonly sealed: Buffer },
): Statement<{ part_no: number }> {
  return sql`
    update credit_import_parts set sealed = ${sealed}
    where partner_id = ${partnerId} and import_id = ${importId}::uuid and part_no = ${partNo}
      and sealed = ${before}
    returning part_no`
}
