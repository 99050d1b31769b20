import { Type, type Static, type TSchema } from 'typebox'
import { Compile } from 'typebox/compile'

/** The part of the interface's responses that we read. Other fields are ignored. */

const TEXT_LENGTH_MAX = 255
/** Has no control characters, because it is stored and shown. */
const text = { maxLength: TEXT_LENGTH_MAX, pattern: '^[^\\u0000-\\u001f\\u007f]*$' }
const Text = Type.String(text)

const Order = Type.Object({
  id: Type.String({ ...text, minLength: 1 }),
  clientReference: Text,
  status: Text,
  currency: Text,
  totalAmount: Type.Number(),
  // The amount that is charged, if a price rule of the upstream applies.
  pricing: Type.Optional(Type.Object({ chargedAmount: Type.Number() })),
  itemCount: Type.Optional(Type.Integer()),
})

/**
 * In a code, an empty text and a missing field both mean that the field does not apply. Deviations
 * from the purchase, and texts that cannot be codes, are found when the items are received.
 */
const Item = Type.Object({
  itemNo: Type.Integer(),
  productId: Type.Integer(),
  currency: Text,
  faceValue: Type.Number(),
  giftCardNumber: Type.Optional(Type.String()),
  giftCardPin: Type.Optional(Type.String()),
  barCodeNumber: Type.Optional(Type.String()),
  redemptionUrl: Type.Optional(Type.String()),
  expiresAt: Type.Optional(Type.String()),
})

const Product = Type.Object({
  productId: Type.Integer(),
  brand: Type.String(),
  currency: Text,
  denominationType: Text,
  fixedAmounts: Type.Optional(Type.Array(Type.Number())),
  minAmount: Type.Optional(Type.Number()),
  maxAmount: Type.Optional(Type.Number()),
  inStock: Type.Boolean(),
  fxRate: Type.Number(),
  productType: Type.Optional(Text),
})

/** The fields that the operator needs to sell the product; purchases do not use them. */
const ListedProduct = Type.Object({
  ...Product.properties,
  recipientFields: Type.Optional(
    Type.Array(
      Type.Object({
        name: Type.String(),
        label: Type.String(),
        pattern: Type.String(),
        required: Type.Boolean(),
      }),
    ),
  ),
})

const Balances = Type.Object({
  fundsList: Type.Array(Type.Object({ funds: Type.Number(), currency: Text })),
})

const Pagination = Type.Object({ totalRecords: Type.Integer(), hasNext: Type.Boolean() })

export type TheirOrder = Static<typeof Order>
export type TheirItem = Static<typeof Item>
export type TheirProduct = Static<typeof Product>
export type TheirListedProduct = Static<typeof ListedProduct>
export type TheirBalances = Static<typeof Balances>

export const readOrder = reader(Type.Object({ data: Order }))
export const readOrders = reader(Type.Object({ data: Type.Array(Order) }))
export const readItems = reader(Type.Object({ data: Type.Array(Item) }))
export const readProduct = reader(Type.Object({ data: Product }))
export const readProducts = reader(
  Type.Object({
    data: Type.Array(ListedProduct),
    meta: Type.Object({ pagination: Pagination }),
  }),
)
export const readBalances = reader(Balances)

/** Returns a reader of JSON of one shape, which returns undefined for anything else. */
function reader<S extends TSchema>(schema: S): (body: Buffer) => Static<S> | undefined {
  const shape = Compile(schema)
  return (body) => {
    const value = parsed(body)
    return shape.Check(value) ? value : undefined
  }
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
