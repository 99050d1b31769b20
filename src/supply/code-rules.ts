import { plainTextFault } from '../core/mod.ts'
import { isPaymentCardNumber } from './card-number.ts'
import type { Code } from './port.ts'

/** Why a code is not accepted. Names the field and never quotes its value. */
export class CodeFault extends Error {}

const CODE_LENGTH_MAX = 256
const PIN_LENGTH_MAX = 64
const BARCODE_LENGTH_MAX = 256
const URL_LENGTH_MAX = 2_048

/**
 * Throws CodeFault for the first field that cannot be stored: the number of a payment card, or what
 * `checkReceipt` refuses. An empty field does not apply.
 */
export function checkCode(code: Code): void {
  if (isPaymentCardNumber(code.giftCardNumber)) {
    throw new CodeFault(
      'giftCardNumber is the number of a payment card, which must not be kept here',
    )
  }
  checkReceipt(code)
}

/**
 * Checks a receipt. A receipt redeems nothing, so its number may look like that of a payment card.
 */
export function checkReceipt(receipt: Code): void {
  const { redemptionUrl } = receipt
  checkColumn('giftCardNumber', receipt.giftCardNumber, CODE_LENGTH_MAX)
  checkColumn('giftCardPin', receipt.giftCardPin, PIN_LENGTH_MAX)
  checkColumn('barCodeNumber', receipt.barCodeNumber, BARCODE_LENGTH_MAX)
  checkColumn('redemptionUrl', redemptionUrl, URL_LENGTH_MAX)
  if (redemptionUrl !== '' && !isWebAddress(redemptionUrl)) {
    throw new CodeFault('redemptionUrl is not an http or https URL')
  }
}

function checkColumn(column: keyof Code, text: string, lengthMax: number): void {
  if (text.length > lengthMax)
    throw new CodeFault(`${column} is longer than ${lengthMax} characters`)
  const fault = plainTextFault(text)
  if (fault !== undefined) throw new CodeFault(`${column} ${fault}`)
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text) && URL.canParse(text)
}
