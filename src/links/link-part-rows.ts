import { dateAt } from '../core/mod.ts'
import { sql, type Statement } from '../db/mod.ts'

/** A part of the recipients of a request. */
export interface PartPlace {
  readonly partnerId: number
  readonly partsId: string
  readonly partNo: number
}

export function insertPart(
  { partnerId, partsId, partNo }: PartPlace,
  { sealed, keepUntilMs }: { readonly sealed: Buffer; readonly keepUntilMs: number },
): Statement<never> {
  return sql`
    insert into link_parts (partner_id, parts_id, part_no, sealed, keep_until)
    values (${partnerId}, ${partsId}::uuid, ${partNo}::integer, ${sealed}, ${dateAt(keepUntilMs)})`
}

export function partAt({ partnerId, partsId, partNo }: PartPlace): Statement<{ sealed: Buffer }> {
  return sql`
    select sealed from link_parts
    where partner_id = ${partnerId} and parts_id = ${partsId}::uuid
      and part_no = ${partNo}::integer`
}

export function deletePart(
  { partnerId }: { readonly partnerId: number },
  { partsId, partNo }: Omit<PartPlace, 'partnerId'>,
): Statement<never> {
  return sql`
    delete from link_parts
    where partner_id = ${partnerId} and parts_id = ${partsId}::uuid
      and part_no = ${partNo}::integer`
}

/** Deletes all parts of a request that is not sent. */
export function deleteParts({ partnerId, partsId }: Omit<PartPlace, 'partNo'>): Statement<never> {
  return sql`
    delete from link_parts where partner_id = ${partnerId} and parts_id = ${partsId}::uuid`
}

/**
 * Deletes expired parts that no accepted request waits for, because their own request was cut off.
 * Counts the requests, because `not exists` may be planned as a join that compares all rows.
 */
export function deleteLostParts(now: number): Statement<never> {
  return sql`
    delete from link_parts p
    where p.keep_until < ${dateAt(now)} and (
      select count(*) from link_batches b
      where b.partner_id = p.partner_id and b.parts_id = p.parts_id and b.waiting_count > 0) = 0`
}
