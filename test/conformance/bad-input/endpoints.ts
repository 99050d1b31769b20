import { randomUUID } from 'node:crypto'
import type { Json } from '../../support/client.ts'
import { aCredit, aCustomer } from '../partner-v1/fixture.ts'
import { CASE_REQUESTS } from './case-endpoints.ts'
import { LINKS } from './link-endpoints.ts'
import {
  also,
  amount,
  amountOrZero,
  anyText,
  currency,
  email,
  entries,
  integer,
  line,
  notA,
  note,
  oneOf,
  optional,
  required,
  type Kind,
} from './values.ts'
import { OWN_WEBHOOKS } from './webhook-requests.ts'
import type { Ids } from './fixture.ts'
import { withPaths } from './ids-of-paths.ts'

/** A route that takes JSON, with a valid request and the bad values of each field. */
export interface EndpointCase {
  readonly route: string
  /** The name of this body, if its route has several. */
  readonly variant?: string
  /** Returns the path, if its ids differ from those of `idsOf`. */
  readonly path?: (ids: Ids) => string
  /** A body that is accepted each time it is sent. */
  readonly body: (ids: Ids) => Json
  readonly isBodyOptional?: boolean
  /** The statuses that the valid request may get, such as 409 if the fixture never allows it. */
  readonly accepted?: readonly number[]
  readonly fields: Readonly<Record<string, Kind>>
}

export interface Endpoint extends EndpointCase {
  readonly path: (ids: Ids) => string
}

const order = { route: 'POST /v2/orders' }

function anOrderOf(code: string, productId: number, item: Json = {}): Json {
  const items = [{ productId, amount: 10, quantity: 1, ...item }]
  return { clientReference: randomUUID(), currency: code, items }
}

const v2: readonly EndpointCase[] = [
  {
    ...order,
    body: ({ products: [productId] }) =>
      anOrderOf('USD', productId, { itemReference: 'line 1', minValidityDays: 7 }),
    fields: {
      clientReference: anyText(255),
      currency: currency(),
      items: required(
        ...notA('array'),
        '[]',
        ...entries('items', 'null', '7', '"text"', 'true', '[]'),
        `[${Array(1_001).fill('{"productId":1,"amount":1,"quantity":1}').join(',')}]`,
      ),
      'items[0].productId': integer({ min: 1, max: 2 ** 31 }),
      'items[0].amount': also(amount(2), '0.99', '1000.01'),
      'items[0].quantity': integer({ min: 1, max: 1_000_000 }),
      'items[0].itemReference': optional(note(255)),
      'items[0].minValidityDays': optional(integer({ min: 1, max: 3_650 })),
    },
  },
  {
    route: 'POST /v2/drafts',
    body: ({ products: [productId] }) => anOrderOf('USD', productId),
    fields: {
      clientReference: anyText(255),
      currency: currency(),
      'items[0].productId': integer({ min: 1, max: 2 ** 31 }),
      'items[0].amount': also(amount(2), '0.99', '1000.01'),
      'items[0].quantity': integer({ min: 1, max: 1_000_000 }),
    },
  },
  {
    ...order,
    variant: 'in yen',
    body: ({ products: [, productId] }) => anOrderOf('JPY', productId),
    fields: { 'items[0].amount': amount(0) },
  },
  {
    ...order,
    variant: 'in dinars',
    body: ({ products: [, , productId] }) => anOrderOf('KWD', productId),
    fields: { 'items[0].amount': amount(3) },
  },
  {
    ...order,
    variant: 'of a top-up',
    body: ({ topUpId }) => anOrderOf('USD', topUpId, { recipient: { phone: '+4366012345678' } }),
    fields: {
      'items[0].recipient': required(
        ...notA('object'),
        ...['{}', '{"Phone":"+4366012345678"}', '{"value":7}'].map((json) => ({
          json,
          names: 'items[0].recipient.phone',
        })),
      ),
      'items[0].recipient.phone': also(
        line(256),
        '"66012345678"',
        '"+1"',
        '"+4366012345678 "',
        '"+4366012345678\\n"',
      ),
    },
  },
]

