import { MS_PER_DAY } from '../core/mod.ts'
import { checkCode, checkReceipt, type Code, CodeFault, type DatedCode } from '../supply/mod.ts'
import type { Vault } from '../vault/mod.ts'
import type { Unit } from './adapter.ts'
import type { CreateKey } from './create-rows.ts'
import { oneLine } from './one-line.ts'

/** The supplier has delivered other units than were ordered. The message has no code in it. */
export class NotAsBought extends Error {
  override readonly name = 'NotAsBought'

  constructor(fault: string) {
    super(oneLine(fault))
  }
}

/**
 * Returns the units as codes, checked like those of an import, or as receipts of a delivery to a
 * recipient. Throws NotAsBought.
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

export function openUnits(
  vault: Vault,
  key: Pick<CreateKey, 'reference'>,
  sealed: Buffer,
): readonly Unit[] {
  const text = vault.open('codes', contextOf(key), sealed).toString('utf8')
  return JSON.parse(text) as Unit[]
}

/** Returns the sealing context: the units open only for this create. */
function contextOf({ reference }: Pick<CreateKey, 'reference'>): string {
  return `supplier_creates:${reference}`
}

const DAY = /^\d{4}-\d{2}-\d{2}$/

/**
 * Returns the instant from which a unit is no longer valid; undefined if the supplier named none.
 */
export function expiryOf({ expiresOn = '' }: Unit): number | undefined {
  const lastDay = DAY.test(expiresOn) ? Date.parse(expiresOn) : Number.NaN
  return Number.isNaN(lastDay) ? undefined : lastDay + MS_PER_DAY
}

export function datedOf(unit: Unit): DatedCode {
  return { code: codeOf(unit), expiresMs: expiryOf(unit) }
}

/** Throws NotAsBought if a unit expires before this instant. */
export function requireValid(units: readonly Unit[], untilMs: number): void {
  for (const [at, unit] of units.entries()) {
    if ((expiryOf(unit) ?? Infinity) < untilMs) {
      throw new NotAsBought(`unit ${at + 1} is valid until ${unit.expiresOn} only`)
    }
  }
}

/** Returns a unit as fulfillment seals it. */
export function codeOf({ number = '', pin = '', barcode = '', url = '' }: Unit): Code {
  return { giftCardNumber: number, giftCardPin: pin, barCodeNumber: barcode, redemptionUrl: url }
}
