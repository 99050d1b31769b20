import { Type } from 'typebox'
import type {
  Adapter,
  AdapterAccount,
  Reply,
  Call,
  Creation,
  Manifest,
  Offer,
  OfferRequest,
  Pot,
  Verdict,
} from '../adapter.ts'
import { decimalText, scaledOf } from '../decimal-text.ts'
import { at, exactNumber, type ExactJson, listAt, type JsonBody, textAt } from '../exact-json.ts'
import { IF_NOT_FOUND } from '../if-not-found.ts'
import { currencyCode, decimalNumber } from '../setting-fields.ts'
import {
  type Meaning,
  moneyOf,
  ofEachCopy,
  type SupplierError,
  failedLookUp,
  verdictOf,
} from '../verdicts.ts'
import { catalog, headersOf, readCatalog } from './ding-catalog.ts'

/**
 * DingConnect, API V1. **A create that is sent again pays again**, although its reference is
 * documented as unique, so it is never repeated. After a lost response, the create is only looked
 * up. A look-up that finds nothing is definite only after their longest transfer of 90 seconds plus
 * a margin.
 */
const manifest: Manifest = {
  name: 'ding',
  types: ['TOP_UP', 'BILL_PAYMENT', 'GIFT_CARD'],
  hosts: {
    api: {
      live: 'https://api.dingconnect.com/api/V1',
      sandbox: 'https://api.dingconnect.com/api/V1',
    },
  },
  secrets: Type.Object({ apiKey: Type.String() }),
  account: Type.Object({ ifNotFound: IF_NOT_FOUND }),
  settings: Type.Object({
    sku: Type.String({ description: 'The SkuCode of their product' }),
    sendValue: Type.Optional(decimalNumber('What we send, if it is not the face value')),
    sendCurrency: Type.Optional(currencyCode('The currency of `sendValue`')),
  }),
  unitsPerCreate: 1,
  referenceForm: 'hex',
  repeat: { does: 'buysAgain' },
  visibleAfterSeconds: 90,
  notFoundIsDefiniteAfterSeconds: 600,
  responseSeconds: 100,
  finalWithinSeconds: 3_600,
  requestsPerMinute: 300,
  isReversible: true,
}

const POLL_SECONDS = 15
/** The account number that a purchase of a PIN sends. */
const NO_ACCOUNT = '0000000000'

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

/** Ding accepts no leading plus. */
function accountOf({ phoneNumber, accountNumber }: Creation['recipient']): string {
  return (phoneNumber ?? accountNumber ?? NO_ACCOUNT).replace(/^\+/, '')
}

/** A result that failed may come with any status of HTTP, so the body is read first. */
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

/** Returns the request for the amount that is due on a bill, or for the operator of a number. */
function offer({ productType, settings, recipient }: OfferRequest, account: AdapterAccount): Call {
  const headers = headersOf(account)
  const number = accountOf(recipient)
  if (productType === 'BILL_PAYMENT') {
    const body = { SkuCode: settings['sku'], AccountNumber: number }
    return { method: 'POST', host: 'api', path: '/LookupBills', headers, body }
  }
  const query = { accountNumber: number }
  return { method: 'GET', host: 'api', path: '/GetAccountLookup', headers, query }
}

function readOffer({ json }: Reply, { productType }: OfferRequest): Offer | undefined {
  if (textAt(json, 'ResultCode') !== '1') return undefined
  const [item] = listAt(json, 'Items')
  if (productType !== 'BILL_PAYMENT') {
    const operator = textAt(item, 'ProviderCode')
    return { fields: {}, operator }
  }
  const price = at(item, 'Price')
  const due = moneyOf(textAt(price, 'SendValue'), textAt(price, 'SendCurrencyIso'))
  const billRef = textAt(item, 'BillRef')
  if (billRef === undefined || due === undefined) return undefined
  const fee = moneyOf(textAt(price, 'CustomerFee'), due.currency)
  return { fields: { billRef, sendCurrency: due.currency }, due, fee }
}

export const ding: Adapter = {
  manifest,
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