/** Bad values that a quote refuses. It names all other faults in a response of success. */
const quote: EndpointCase = {
  route: 'POST /v2/quotes',
  body: ({ products: [productId] }) => {
    const { clientReference: _, ...items } = anOrderOf('USD', productId, {
      itemReference: 'one',
      minValidityDays: 7,
    })
    return items
  },
  fields: {
    currency: currency(),
    items: required(...notA('array'), '[]', ...entries('items', 'null')),
    'items[0].productId': required(...notA('number'), '1.5', '"1"', '1e400'),
    'items[0].amount': required(...notA('number'), '"10"', '1e400'),
    'items[0].quantity': integer({ min: 1, max: 1_000_000 }),
    'items[0].itemReference': optional(note(255)),
    'items[0].minValidityDays': optional(integer({ min: 1, max: 3_650 })),
  },
}

const LABELS = { team: 'hr' }
const METADATA = optional(required(...notA('object'), '{"value":7}'))

const customer = { route: 'POST /api/partner/v1/customer' }

function transaction(at: 0 | 1 | 2): Pick<Endpoint, 'route' | 'path' | 'body'> {
  return {
    route: 'POST /api/partner/v1/wallets/{walletId}/transactions',
    path: ({ wallets }) => `/api/partner/v1/wallets/${wallets[at]}/transactions`,
    body: () => aCredit({ description: 'bonus', metadata: LABELS }),
  }
}

const transactionRows = { route: 'POST /api/partner/v1/wallets/transactions/bulk' }
const customerRows = { route: 'POST /api/partner/v1/customer/bulk' }

/** Values that are not a list of 1 to 1,000 objects. */
function rowList(list: string): Kind {
  const badEntries = entries(list, 'null', '7', '"text"', 'true', '[]')
  return required(...notA('array'), '[]', ...badEntries, `[${Array(1_001).fill('{}').join(',')}]`)
}

/** If the rows are atomic, faults of a row are faults of the body. */
const ATOMIC: readonly EndpointCase[] = [
  {
    ...transactionRows,
    body: ({ wallets: [walletId] }) => ({
      mode: 'atomic',
      transactions: [{ walletId, ...aCredit({ description: 'bonus', metadata: LABELS }) }],
    }),
    fields: {
      mode: optional(oneOf('atomic')),
      transactions: rowList('transactions'),
      'transactions[0].walletId': required(...notA('string'), '"a\\u0000b"'),
      'transactions[0].amount': amount(2),
      'transactions[0].transactionType': oneOf('CREDIT', 'DEBIT'),
      'transactions[0].referenceId': anyText(255),
      'transactions[0].description': optional(note(1_000)),
      'transactions[0].metadata': METADATA,
    },
  },
  {
    ...customerRows,
    body: () => ({ mode: 'atomic', customers: [aCustomer({ initialFunds: 1 })] }),
    fields: {
      mode: optional(oneOf('atomic')),
      customers: rowList('customers'),
      'customers[0].fullName': line(200),
      'customers[0].email': email(),
      'customers[0].currency': currency(),
      'customers[0].initialFunds': amountOrZero(2),
    },
  },
]

const partnerV1: readonly EndpointCase[] = [
  {
    ...customer,
    body: () => aCustomer({ initialFunds: 1 }),
    fields: {
      fullName: line(200),
      email: email(),
      currency: currency(),
      initialFunds: amountOrZero(2),
    },
  },
  {
    ...customer,
    variant: 'in yen',
    body: () => aCustomer({ currency: 'JPY' }),
    fields: { initialFunds: amountOrZero(0) },
  },
  {
    ...customer,
    variant: 'in dinars',
    body: () => aCustomer({ currency: 'KWD' }),
    fields: { initialFunds: amountOrZero(3) },
  },
  {
    ...transaction(0),
    fields: {
      amount: amount(2),
      transactionType: oneOf('CREDIT', 'DEBIT'),
      referenceId: anyText(255),
      description: optional(note(1_000)),
      metadata: METADATA,
    },
  },
  { ...transaction(1), variant: 'in yen', fields: { amount: amount(0) } },
  { ...transaction(2), variant: 'in dinars', fields: { amount: amount(3) } },
]

/** The routes that partners call. */
export const PARTNERS = withPaths([
  ...v2,
  quote,
  ...CASE_REQUESTS,
  ...LINKS,
  ...OWN_WEBHOOKS,
  ...partnerV1,
  ...ATOMIC,
])
