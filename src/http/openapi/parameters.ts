import { PATH_IDS } from '../path-ids.ts'
import { isOfPeople, type Route } from '../route.ts'
import { methodOf } from './paths.ts'

const TEXT = { type: 'string' }
const UUID = { type: 'string', format: 'uuid' }

const OF_QUERY: Readonly<Record<string, string>> = {
  supplier: 'Only those at this account of ours, such as `reloadly:main`',
  mapped: 'True: only those that a product buys; false: only those that none buys',
  account: 'The funds, unless given; or the money that is set aside for links',
  active: 'True: only active ones; false: only inactive ones',
  actor: 'Only acts of this actor, such as an e-mail address',
  after: 'Continues the list after this entry: the value of `meta.pagination.after`',
  amount: 'The total of the order in `currency`, in major units',
  amountColumn: 'The column of the file that has the amounts',
  currencyColumn: 'The column of the file that has the currencies; `currency`, if there is one',
  brand: 'Only those of this brand',
  by: 'Fields by which the sums are split',
  campaignId: 'Only wallets of this campaign',
  category: 'Only products of this category',
  cardIdentifier: 'The order of the item with this identifier',
  circuit: 'Only those whose circuit is in this state',
  clientId: 'Only those of this credential',
  clientReference: "The partner's own reference of the order",
  consumerId: 'Only those of this consumer',
  costCurrency: 'Only units whose cost is known in this currency',
  costStatus: 'Only units whose cost has this status',
  country: 'Only products that can be redeemed in this country',
  createConsumers: 'Creates consumers and wallets that are missing',
  createdFrom: 'Only orders from this day on, in UTC',
  createdTo: 'Only orders until this day, in UTC, which is included',
  currencies: 'Only rates of these currencies, with commas between',
  currency: 'An ISO 4217 code',
  decimalMark: 'The mark before the decimals in the file',
  discountPercent: 'The discount of the rule; below zero it is a surcharge',
  dryRun: 'Checks and counts, and stores nothing',
  effectiveAt: 'When the rates come into force; now unless given',
  email: 'Only those with this e-mail address',
  ended: 'True: only those that have ended; false: only others',
  event: 'Only those of this event',
  failed: 'Only requests whose status is 400 or above',
  feeAmount: 'The fee of the rule for each unit',
  fileName: 'The name of the file, which is stored with the result',
  force: 'Accepts what the guard refuses; needs `reason`',
  format: 'The format',

  head: 'A head that an earlier verification returned: the chain must still have it',
  importId: 'The id of a new import, so that it can be followed and resumed',
  inStock: 'True: only products that can be ordered now; false: only others',
  include: 'Further parts of the products',
  metadata: 'A key of the metadata and its value, such as `team:hr`',
  itemReference: "The partner's own reference of an item",
  kind: 'Only those of this kind',
  language: 'A language tag such as `de` or `pt-BR`',
  lot: 'The name of the lot; the id of the import unless given',
  low: 'True: only stock below its threshold; false: only other stock',
  month: 'Only orders that ended in this month',
  name: 'Only those with this name',
  negate: 'The signs of the amounts in the file are the opposite of ours',
  orderId: 'Only those of this order',
  outcome: 'Only those that succeeded, or that failed',
  page: 'The number of the page',
  pageSize: 'Entries of a page',
  partnerId: 'Only those of this partner',
  productId: 'Only those of this product',
  productType: 'Only those of this type',
  q: 'Text or identifier to search for',
  reason: 'Recorded in the audit log',
  recipient: 'The phone number, account or address of a recipient',
  reference: 'Only those with this reference',
  referenceColumn: 'The column of the file that has the references',
  resume: 'The id of an interrupted import to continue',
  role: 'Only those with this role',
  severity: 'Only those of this severity',
  size: 'Entries of a page',
  sort: 'The field that the list is sorted by, ascending; with `-` before it, descending',
  source: 'Source of the rates, which is stored with them',
  state: 'Only those in this state',
  status: 'Only those in this status',
  subject: 'Only those about this subject, such as an order',
  target: 'Only those on this target, such as `partner:7`',
  test: 'True: only test partners; false: only others',

  type: 'Only those of this type',
  fileReference:
    'Names the file: with the reference of a row, it is the idempotency key of the row',
  unclear: 'true: only those whose outcome a person must report',
  unmasked: 'Shows personal data, which is audited',
  wait: 'Seconds to wait for a first event; 0 unless given',
  action: 'Only acts of this kind, such as `partner.create`',
  accentColor: 'The color of buttons, such as `#a3452a`',
  greeting: 'The greeting, in place of the usual one',
  locale: 'The language of the page, such as `de`',
  logo: 'The id of a stored logo',
  mailSubject: 'The subject of the mail, in place of the usual one',
  message: 'Message of links that have none of their own',
  paperColor: 'The color behind the page in a light theme',
  part: 'Part to show: the page, unless given, or the mail',
  senderName: "Who sends the links; the partner's name unless given",
}

/** Values of parameters that a route can require. */
const EXAMPLES: Readonly<Record<string, string | number>> = {
  amount: 1250.5,
  currency: 'USD',
  fileReference: 'payroll-2026-05',
  locale: 'de',
  from: '2026-01-01',
  to: '2026-02-01',
  q: 'ord_01M86VEXW60000C000001',
  supplier: 'reloadly:main',
}

/** Returns the parameters of a route: path, query, then headers. */
export function parametersOf(route: Route): object[] {
  const { ids, query, operation } = route
  const ofPath = ids.map(({ name }) => {
    const { schema, description } = PATH_IDS[name]
    return { name, in: 'path', required: true, schema, description }
  })
  const ofQuery = Object.entries(query).map(([parameter, { schema, isRequired = false }]) => {
    const { description: more, ...rest } = schema
    const example = rest.example ?? EXAMPLES[parameter]
    const text = OF_QUERY[parameter] ?? more
    if (text === undefined) throw new Error(`the parameter ${parameter} has no description`)
    const isMore = typeof more === 'string' && more !== text
    const description = isMore ? `${text}. ${more}` : text
    return {
      name: parameter,
      in: 'query',
      required: isRequired,
      schema: { ...rest, example },
      description,
    }
  })
  return [
    ...ofPath,
    ...ofQuery,
    ...(takesKey(route) ? [IDEMPOTENCY_KEY] : []),
    ...(operation.isCached === true ? [IF_NONE_MATCH] : []),
  ]
}

/** True if a write can be repeated under an Idempotency-Key. */
export function takesKey({ name, access, operation }: Route): boolean {
  if (operation.isKeyed === true) return true
  return isOfPeople(access) && methodOf(name) !== 'get' && operation.isShownOnce !== true
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: UUID,
  description: 'Repeating a write with its key returns the first response and does nothing more',
}

const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  schema: TEXT,
  description: 'The etag of an earlier response: 304 without a body if nothing has changed',
}
