import type { Code } from './port.ts'

/** Returns what a delivery to a recipient leaves: a confirmation number, and nothing to redeem. */
export function receipt(confirmationNumber: string): Code {
  return {
    giftCardNumber: confirmationNumber,
    giftCardPin: '',
    barCodeNumber: '',
    redemptionUrl: '',
  }
}
