import { invalidField, readLine, REASON_LENGTH_MAX } from '../core/mod.ts'
import { between, equals, list, sql, type ErasuresRow, type TimeRange } from '../db/mod.ts'

const ERASURE_KINDS = ['CONSUMER', 'RECIPIENT'] as const
export type ErasureKind = (typeof ERASURE_KINDS)[number]

/** The record of an erasure, without the erased values. */
export interface Erasure {
  readonly erasureId: string
  readonly partnerId: number
  readonly kind: ErasureKind
  /** Set if a consumer was erased. */
  readonly consumerId: number | undefined
  readonly reason: string
  readonly actor: string
  /** Number of wallets that were closed. */
  readonly wallets: number
  /** Number of transactions that lost their description or metadata. */
  readonly descriptions: number
  readonly mails: number
  /** Number of order lines that lost their recipient. */
  readonly lines: number
  readonly erasedAt: number
}

/** Refuses invalid_request for a reason that cannot be stored, or one that has an address. */
export function readErasureReason(text: string): string {
  const reason = readLine('reason', text, REASON_LENGTH_MAX)
  if (reason.includes('@')) {
    throw invalidField('reason', 'must not contain an address, because the reason is stored')
  }
  return reason
}

/** Returns a page of erasures, of one partner or of all, newest first. */
export const listErasures = list({
  from: 'erasures',
  columns: sql`*`,
  where: ({ partnerId, ...range }: TimeRange & { readonly partnerId?: number | undefined }) => [
    equals('partner_id', partnerId),
    ...between('erased_at', range),
  ],
  order: 'erased_at desc, erasure_id desc',
  sorts: { erasedAt: ['erased_at', 'erasure_id'] },
  to: toErasure,
})

/** Returns the erasure that a row records. */
export function toErasure(row: ErasuresRow): Erasure {
  return {
    erasureId: row.erasure_id,
    partnerId: row.partner_id,
    kind: readKind(row.kind),
    consumerId: row.consumer_id === null ? undefined : Number(row.consumer_id),
    reason: row.reason,
    actor: row.actor,
    wallets: row.wallets,
    descriptions: row.descriptions,
    mails: row.mails,
    lines: row.lines,
    erasedAt: row.erased_at.getTime(),
  }
}

function readKind(text: string): ErasureKind {
  const kind = ERASURE_KINDS.find((one) => one === text)
  if (!kind) throw new Error(`unknown kind of erasure: ${text}`)
  return kind
}
