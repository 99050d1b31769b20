import { Type } from 'typebox'
import {
  type Adapter,
  ADAPTERS,
  type Closing,
  closeSupplierPurchase,
  getSupplierPurchase,
  listSupplierPurchases,
  parseAccountText,
  purchaseIdOf,
  referenceThere,
  SUPPLIER_PURCHASE_STATUSES,
  SUPPLIER_PURCHASES_MAX,
  type SupplierPurchase,
} from '../../connectors/mod.ts'
import {
  findCurrency,
  formatOrderId,
  invalidField,
  invalidParameter,
  isoTime,
} from '../../core/mod.ts'
import { transact } from '../../db/mod.ts'
import { findOrder } from '../../orders/mod.ts'
import { flag, optionalOneOf, pages } from '../queries/query.ts'
import { optionalOrderName } from '../queries/query-ids.ts'
import { ok, optionalTime, paged } from '../response.ts'
import { operatorRoute } from '../route.ts'
import { Decimal, Instant, Text, Whole, YesOrNo } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import { choiceOf, oneOf } from '../shapes/one-of.ts'
import { PagedOf } from '../shapes/page-shape.ts'
import { amountOf, codeOf } from '../shapes/read-member.ts'
import { view } from '../shapes/view.ts'
import { fulfillmentIdOf } from '../orders/order.ts'
import { CLOSING, SUPPLIER_PURCHASE_STATUS } from './meanings.ts'
import { Reason } from '../shapes/reason.ts'

const adapters: Readonly<Record<string, Adapter>> = ADAPTERS

/** A purchase at an account of this adapter. */
interface ListedPurchase extends SupplierPurchase {
  readonly adapter: string
}

const PurchaseView = view<ListedPurchase>()(
  {
    purchaseId: [Text('Identifies the purchase'), purchaseIdOf],
    reference: [
      Text('Our reference of the order, as the supplier has it'),
      (one) => referenceThere(one, adapters[one.adapter]?.manifest.referenceForm),
    ],
    status: oneOf('The status of the purchase', SUPPLIER_PURCHASE_STATUS),
    released: [
      YesOrNo('True if the order that it was bought for no longer needs it'),
      (one) => one.isReleased,
    ],
    partnerId: fields.partnerId,
    orderId: [fields.orderId, (one) => formatOrderId(one.orderName)],
    fulfillmentId: [
      fields.fulfillmentId,
      (one) => fulfillmentIdOf(formatOrderId(one.orderName), one.batchNo),
    ],
    productId: fields.productId,
    currency: [Text('The currency of the product, as ISO 4217 code'), codeOf],
    faceValue: [fields.faceValue, amountOf('faceValueMinor')],
    quantity: fields.quantity,
    settings: Type.Unknown({ description: 'Settings of the product that was bought' }),
    supplierOrderId: [Type.Optional(Text('Id of the order at the supplier')), (one) => one.theirs],
    cost: [
      Type.Optional(Text('Amount that the supplier charged, as exact decimal text')),
      (one) => one.cost?.amount,
    ],
    costCurrency: [
      Type.Optional(Text('The currency of `cost`, as ISO 4217 code')),
      (one) => one.cost?.currency,
    ],
    sends: Whole('Number of requests to buy that were sent'),
    begunAt: Instant('When the purchase was recorded, before its first request'),
    unsureUntil: Type.Optional(
      Instant('Until this instant, a request to buy may still arrive there'),
    ),
    fault: Type.Optional(Text('Why a person must report the outcome')),
    faultAt: [
      Type.Optional(Instant('When `fault` was recorded')),
      (one) => optionalTime(one.faultedAt),
    ],
    closedAt: Type.Optional(Instant('When a person reported the outcome')),
  },
  { title: 'SupplierPurchase' },
)

const Exchange = Type.Object({
  at: Instant('When it was sent'),
  for: Text('`create` buys, `lookUp` reads the outcome, `codes` reads codes, `undo` takes back'),
  tookMs: Whole('Duration, in milliseconds'),
  request: Text('The request; what may be a secret, a code or a recipient is left out'),
  status: Type.Optional(Whole('The status of the response, if there was one')),
  response: Type.Optional(Text('The response; what may be a code is left out')),
  fault: Type.Optional(Text('Why there was no response')),
})

const DetailView = view<ListedPurchase>()(
  {
    ...PurchaseView.fields,
    exchanges: Type.Array(Exchange, {
      description: 'The first and the last requests about it, with their responses',
    }),
  },
  { title: 'SupplierPurchaseDetail' },
)

const listPurchasesRoute = operatorRoute('GET /admin/v1/suppliers/{supplier}/purchases', {
  permission: 'upstreams:read',
  operationId: 'listSupplierPurchases',
  summary: 'Lists purchases at a supplier, newest first',
  description: `Without an \`orderId\`, the list ends at ${SUPPLIER_PURCHASES_MAX}.`,
  query: {
    status: optionalOneOf(SUPPLIER_PURCHASE_STATUSES),
    unclear: flag(),
    orderId: optionalOrderName(),
    ...pages,
  },
  response: PagedOf(PurchaseView.schema),
  async handle({ params, query }, { db }) {
    const { status, unclear: isUnclear, orderId: order, page, pageSize } = query
    if (order && !(await findOrder(db, order))) {
      throw invalidParameter('orderId', 'must be the id of an order')
    }
    if (!order && page * pageSize > SUPPLIER_PURCHASES_MAX) {
      const reach = `reaches ${SUPPLIER_PURCHASES_MAX} purchases back at most without an orderId`
      throw invalidParameter('page', reach)
    }
    const filter = { status, isUnclear, order, page, pageSize }
    const name = parseAccountText(params.supplier)
    const { rows, total } = await listSupplierPurchases(db, name, filter)
    return ok(
      paged(
        rows.map((one) => PurchaseView.body({ ...one, adapter: name.adapter })),
        { page, pageSize, totalRecords: total },
      ),
    )
  },
})

