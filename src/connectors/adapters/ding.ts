import type { Adapter, AdapterAccount, Reply, Call, Creation, Pot, Verdict } from '../adapter.ts'
import { decimalText, scaledOf } from '../decimal-text.ts'
import { at, exactNumber, type ExactJson, listAt, type JsonBody, textAt } from '../exact-json.ts'
import {
  failedLookUp,
  type Meaning,
  moneyOf,
  ofEachCopy,
  type SupplierError,
  verdictOf,
} from '../verdicts.ts'
import { catalog, headersOf, readCatalog } from './ding-catalog.ts'
import { DING } from './ding-manifest.ts'
import { accountOf, offer, readOffer } from './ding-offer.ts'

const POLL_SECONDS = 15

/** The keys are `Code`, or `Code/Context` where the context decides. */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  InsufficientBalance: 'funds',
  RateLimited: 'busy',
  AccountNumberInvalid: ofEachCopy('recipient'),
  'ProviderError/ProductUnavailable': 'product',
  'ProviderError/RechargeNotAllowed': 'recipient',
  ParameterInvalid: ofEachCopy('request'),
  ParameterOutOfRange: ofEachCopy('amount'),
  RequestInvalid: 'request',
  'RequestInvalid/DuplicateTransactionPrevented': 'duplicate',
  DuplicateTransactionPrevented: 'duplicate',
  AuthenticationFailed: ofEachCopy('account'),
  TransientProviderError: 'look',
}

function create(creation: Creation, account: AdapterAccount): Call {
  const { reference, settings, faceValue, recipient, offer: bill } = creation
  const body: JsonBody = {
    SkuCode: settings['sku'],
    // The face value, which the partner has paid, even if another amount is due.
    SendValue: exactNumber(settings['sendValue'] ?? faceValue.amount),
    SendCurrencyIso: bill['sendCurrency'] ?? settings['sendCurrency'],
    AccountNumber: accountOf(recipient),
    DistributorRef: reference,
    ValidateOnly: false,
    BillRef: bill['billRef'],
  }
  return { method: 'POST', host: 'api', path: '/SendTransfer', headers: headersOf(account), body }
}

/** A failure can have any HTTP status, so the body is read first. */
function readCreate(response: Reply, creation: Creation): Verdict {
  const { json } = response
  const result = textAt(json, 'ResultCode')
  const record = at(json, 'TransferRecord')
  if (result === '1' || result === '2') return verdictOfRecord(record, creation)
  return refusal(response, listAt(json, 'ErrorCodes'))
}

function refusal(response: Reply, errors: readonly ExactJson[]): Verdict {
  const { code, message } = errorOf(errors)
  const both = `${code}/${message}`
  const entry = Object.hasOwn(MEANINGS, both) ? both : code
  return verdictOf(response, { code: entry, message }, MEANINGS)
}

function errorOf([first]: readonly ExactJson[]): SupplierError {
  return { code: textAt(first, 'Code'), message: textAt(first, 'Context') }
}

function verdictOfRecord(record: ExactJson | undefined, creation: Creation): Verdict {
  const state = textAt(record, 'ProcessingState')
  const theirs = textAt(record, 'TransferId', 'TransferRef')
  switch (state ?? '') {
    case 'Complete':
    case 'Completed':
      return verdictOfComplete(record, theirs, creation)
    case 'Submitted':
    case 'Processing':
    case 'Cancelling':
      return {
        is: 'accepted',
        ...(theirs !== undefined && { theirs }),
        askAgainInSeconds: POLL_SECONDS,
      }
    case 'Failed':
    case 'Cancelled':
      return { is: 'refused', for: 'request', detail: `their transfer is ${state}` }
    default:
      return { is: 'unknown', detail: `a state that is not known: ${state ?? 'none'}` }
  }
}

/**
 * Returns the verdict of a complete transfer. Its unit has a PIN or, if there is none, the
 * reference of the operator, which is only a receipt.
 */
function verdictOfComplete(
  record: ExactJson | undefined,
  theirs: string | undefined,
  { productType }: Creation,
): Verdict {
  if (theirs === undefined) return { is: 'unknown', detail: 'Complete without a TransferRef' }
  const pin = textAt(record, 'ReceiptParams', 'pin')
  if (pin === undefined && productType === 'GIFT_CARD') {
    return { is: 'unknown', detail: `their transfer ${theirs} is Complete without a PIN` }
  }
  const number = pin ?? textAt(record, 'ReceiptParams', 'providerRef') ?? theirs
  return { is: 'done', theirs, units: [{ number }], charged: chargedOf(record) }
}

/** Returns the sum that we pay: the sent amount and the fee of the distributor. */
function chargedOf(record: ExactJson | undefined) {
  const price = at(record, 'Price')
  const sent = moneyOf(textAt(price, 'SendValue'), textAt(price, 'SendCurrencyIso'))
  const fee = moneyOf(textAt(price, 'DistributorFee'), sent?.currency)
  if (!sent || !fee) return sent
  return { ...sent, amount: decimalText(scaledOf(sent.amount) + scaledOf(fee.amount)) }
}

function lookUp({ reference }: Creation, account: AdapterAccount): Call {
  const body = { DistributorRef: reference, Take: exactNumber('10') }
  const headers = headersOf(account)
  return { method: 'POST', host: 'api', path: '/ListTransferRecords', headers, body }
}

function readLookUp(response: Reply, creation: Creation): Verdict {
  const { json } = response
  if (textAt(json, 'ResultCode') !== '1') {
    return failedLookUp(response, errorOf(listAt(json, 'ErrorCodes')))
  }
  const items = listAt(json, 'Items')
  const [item] = items
  if (item === undefined) return { is: 'notFound' }
  if (items.length > 1) return several(items)
  const failed = textAt(item, 'ResultCode') !== '1'
  return failed
    ? refusal(response, listAt(item, 'ErrorCodes'))
    : verdictOfRecord(at(item, 'TransferRecord'), creation)
}

function several(items: readonly ExactJson[]): Verdict {
  const theirs = items.map(
    (item) => textAt(item, 'TransferRecord', 'TransferId', 'TransferRef') ?? 'one without a number',
  )
  return { is: 'several', detail: `${items.length} transfers: ${theirs.join(', ')}` }
}

function balance(account: AdapterAccount): Call {
  return { method: 'GET', host: 'api', path: '/GetBalance', headers: headersOf(account) }
}

function readBalance({ json }: Reply): Pot[] | undefined {
  if (textAt(json, 'ResultCode') !== '1') return undefined
  const money = moneyOf(textAt(json, 'Balance'), textAt(json, 'CurrencyIso'))
  return money && [{ name: '', ...money }]
}

export const ding: Adapter = {
  manifest: DING,
  create,
  readCreate,
  lookUp,
  readLookUp,
  catalog,
  readCatalog,
  balance,
  readBalance,
  offer,
  readOffer,
}
