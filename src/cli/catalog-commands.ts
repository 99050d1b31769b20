import { UsageFailure } from './failure.ts'
import { group } from './invocation.ts'
import { fieldOf } from './json.ts'
import { operation } from './operation.ts'
import { OPERATIONS } from './operator-operations.ts'
import { requestOf, type BodyOf } from './operation-table.ts'
import { plain } from './print.ts'

export const PRODUCT_TYPE = {
  flags: '--type <type>',
  values: OPERATIONS.listProducts.query.productType.values,
}

/** The options for the fields of a product, and their help texts. */
const FIELDS = {
  currency: 'currency in which it is priced',
  // It follows from the face values.
  denominationType: false,
  fixedAmounts: { flags: '--fixed <amounts>', help: 'its face values, such as 10,25,50' },
  minAmount: { flags: '--min <amount>', help: 'least face value of a range' },
  maxAmount: { flags: '--max <amount>', help: 'greatest face value of a range' },
  productType: { ...PRODUCT_TYPE, help: 'GIFT_CARD without it' },
  supplierSettings: 'settings of its supplier, such as {"outcome":"slow"}',
  suppliers: 'several suppliers in order; JSON or @file',
  recipientFields:
    'fields of the recipient; each value must match the whole pattern; JSON or @file',
  codeNamespace: {
    flags: '--code-namespace <name>',
    help:
      'compare its codes only with those of products of the same namespace; for issuers that ' +
      "share short numbers, before it has codes; '' for the shared namespace",
  },
} as const

export const PRODUCTS = group('products that partners can order', {
  list: operation('listProducts', {
    about: 'list products, inactive ones too',
    fields: {
      productType: PRODUCT_TYPE,
      active: { help: 'only those that are sold', helpOfNo: 'only those that are not sold' },
    },
    columns: [
      'productId',
      'brand',
      'productType',
      'currency',
      {
        title: 'amounts',
        read: (row) =>
          fieldOf(row, 'fixedAmounts') ??
          `${plain(fieldOf(row, 'minAmount'))} to ${plain(fieldOf(row, 'maxAmount'))}`,
      },
      'supplier',
      'active',
    ],
  }),
  show: operation('getProduct', { about: 'show one product' }),
  routing: operation('getProductRouting', {
    about: 'show in which order a product asks its suppliers, and what each of them costs',
  }),
  route: operation('putProductRouting', {
    about: 'set whether a product asks its cheapest supplier first, and its least margin',
    fields: {
      cheapestFirst: {
        help: 'by cost, among suppliers whose price is mirrored',
        helpOfNo: 'in the order of the list',
      },
      marginFloorPercent: 'least margin in percent of the face value, such as 2.5; default: none',
    },
  }),
  create: operation('createProduct', {
    about: 'create a product; give --fixed, or --min and --max',
    fields: {
      ...FIELDS,
      brand: { isRequired: false },
      currency: { help: FIELDS.currency, isRequired: false },
      test: 'sell it to test partners only; its supplier is sandbox or wallet',
      active: { flags: '--inactive', help: 'create it, but do not sell it yet' },
    },
    request({ body: { active, ...body } }) {
      requireProduct(body)
      const isInactive = active === true
      const product = { ...body, ...denominationOf(body), active: isInactive ? false : undefined }
      return requestOf('createProduct', { body: product })
    },
    examples: `
Examples:
  $ tessera products create --brand "Northwind Coffee" --currency USD --fixed 5,10,25 \\
      --supplier generator
  $ tessera products create --brand "Fabrikam" --currency USD --fixed 10 \\
      --suppliers '[{"supplier":"vault"},{"supplier":"generator"}]'
  $ tessera products create --brand "Zephyrtel" --currency INR --min 100 --max 5000 --type TOP_UP \\
      --supplier sandbox --recipient-fields @fields.json
    where fields.json is [{"name": "phoneNumber", "label": "Phone", "pattern": "[0-9]{10}",
    "required": true}]`,
  }),
  update: operation('updateProduct', {
    about: 'change the given fields; accepted orders keep their price',
    fields: {
      ...FIELDS,
      test: false,
      active: { help: 'sell it', helpOfNo: 'stop selling it' },
    },
    request({ path, body }) {
      return requestOf('updateProduct', { path, body: { ...body, ...denominationOf(body) } })
    },
  }),
})

type Product = Partial<BodyOf<'createProduct'>>

type FaceValues = Pick<Product, 'fixedAmounts' | 'minAmount' | 'maxAmount'>

/** Returns the kind of face values that are given, if there are any. */
function denominationOf({ fixedAmounts, minAmount, maxAmount }: FaceValues) {
  const isVariable = minAmount !== undefined || maxAmount !== undefined
  if (fixedAmounts === undefined) return isVariable ? { denominationType: 'VARIABLE' } : {}
  if (isVariable) throw new UsageFailure('give either --fixed, or --min and --max')
  return { denominationType: 'FIXED' }
}

/** Refuses missing fields of a product by the names of the options. */
function requireProduct(product: Product): void {
  const { brand, currency, supplier, suppliers, fixedAmounts, minAmount, maxAmount } = product
  const isPriced = fixedAmounts ?? (minAmount !== undefined && maxAmount !== undefined)
  const missing = [
    brand === undefined && '--brand',
    currency === undefined && '--currency',
    supplier === undefined && suppliers === undefined && '--supplier',
    isPriced === false && '--fixed or --min and --max',
  ].filter((name) => name !== false)
  if (missing.length > 0) throw new UsageFailure(`missing: ${missing.join(', ')}`)
}
