import { at, exactNumber, textAt, type JsonBody } from '../connectors/mod.ts'
import { Books, decimal, type Sale, scaled } from './books.ts'
import type { Call, Reply, Shop } from './stand-in.ts'

const KEY = 'ding-key'
export const DING_SECRETS = { apiKey: KEY }

const PRODUCTS = ['DE_TK_TopUp', 'GB_PP_TopUp', 'US_POWER_Bill', 'XB_PIN']
const PROVIDERS = { TK: 'Talkaria', PP: 'Pelican Prepaid', PO: 'Prairie Power', PI: 'Pinfold' }
/** The amount due on every bill of the stand-in. */
const DUE = '42.50'
const BILL_REF = 'BILL-7041'

/** The fee of each transfer. */
const FEE = '0.15'

export interface DingSwitches {
  /** The reference is documented as unique, but a repeat was charged twice when we tried it. */
  readonly repeat?: 'buysAgain' | 'refuses'
}

/**
 * DingConnect: results are in the body, insufficient funds give a 500, and a repeated transfer pays
 * again.
 */
export function dingShop({ repeat = 'buysAgain' }: DingSwitches = {}): Shop {
  const books = new Books({ EUR: '10000' })
  // We pay the sent amount and a fee. A commission is paid back to us.
  books.discountPercent = 0n
  books.fee = scaled(FEE)
  return {
    name: 'ding',
    books,
    kindOf({ path }) {
      if (path === '/SendTransfer') return 'create'
      return path === '/ListTransferRecords' ? 'lookUp' : 'other'
    },
    reply(call) {
      if (call.headers['api_key'] !== KEY) return failed(401, '4', 'AuthenticationFailed')
      switch (`${call.method} ${call.path}`) {
        case 'POST /SendTransfer':
          return transfer(books, call, repeat)
        case 'POST /ListTransferRecords':
          return records(books, call)
        case 'GET /GetProviders':
          return ok({ Items: Object.entries(PROVIDERS).map(provider) })
        case 'GET /GetProducts':
          return ok({ Items: PRODUCTS.filter((sku) => !books.gone.has(sku)).map(product) })
        case 'GET /GetBalance':
          return ok({ Balance: exactNumber(fundsLeft(books)), CurrencyIso: 'EUR' })
        case 'GET /GetAccountLookup':
          return ok({ CountryIso: 'DE', Items: [{ ProviderCode: 'TK', RegionCode: 'DE' }] })
        case 'POST /LookupBills':
          return ok({ Items: [{ BillRef: BILL_REF, Price: priceOf(scaled(DUE)) }] })
        default:
          return failed(404, '4', 'RequestInvalid')
      }
    },
    notFound: () => ok({ Items: [], ThereAreMoreItems: false }),
    error: () => failed(500, '3', 'TransientProviderError', 'ProviderTimedOut'),
    refuse: () => failed(200, '4', 'RequestInvalid'),
    busy: () => failed(429, '3', 'RateLimited'),
  }
}

function ok(fields: Readonly<Record<string, JsonBody>>): Reply {
  return { status: 200, body: { ...fields, ResultCode: exactNumber('1'), ErrorCodes: [] } }
}

function failed(status: number, result: string, code: string, context = ''): Reply {
  const body = { ResultCode: exactNumber(result), ErrorCodes: [{ Code: code, Context: context }] }
  return { status, body }
}

function fundsLeft({ funds }: Books): string {
  return decimal(funds.get('EUR') ?? 0n)
}

function priceOf(face: bigint, fee = scaled(FEE)): JsonBody {
  const amount = exactNumber(decimal(face))
  return {
    SendValue: amount,
    SendCurrencyIso: 'EUR',
    ReceiveValue: amount,
    CustomerFee: exactNumber('0'),
    DistributorFee: exactNumber(decimal(fee)),
  }
}

function provider([code, name]: readonly [string, string]): JsonBody {
  return { ProviderCode: code, CountryIso: 'DE', Name: name, ValidationRegex: '^[0-9]{6,15}$' }
}

function product(sku: string): JsonBody {
  return {
    ProviderCode: sku.slice(3, 5),
    SkuCode: sku,
    DefaultDisplayText: sku.replaceAll('_', ' '),
    Minimum: priceOf(scaled('5')),
    Maximum: priceOf(scaled('200')),
    RegionCode: sku.slice(0, 2),
    CommissionRate: exactNumber('0.05'),
    ProcessingMode: 'Instant',
    RedemptionMechanism: sku.endsWith('PIN') ? 'ReadReceipt' : 'Immediate',
    Benefits: sku.endsWith('TopUp') ? ['Mobile'] : [],
    LookupBillsRequired: sku.endsWith('Bill'),
  }
}

/** Refusals have HTTP status 200, or 500 if the funds do not suffice. */
function transfer(books: Books, { json }: Call, repeat: DingSwitches['repeat']): Reply {
  const reference = textAt(json, 'DistributorRef') ?? ''
  const sku = textAt(json, 'SkuCode') ?? ''
  const account = textAt(json, 'AccountNumber') ?? ''
  if (at(json, 'ValidateOnly') !== false) return failed(400, '4', 'ParameterInvalid')
  if (!PRODUCTS.includes(sku) || books.lacks(sku)) {
    return failed(200, '5', 'ProviderError', 'ProductUnavailable')
  }
  if (!/^[0-9]{6,15}$/.test(account)) {
    return failed(200, '5', 'AccountNumberInvalid', 'AccountNumberFailedRegex')
  }
  const face = scaled(textAt(json, 'SendValue') ?? '0')
  if (face < scaled('5') || face > scaled('200')) return failed(200, '4', 'ParameterOutOfRange')
  if (sku.endsWith('Bill') && (textAt(json, 'BillRef') !== BILL_REF || face !== scaled(DUE))) {
    return failed(200, '4', 'ParameterInvalid', 'BillRef')
  }
  if (repeat === 'refuses' && books.ofReference(reference).length > 0) {
    return failed(200, '4', 'RequestInvalid', 'DuplicateTransactionPrevented')
  }
  const sale = books.sell({ reference, currency: 'EUR', face, units: 1, facts: { sku, account } })
  return sale ? ok({ TransferRecord: recordOf(sale) }) : failed(500, '5', 'InsufficientBalance')
}

const STATES = {
  processing: 'Processing',
  done: 'Complete',
  failed: 'Failed',
  reversed: 'Cancelled',
}

function recordOf({ theirs, reference, status, face, price, codes, facts }: Sale): JsonBody {
  const isPin = facts['sku']?.endsWith('PIN') === true
  return {
    TransferId: { TransferRef: `ding-${theirs}`, DistributorRef: reference },
    SkuCode: facts['sku'],
    Price: priceOf(face, price - face),
    CommissionApplied: exactNumber('0'),
    ProcessingState: STATES[status],
    ReceiptText: 'Thank you',
    ReceiptParams: isPin ? { pin: codes[0]?.number } : { providerRef: `op-${theirs}` },
    AccountNumber: facts['account'],
  }
}

function records(books: Books, { json }: Call): Reply {
  const sales = books.ofReference(textAt(json, 'DistributorRef') ?? '')
  if (!books.isSlow) {
    for (const sale of sales) if (sale.status === 'processing') books.end(sale, 'done')
  }
  const items = sales.map((sale) => ({
    TransferRecord: recordOf(sale),
    ResultCode: exactNumber('1'),
    ErrorCodes: [],
  }))
  return ok({ Items: items, ThereAreMoreItems: false })
}
