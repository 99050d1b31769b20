import type { Reply, Verdict } from '../adapter.ts'
import { type ExactJson, textAt } from '../exact-json.ts'
import { type Meaning, ofEachCopy, type SupplierError, verdictOf } from '../verdicts.ts'

const MEANINGS: Readonly<Record<string, Meaning>> = {
  INSUFFICIENT_BALANCE: 'funds',
  // Codes of bills.
  INSUFFICIENT_WALLET_BALANCE: 'funds',
  MAX_DAILY_TRANSACTION_COUNT_REACHED: 'account',
  MAX_DAILY_TRANSACTION_AMOUNT_REACHED: 'account',
  CUSTOM_IDENTIFIER_ALREADY_USED: 'duplicate',
  REFERENCE_ID_ALREADY_USED: 'duplicate',
  PHONE_RECENTLY_RECHARGED: 'recipient',
  INVALID_RECIPIENT_PHONE: ofEachCopy('recipient'),
  COULD_NOT_AUTO_DETECT_OPERATOR: ofEachCopy('recipient'),
  PHONE_BANNED_BY_OPERATOR: 'recipient',
  IMPOSSIBLE_AMOUNT: ofEachCopy('amount'),
  INVALID_AMOUNT: ofEachCopy('amount'),
  INVALID_AMOUNT_FOR_OPERATOR: ofEachCopy('amount'),
  INVALID_LOCAL_AMOUNT_FOR_OPERATOR: ofEachCopy('amount'),
  INVALID_AMOUNT_FOR_RECIPIENT_PHONE: ofEachCopy('amount'),
  // With 404: a product that is gone, or was never there.
  INVALID_PRODUCT: 'product',
  INVALID_INPUT_PROVIDED: ofEachCopy('request'),
  OPERATOR_UNAVAILABLE_OR_CURRENTLY_INACTIVE: 'product',
  OPERATOR_NOT_IN_SERVICE: 'product',
  INVALID_TOKEN: ofEachCopy('account'),
  TOKEN_EXPIRED: ofEachCopy('account'),
  INVALID_AUDIENCE: ofEachCopy('account'),
}

/** Without a code, the status alone is not definite, so the create is looked up. */
export function refusal(response: Reply): Verdict {
  return verdictOf(response, errorOf(response.json), MEANINGS)
}

/** Returns the code and the message of a Reloadly error. */
export function errorOf(json: ExactJson | undefined): SupplierError {
  return { code: textAt(json, 'errorCode'), message: textAt(json, 'message') }
}
