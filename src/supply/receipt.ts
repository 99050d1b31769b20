import type { Code } from './port.ts'

/** What is delivered to a recipient leaves: the number that confirms it, and nothing to redeem. */
export function receipt(confirmationNumber: string): Code {
  return {
    giftCardNumber: confirmationNumber,
    giftCardPin: '',
    barCodeNumber: '',
    redemptionUrl: '',
  }
}
