import { Type, type Static, type TSchema } from 'typebox'
import { Compile } from 'typebox/compile'

/** What the interface answers, as far as we read it; other fields are left alone. */

const TEXT_LENGTH_MAX = 255
/** Kept and shown, so without control characters. */
const text = { maxLength: TEXT_LENGTH_MAX, pattern: '^[^\\u0000-\\u001f\\u007f]*$' }
const Text = Type.String(text)

const Order = Type.Object({
  id: Type.String({ ...text, minLength: 1 }),
  clientReference: Text,
  status: Text,
  currency: Text,
  totalAmount: Type.Number(),
  itemCount: Type.Optional(Type.Integer()),
})

/**
 * Of a code, empty text and no field mean the same: it does not apply. Text that cannot be a code
 * is reported where it is received, as are all other deviations from the purchase.
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

/** What the operator needs to sell it on; nothing is bought by it. */
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

const Fault = Type.Object({
  error: Type.Object({
    code: Type.String(),
    message: Type.String(),
    details: Type.Optional(
      Type.Array(Type.Object({ field: Type.String(), message: Type.String() })),
    ),
  }),
})

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
export const readFault = reader(Fault)

/** Reads JSON of one shape; undefined for anything else. */
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
