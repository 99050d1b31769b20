import { recordAudit, type AuditValue } from '../audit/mod.ts'
import { invalidField, isoTime, Refusal, notFound } from '../core/mod.ts'
import { oneRow, maybeRow, type Tx } from '../db/mod.ts'
import type { Vault } from '../vault/mod.ts'
import { type AccountName, accountText, existingAccount } from './account-rows.ts'
import type { AccountAct } from './accounts.ts'
import type { Money, Unit } from './adapter.ts'
import {
  closeAsBought,
  closeAsNotBought,
  closeAsSeen,
  lockCreate,
  selectCreate,
} from './create-list-rows.ts'
import { productTypes } from './product-types.ts'
import { parsePurchaseId, purchaseIdOf, type SupplierPurchase, toPurchase } from './purchases.ts'
import { requireNew } from './purchased-codes.ts'
import { codesOf, NotAsBought, sealUnits } from './units.ts'

/** The outcome of a purchase, as a person has found it out. */
export type Closing =
  | {
      readonly outcome: 'bought'
      /** Undefined if its units are stored already. */
      readonly units: readonly Unit[] | undefined
      readonly theirs?: string | undefined
      readonly charged?: Money | undefined
    }
  | { readonly outcome: 'notBought' }

/**
 * Closes a purchase whose outcome only a person can find out. Bought: its units are delivered, or
 * go into stock if the order was cancelled. Not bought: they are bought again, unless the order was
 * cancelled. If the supplier delivers units afterwards, they are not lost; see `whereUnitsGo`.
 *
 * Refuses, in this order:
 *   not_found        no such account, or no such purchase there
 *   state_conflict   it does not wait for a person, or a request to buy may still arrive there
 *   invalid_request  the units are not those that were ordered, or were delivered before
 */
export async function closeSupplierPurchase(
  tx: Tx,
  vault: Vault,
  of: {
    readonly name: AccountName
    readonly purchaseId: string
    readonly closing: Closing
    readonly act: AccountAct
  },
): Promise<SupplierPurchase> {
  const { name, purchaseId, closing, act } = of
  const { accountId } = await existingAccount(tx, name)
  const key = parsePurchaseId(purchaseId)
  const row = key && (await maybeRow(tx, lockCreate({ ...key, accountId })))
  if (!row) throw notFound('purchase')
  const before = toPurchase(row)
  requireClosable(before, closing, act.at)
  if (hasEnded(before)) await tx.rows(closeAsSeen(before, act.at))
  else if (closing.outcome === 'notBought') await tx.rows(closeAsNotBought(before, act.at))
  else await closeBought(tx, vault, { before, closing, at: act.at })
  const after = toPurchase(await oneRow(tx, selectCreate({ ...before, accountId })))
  recordAudit(tx, {
    ...act,
    partnerId: before.partnerId,
    action: 'supplier_purchase.close',
    target: `supplier:${accountText(name)}`,
    // `bought` delivers units that nobody has checked. `not bought` may buy them a second time.
    valueOut: { kind: 'upstreams' },
    before: auditable(before),
    after: { ...auditable(after), outcome: closing.outcome },
  })
  return after
}

/** A purchase that has ended with a fault stays as it is: a person has acted on it elsewhere. */
function hasEnded({ status }: SupplierPurchase): boolean {
  return status !== 'PLACING' && status !== 'PLACED' && status !== 'DONE'
}

function requireClosable(
  { status, fault, unsureUntil }: SupplierPurchase,
  { outcome }: Closing,
  now: number,
): void {
  if (fault === undefined) {
    throw new Refusal('state_conflict', `the purchase is ${status}, and waits for nobody`)
  }
  if (outcome === 'notBought' && unsureUntil !== undefined && unsureUntil > now) {
    const until = isoTime(unsureUntil)
    throw new Refusal('state_conflict', `a request to buy may still arrive there until ${until}`)
  }
}

async function closeBought(
  tx: Tx,
  vault: Vault,
  of: {
    readonly before: SupplierPurchase
    readonly closing: Extract<Closing, { outcome: 'bought' }>
    readonly at: number
  },
): Promise<void> {
  const { before, closing, at } = of
  const { units, theirs, charged } = closing
  if (before.hasUnits && units)
    throw invalidField('units', 'must be left out: they are here already')
  if (!before.hasUnits && !units) throw invalidField('units', 'is required')
  const block = units && (await sealBought(tx, vault, before, units))
  await tx.rows(closeAsBought(before, { kept: block, theirs, charged, at }))
}

/**
 * Returns the sealed units, if they are those that were ordered and were never delivered before.
 */
async function sealBought(
  tx: Tx,
  vault: Vault,
  purchase: SupplierPurchase,
  units: readonly Unit[],
): Promise<Buffer> {
  const { productId, quantity } = purchase
  const isReceipt = (await productTypes(tx, [purchase])).get(productId) !== 'GIFT_CARD'
  try {
    const codes = codesOf(units, { quantity, isReceipt })
    const block = sealUnits(vault, purchase, units)
    vault.requireKeys(tx, [block])
    if (!isReceipt) await requireNew(tx, { vault, ...purchase, codes })
    return block
  } catch (error) {
    if (error instanceof NotAsBought) throw invalidField('units', `are refused: ${error.message}`)
    throw error
  }
}

/** Returns the fields of the audit entry: none has a code. */
function auditable(purchase: SupplierPurchase): { readonly [field: string]: AuditValue } {
  const {
    status,
    quantity,
    productId,
    isReleased: released,
    theirs = null,
    fault = null,
  } = purchase
  const cost = purchase.cost ? `${purchase.cost.amount} ${purchase.cost.currency}` : null
  return {
    purchaseId: purchaseIdOf(purchase),
    status,
    theirs,
    productId,
    quantity,
    released,
    cost,
    fault,
  }
}
