import { minorUnits, storedCurrency } from '../core/mod.ts'
import type { Vault } from '../vault/mod.ts'
import { contextOfPart, type CreditImportKey } from './credit-import.ts'
import type { CreditRow } from './credit-row.ts'

/** A row that can be credited. */
export interface StoredRow extends CreditRow {
  /** Undefined: it is opened for the row. */
  readonly walletId: number | undefined
  /** True if the consumer was erased since: the row is refused. */
  readonly isErased?: boolean
}

/** Seals the rows of a part: they have addresses. */
export function sealRows(
  vault: Vault,
  key: CreditImportKey,
  part: { readonly partNo: number; readonly rows: readonly StoredRow[] },
): Buffer {
  const rows = part.rows.map(({ currency, amountMinor, ...row }) => ({
    ...row,
    // The wallet says who it is.
    ...(row.walletId !== undefined && { email: undefined, fullName: '' }),
    currency: currency.code,
    amount: String(amountMinor),
  }))
  const text = Buffer.from(JSON.stringify(rows), 'utf8')
  return vault.seal('consumers', contextOfPart(key, part.partNo), text)
}

export async function openRows(
  vault: Vault,
  key: CreditImportKey,
  { partNo, sealed }: { readonly partNo: number; readonly sealed: Buffer },
): Promise<StoredRow[]> {
  await vault.prepare([sealed])
  const text = vault.open('consumers', contextOfPart(key, partNo), sealed).toString('utf8')
  const rows = JSON.parse(text) as (Omit<StoredRow, 'currency' | 'amountMinor'> & {
    readonly currency: string
    readonly amount: string
  })[]
  return rows.map(({ currency, amount, ...row }) => ({
    ...row,
    currency: storedCurrency(currency),
    amountMinor: minorUnits(BigInt(amount)),
  }))
}

/** Returns the idempotency key of a row: no file reference has a slash. */
export function keyOfRow(fileReference: string, { reference }: CreditRow): string {
  return `${fileReference}/${reference}`
}
