import type { Tx } from '../../db/mod.ts'
import { codeSealer, type Vault } from '../../vault/mod.ts'
import { nameOf } from '../chunk-sealer.ts'
import { findCodes } from '../import-rows.ts'
import type { Code } from '../port.ts'
import {
  findBroughtByOthers,
  holdProduct,
  insertBrought,
  type BroughtBlinds,
} from './brought-rows.ts'
import type { Purchase } from './purchase-rows.ts'
import { NotAsBought } from './received-items.ts'

interface Brought {
  readonly vault: Vault
  readonly purchase: Purchase
  readonly codes: readonly Code[]
}

/**
 * Keeps that this purchase has brought these codes, however often it is read. Throws NotAsBought,
 * in a transaction that then keeps nothing, where one of them comes twice, was brought by another
 * purchase for the product, or has been in its stock.
 */
export async function requireNew(tx: Tx, brought: Brought): Promise<void> {
  const { length } = brought.codes
  // So that an import which is stored at the same time is seen here, or sees these.
  tx.write(holdProduct(brought.purchase.productId))
  const { given, fresh } = await enter(tx, brought)
  if (fresh.length < length) {
    throw new NotAsBought(`${length - fresh.length} of ${length} codes were delivered before`)
  }
  const stocked = await tx.rows(findCodes(given))
  if (stocked.length > 0) {
    throw new NotAsBought(`${stocked.length} of ${length} codes were in stock before`)
  }
}

/** As `requireNew`, for stock, which knows what it has had: answers those that came here first. */
export async function keepNew(tx: Tx, brought: Brought): Promise<readonly Code[]> {
  return (await enter(tx, brought)).fresh
}

async function enter(
  tx: Tx,
  { vault, purchase, codes }: Brought,
): Promise<{ given: BroughtBlinds; fresh: readonly Code[] }> {
  const { productId, reference } = purchase
  const { blindIndex } = codeSealer(vault.codeKeys())
  const byBlind = new Map(codes.map((code) => [blindIndex(productId, nameOf(code)), code]))
  const blinds = Buffer.from([...byBlind.keys()].toSorted().join(''), 'latin1')
  const given = { productId, reference, blinds }
  tx.write(insertBrought(given))
  for (const { blind } of await tx.rows(findBroughtByOthers(given))) {
    byBlind.delete(blind.toString('latin1'))
  }
  return { given, fresh: [...byBlind.values()] }
}
