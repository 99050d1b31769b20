import { minorUnits, orderedMetadata, type Metadata, type MinorUnits } from '../core/mod.ts'
import { sql, type Db, type Statement } from '../db/mod.ts'
import type { Book } from './book.ts'
import {
  REFERENCE_SCOPES,
  TRANSFER_CODES,
  type ReferenceScope,
  type TransferCode,
} from './chart.ts'

/** A transfer with an idempotency key, with everything that a replayed response needs. */
export interface KeyedTransfer {
  readonly reference: string
  readonly number: number
  readonly code: TransferCode
  readonly debitAccount: number
  readonly creditAccount: number
  readonly amount: MinorUnits
  /** The available amount of each account after this transfer. */
  readonly debitAvailable: MinorUnits
  readonly creditAvailable: MinorUnits
  readonly memo: string | undefined
  readonly metadata: Metadata | undefined
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly createdAt: number
}

/**
 * Returns the partner's transfers with these references of one scope, by reference; unused
 * references are left out. Under the book's lock, none can be added before the transaction ends.
 */
export async function findTransfers(
  db: Db,
  partnerId: number,
  scope: ReferenceScope,
  references: readonly string[],
): Promise<Map<string, KeyedTransfer>> {
  if (references.length === 0) return new Map()
  const rows = await db.rows(transfersByReference(partnerId, scope, references))
  return new Map(rows.map((row) => [row.reference, toKeyedTransfer(row)]))
}

interface KeyedTransferRow {
  reference: string
  transfer_no: bigint
  code: number
  debit_account: bigint
  credit_account: bigint
  amount: bigint
  debit_available: bigint
  credit_available: bigint
  memo: string | null
  metadata: Metadata | null
  created_at: Date
}

/**
 * Looks up references by the index of their hashes, whatever the statistics are; compares the text,
 * too.
 */
function transfersByReference(
  partnerId: number,
  scope: ReferenceScope,
  references: readonly string[],
): Statement<KeyedTransferRow> {
  return sql`
    select existing.* from (
      select ${REFERENCE_SCOPES[scope]}::smallint as scope,
             unnest(${references}::text[]) as reference
    ) as input cross join lateral (
      select reference, transfer_no, code, debit_account, credit_account, amount,
             debit_available, credit_available, memo, metadata, created_at
      from transfers as transfer
      where partner_id = ${partnerId} and ${hashOf(sql`transfer`)} = ${hashOf(sql`input`)}
        and scope = input.scope and reference = input.reference
      offset 0) as existing`
}

/**
 * The expression of the index transfers_key. Measured with hashes: 51 µs of PostgreSQL a credit and
 * 221 bytes a transfer; with the keys as text 57 µs and 270 bytes.
 */
export function hashOf(key: Statement<unknown>): Statement<Buffer> {
  return sql`
    substring(sha256(
      replace(${key}.scope::text || ':' || ${key}.reference, '\\', '\\\\')::bytea) from 1 for 11)`
}

const CODE_NAMES = new Map<number, TransferCode>(
  Object.keys(TRANSFER_CODES)
    .filter(isCode)
    .map((name) => [TRANSFER_CODES[name], name]),
)

function isCode(name: string): name is TransferCode {
  return name in TRANSFER_CODES
}

function toKeyedTransfer(row: KeyedTransferRow): KeyedTransfer {
  const code = CODE_NAMES.get(row.code)
  if (!code) throw new Error(`transfer code ${row.code} is not in the chart`)
  return {
    reference: row.reference,
    number: Number(row.transfer_no),
    code,
    debitAccount: Number(row.debit_account),
    creditAccount: Number(row.credit_account),
    amount: minorUnits(row.amount),
    debitAvailable: minorUnits(row.debit_available),
    creditAvailable: minorUnits(row.credit_available),
    memo: row.memo ?? undefined,
    metadata: row.metadata === null ? undefined : orderedMetadata(row.metadata),
    createdAt: row.created_at.getTime(),
  }
}

/** The scopes and references of transfers as columns; null for a transfer without a key. */
export function keysOf(transfers: Book['transfers']) {
  return {
    scopes: transfers.map((one) => scopeOf(one)),
    references: transfers.map(({ key }) => key?.reference ?? null),
  }
}

export function scopeOf({ key }: Book['transfers'][number]): number | null {
  return key ? REFERENCE_SCOPES[key.scope] : null
}
