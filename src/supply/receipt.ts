import type { Code } from './port.ts'

/**
 * Returns the receipt of a delivery to a recipient: a confirmation number, and nothing to redeem.
 */
export function receipt(confirmationNumber: string): Code {
  return {
    giftCardNumber: confirmationNumber,
    giftCardPin: '',
    barCodeNumber: '',
    redemptionUrl: '',
  }
}
