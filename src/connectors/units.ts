import { checkCode, checkReceipt, type Code, CodeFault } from '../supply/mod.ts'
import type { Vault } from '../vault/mod.ts'
import type { Unit } from './adapter.ts'
import type { CreateKey } from './create-rows.ts'
import { oneLine } from './one-line.ts'

/** The supplier has delivered something else than was bought. The message has no code in it. */
export class NotAsBought extends Error {
  override readonly name = 'NotAsBought'

  constructor(fault: string) {
    super(oneLine(fault))
  }
}

/**
 * Returns the units as codes, each checked as an import checks it; of a delivery to a recipient, as
 * receipts, which redeem nothing. Throws NotAsBought.
 */
export function codesOf(
  units: readonly Unit[],
  { quantity, isReceipt }: { readonly quantity: number; readonly isReceipt: boolean },
): Code[] {
  if (units.length !== quantity) {
    throw new NotAsBought(`${units.length} units instead of ${quantity}`)
  }
  return units.map((unit, index) => {
    const code = codeOf(unit)
    try {
      if (isReceipt) checkReceipt(code)
      else checkRedeemable(code)
    } catch (error) {
      if (!(error instanceof CodeFault)) throw error
      throw new NotAsBought(`unit ${index + 1}: ${error.message}`)
    }
    return code
  })
}

/** Checks a code that must be redeemable: by a number, a barcode or a URL, not by a PIN alone. */
function checkRedeemable(code: Code): void {
  checkCode(code)
  if (code.giftCardNumber + code.barCodeNumber + code.redemptionUrl === '') {
    throw new CodeFault('giftCardNumber is empty, and so are barCodeNumber and redemptionUrl')
  }
}

export function sealUnits(vault: Vault, key: CreateKey, units: readonly Unit[]): Buffer {
  return vault.seal('codes', contextOf(key), Buffer.from(JSON.stringify(units), 'utf8'))
}

export function openUnits(vault: Vault, key: CreateKey, sealed: Buffer): readonly Unit[] {
  const text = vault.open('codes', contextOf(key), sealed).toString('utf8')
  return JSON.parse(text) as Unit[]
}

/** What kept units are bound to: they open as those of this create only. */
function contextOf({ reference }: CreateKey): string {
  return `supplier_creates:${reference}`
}

/** Returns a unit as fulfillment seals it. */
export function codeOf({ number = '', pin = '', barcode = '', url = '' }: Unit): Code {
  return { giftCardNumber: number, giftCardPin: pin, barCodeNumber: barcode, redemptionUrl: url }
}