const getPurchaseRoute = operatorRoute(
  'GET /admin/v1/suppliers/{supplier}/purchases/{purchaseId}',
  {
    permission: 'upstreams:read',
    operationId: 'getSupplierPurchase',
    summary: 'Returns a purchase at a supplier, the requests about it and their responses',
    response: Type.Object({ data: DetailView.schema }),
    async handle({ params: { supplier, purchaseId } }, { db }) {
      const name = parseAccountText(supplier)
      const purchase = await getSupplierPurchase(db, name, purchaseId)
      return ok({ data: DetailView.body({ ...purchase, adapter: name.adapter }) })
    },
  },
)

const UNITS_MAX = 1_000

const ClosingShape = Type.Object(
  {
    outcome: choiceOf('Outcome of the purchase', CLOSING),
    units: Type.Optional(
      Type.Array(
        Type.Object({
          giftCardNumber: Type.Optional(fields.giftCardNumber),
          giftCardPin: Type.Optional(fields.giftCardPin),
          barCodeNumber: Type.Optional(fields.barCodeNumber),
          redemptionUrl: Type.Optional(fields.redemptionUrl),
          expiresAt: Type.Optional(Text('The last day on which it can be redeemed: `2027-12-31`')),
        }),
        {
          maxItems: UNITS_MAX,
          description: 'Units that were bought, unless they are here already',
        },
      ),
    ),
    supplierOrderId: Type.Optional(Text('Id of the order at the supplier')),
    cost: Type.Optional(
      Type.Object(
        {
          amount: Decimal('With up to 5 decimals, in major units of `currency`'),
          currency: fields.currency,
        },
        { description: 'Amount that the supplier charged' },
      ),
    ),
    reason: Reason,
  },
  { title: 'SupplierPurchaseClosing' },
)
export type ClosingBody = Type.Static<typeof ClosingShape>

const closePurchaseRoute = operatorRoute(
  'POST /admin/v1/suppliers/{supplier}/purchases/{purchaseId}/close',
  {
    permission: 'upstreams:write',
    approval: 'upstreams',
    operationId: 'closeSupplierPurchase',
    refuses: ['state_conflict'],
    summary: 'Reports the outcome of a purchase that only a person can know',
    description:
      'Later statements of the supplier do not change the outcome. If nothing was bought, it is ' +
      'bought anew, unless the order was cancelled.',
    body: ClosingShape,
    response: Type.Object({ data: DetailView.schema }),
    async handle({ params, body, actor }, { db, vault, clock }) {
      const { reason } = body
      const report = {
        name: parseAccountText(params.supplier),
        purchaseId: params.purchaseId,
        closing: closingOf(body),
        act: { actor, reason, at: clock.now() },
      }
      const purchase = await transact(db, (tx) => closeSupplierPurchase(tx, vault, report))
      return ok({ data: DetailView.body({ ...purchase, adapter: report.name.adapter }) })
    },
  },
)

/** Reads the outcome that a person reports. Refuses invalid_request. */
export function closingOf({ outcome, units, supplierOrderId, cost }: ClosingBody): Closing {
  if (outcome === 'notBought') {
    const names = Object.entries({ units, supplierOrderId, cost })
    const [misplaced] = names.find(([, value]) => value !== undefined) ?? []
    if (misplaced !== undefined)
      throw invalidField(misplaced, 'does not apply if it was not bought')
    return { outcome }
  }
  const theirs = supplierOrderId
  if (theirs !== undefined && !/^[\x21-\x7e]{1,100}$/.test(theirs)) {
    throw invalidField('supplierOrderId', 'must have 1 to 100 characters, and no space')
  }
  return {
    outcome,
    theirs,
    charged: cost && chargedOf(cost),
    units: units?.map((unit, at) => ({
      number: unit.giftCardNumber,
      pin: unit.giftCardPin,
      barcode: unit.barCodeNumber,
      url: unit.redemptionUrl,
      expiresOn: dayOf(unit.expiresAt, at),
    })),
  }
}

function chargedOf({ amount, currency }: NonNullable<ClosingBody['cost']>) {
  if (!findCurrency(currency)) throw invalidField('cost.currency', 'must be an ISO 4217 code')
  const text = String(amount)
  if (!/^[0-9]{1,15}(\.[0-9]{1,5})?$/.test(text)) {
    throw invalidField('cost.amount', 'must not be negative, and have at most 5 decimals')
  }
  return { amount: text, currency }
}

function dayOf(text: string | undefined, at: number): string | undefined {
  if (text === undefined) return undefined
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN
  if (!Number.isNaN(day) && isoTime(day).startsWith(text)) return text
  throw invalidField(`units[${at}].expiresAt`, 'must be a day such as 2027-12-31')
}

export const supplierPurchaseRoutes = [listPurchasesRoute, getPurchaseRoute, closePurchaseRoute]
