import { transact, type Database, type Tx } from '../db/mod.ts'
import { decodeCodes } from '../supply/mod.ts'
import { BLIND_BYTES, codeSealer, type Vault } from '../vault/mod.ts'
import { nameOf } from './chunk-sealer.ts'
import { insertBought, insertNewCodes } from './code-index-rows.ts'
import { shareCodeNamespace } from './code-namespace.ts'
import type { LotName } from './lot-rows.ts'
import { type BacklogRow, deleteBacklog, firstOfBacklog, lockBacklog } from './old-codes-rows.ts'

export interface OldCodes {
  readonly db: Database
  readonly vault: Vault
  /** Called with the number of codes of a lot that another product or lot has as well. */
  onDuplicates(found: LotName & { readonly codes: number }): void
}

const ROWS_AT_ONCE = 20

/**
 * Inserts the codes of earlier versions into the index. Of equal codes, the one of the oldest
 * import stays. Runs before anything is imported or bought; if it is interrupted, the next start
 * continues. One process works, and the others wait for it.
 */
export async function indexOldCodes(old: OldCodes): Promise<void> {
  while (await transact(old.db, (tx) => indexSome(tx, old)));
}

/** Returns false if there was nothing to do. */
async function indexSome(tx: Tx, old: OldCodes): Promise<boolean> {
  await tx.rows(lockBacklog())
  const rows = await tx.rows(firstOfBacklog(ROWS_AT_ONCE))
  await old.vault.prepare(rows.map(({ sealed }) => sealed))
  for (const row of rows) await indexRow(tx, old, row)
  tx.write(deleteBacklog(rows.map((row) => row.row_no)))
  return rows.length > 0
}

async function indexRow(tx: Tx, { vault, onDuplicates }: OldCodes, row: BacklogRow): Promise<void> {
  const { product_id: productId, lot, purchase } = row
  const blinds = blindsOf(vault, row, await shareCodeNamespace(tx, productId))
  if (purchase !== null) tx.write(insertBought({ productId, purchase, blinds }))
  if (lot === null) return
  const entered = await tx.rows(insertNewCodes({ productId, lot, blinds }))
  const codes = blinds.length / BLIND_BYTES - entered.length
  if (codes > 0) onDuplicates({ productId, lot, codes })
}

function blindsOf(
  vault: Vault,
  { context, sealed }: BacklogRow,
  codeNamespace: string | undefined,
): Buffer {
  const { blindIndex } = codeSealer(vault.codeKeys())
  const codes = decodeCodes(vault.open('codes', context, sealed))
  const blinds = new Set(codes.map((code) => blindIndex(codeNamespace, nameOf(code))))
  return Buffer.from([...blinds].toSorted().join(''), 'latin1')
}
