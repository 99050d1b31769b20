import type { Tx } from '../db/mod.ts'
import {
  findCodes,
  type IndexedCode,
  insertBought,
  nameOf,
  shareCodeNamespace,
  whereabouts,
} from '../inventory/mod.ts'
import type { Code } from '../supply/mod.ts'
import { codeSealer, type Vault } from '../vault/mod.ts'
import { NotAsBought } from './units.ts'

interface PurchasedCodes {
  readonly vault: Vault
  readonly productId: number
  /** The UUID of the purchase. The codes of one purchase may be read again. */
  readonly reference: string
  readonly codes: readonly Code[]
}

/**
 * Inserts the codes of a purchase into the index. Idempotent. Throws NotAsBought, which rolls the
 * transaction back, if a code comes twice, belongs to another purchase, or has been in stock of any
 * product.
 */
export async function requireNew(
  tx: Tx,
  { vault, productId, reference, codes }: PurchasedCodes,
): Promise<void> {
  const codeNamespace = await shareCodeNamespace(tx, productId)
  const { blindIndex } = codeSealer(vault.codeKeys())
  const distinct = new Set(codes.map((code) => blindIndex(codeNamespace, nameOf(code))))
  const blinds = Buffer.from([...distinct].toSorted().join(''), 'latin1')
  tx.write(insertBought({ productId, purchase: reference, blinds }))
  const indexed = await tx.rows(findCodes(blinds))
  const stocked = indexed.filter((code) => code.purchase === null)
  const bought = indexed.filter((code) => code.purchase !== null && code.purchase !== reference)
  const isOfOthers = (code: IndexedCode): boolean => code.product_id !== productId
  const other = [...bought, ...stocked].find(isOfOthers)
  const where = other ? `: ${whereabouts(other)}` : ''
  const delivered = codes.length - distinct.size + bought.length
  if (delivered > 0) {
    throw new NotAsBought(`${delivered} of ${codes.length} codes were delivered before${where}`)
  }
  if (stocked.length > 0) {
    throw new NotAsBought(`${stocked.length} of ${codes.length} codes were in stock before${where}`)
  }
}
