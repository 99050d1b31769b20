import { dateAt } from '../core/mod.ts'
import {
  bigint,
  bytea,
  integer,
  jsonb,
  sql,
  table,
  text,
  timestamptz,
  uuid,
  type LinkBatchesRow,
  type Statement,
} from '../db/mod.ts'
import { storedTerms, toTerms, type BatchTerms } from './batch-terms.ts'

/** One request that sent links. */
export interface LinkBatch {
  readonly batchNo: number
  readonly idempotencyKey: string | undefined
  readonly fingerprint: Buffer
  /** The partner's unique reference. */
  readonly reference: string
  readonly currency: string
  readonly linkCount: number
  readonly sentMinor: bigint
  readonly transferNo: number
  readonly clientId: string | undefined
  readonly createdMs: number
  /** The links that are not written yet; undefined if all were written at once. */
  readonly waiting: WaitingLinks | undefined
}

/** The links of a request that are written after it was accepted. */
interface WaitingLinks {
  readonly partsId: string
  readonly terms: BatchTerms
  count: number
  sumMinor: bigint
}

const BATCHES = table<LinkBatchesRow, LinkBatch, { readonly partnerId: number }>(
  'link_batches',
  {
    batch_no: bigint((one) => one.batchNo),
    idempotency_key: uuid((one) => one.idempotencyKey ?? null),
    fingerprint: bytea((one) => one.fingerprint),
    reference: text((one) => one.reference),
    currency: text((one) => one.currency),
    link_count: integer((one) => one.linkCount),
    sent_minor: bigint((one) => one.sentMinor),
    transfer_no: bigint((one) => one.transferNo),
    client_id: uuid((one) => one.clientId ?? null),
    created_at: timestamptz((one) => dateAt(one.createdMs)),
    parts_id: uuid((one) => one.waiting?.partsId ?? null),
    terms: jsonb((one) => (one.waiting ? storedTerms(one.waiting.terms) : null)),
    waiting_count: integer((one) => one.waiting?.count ?? 0),
    waiting_minor: bigint((one) => one.waiting?.sumMinor ?? 0n),
  },
  { partner_id: integer(({ partnerId }) => partnerId) },
)

export function insertBatches(
  book: { readonly partnerId: number },
  batches: readonly LinkBatch[],
): Statement<never> {
  return BATCHES.insert(batches, book)
}

export function toBatch(row: LinkBatchesRow): LinkBatch {
  return {
    batchNo: Number(row.batch_no),
    idempotencyKey: row.idempotency_key ?? undefined,
    fingerprint: row.fingerprint,
    reference: row.reference,
    currency: row.currency,
    linkCount: row.link_count,
    sentMinor: row.sent_minor,
    transferNo: Number(row.transfer_no),
    clientId: row.client_id ?? undefined,
    createdMs: row.created_at.getTime(),
    waiting:
      row.parts_id === null
        ? undefined
        : {
            partsId: row.parts_id,
            terms: toTerms(row.terms),
            count: row.waiting_count,
            sumMinor: row.waiting_minor,
          },
  }
}

export function batchesByNo(
  partnerId: number,
  batchNos: readonly number[],
): Statement<LinkBatchesRow> {
  return sql`
    select ${BATCHES.names} from link_batches
    where partner_id = ${partnerId} and batch_no = any(${batchNos}::bigint[])`
}

/** Records how many links of a request still wait. The book is locked. */
export function updateWaiting(
  { partnerId }: { readonly partnerId: number },
  { batchNo, waiting }: LinkBatch,
): Statement<never> {
  return sql`
    update link_batches
    set waiting_count = ${waiting?.count ?? 0}, waiting_minor = ${waiting?.sumMinor ?? 0n}
    where partner_id = ${partnerId} and batch_no = ${batchNo}::bigint`
}

/** Returns requests of any partner that were accepted before a time and have links that wait. */
export function batchesWaiting(
  before: number,
  limit: number,
): Statement<Pick<LinkBatchesRow, 'partner_id' | 'batch_no'>> {
  return sql`
    select partner_id, batch_no from link_batches
    where waiting_count > 0 and created_at < ${dateAt(before)}
    order by created_at limit ${limit}`
}

/** Returns the requests with one of these references or keys. A request may come twice. */
export function batchesByKey(
  partnerId: number,
  {
    references,
    keys,
  }: { readonly references: readonly string[]; readonly keys: readonly string[] },
): Statement<LinkBatchesRow> {
  return sql`
    select ${BATCHES.names} from link_batches
    where partner_id = ${partnerId} and reference = any(${references}::text[])
    union all
    select ${BATCHES.names} from link_batches
    where partner_id = ${partnerId} and idempotency_key = any(${keys}::uuid[])`
}
