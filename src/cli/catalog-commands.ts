import type { Command } from 'commander'
import {
  currency,
  decimal,
  jsonArgument,
  optionalDecimal,
  parts,
  productTypeOption,
} from './arguments.ts'
import { UsageFailure } from './failure.ts'
import { operate, operateWrite, operateList, type Invocation } from './invocation.ts'
import { fieldOf, type JsonValue } from './json.ts'
import { segment } from './operator-api.ts'
import { plain, record, type Column } from './print.ts'

/** Adds the command group `products`. */
export function addCatalogCommands(program: Command, invocation: Invocation): void {
  const products = program.command('products').description('products that partners can order')
  addProductList(products, invocation)
  addProductShow(products, invocation)
  addProductCreate(products, invocation)
  addProductUpdate(products, invocation)
}

const AMOUNTS: Column = {
  title: 'amounts',
  of: (row) =>
    fieldOf(row, 'fixedAmounts') ??
    `${plain(fieldOf(row, 'minAmount'))} to ${plain(fieldOf(row, 'maxAmount'))}`,
}

const PRODUCT_COLUMNS: readonly Column[] = [
  'productId',
  'brand',
  'productType',
  'currency',
  AMOUNTS,
  'supplier',
  'active',
]

interface ProductFilter {
  readonly brand?: string
  readonly type?: string
  readonly currency?: string
  readonly active?: boolean
}

function addProductList(products: Command, invocation: Invocation): void {
  const list = products
    .command('list')
    .description('list products, inactive ones too')
    .option('--brand <text>', 'only those whose brand has this part')
    .addOption(productTypeOption('only those of this type'))
    .option('--currency <code>', 'only those in this currency')
    .option('--active', 'only those that are sold')
    .option('--no-active', 'only those that are not sold')
  operateList<ProductFilter>(list, invocation, {
    path: () => '/products',
    query: ({ brand, type: productType, currency: code, active }) => ({
      brand,
      productType,
      currency: code && currency(code),
      active: active?.toString(),
    }),
    columns: PRODUCT_COLUMNS,
  })
}

function addProductShow(products: Command, invocation: Invocation): void {
  const show = products.command('show').description('show one product').argument('<productId>')
  operate(show, invocation, {
    request: (_options, id: string) => ({ method: 'GET', path: `/products/${segment(id)}` }),
    view: record,
  })
}

interface ProductOptions {
  readonly brand?: string
  readonly currency?: string
  readonly type?: string
  readonly fixed?: string
  readonly min?: string
  readonly max?: string
  readonly supplier?: string
  readonly supplierSettings?: string
  readonly suppliers?: string
  readonly recipientFields?: string
  readonly codeNamespace?: string
  readonly active?: boolean
  readonly test?: true
  readonly reason?: string
}

function addProductCreate(products: Command, invocation: Invocation): void {
  const create = productOptions(products.command('create'))
    .description('create a product; give --fixed, or --min and --max')
    .option('--inactive', 'create it, but do not sell it yet')
    .option('--test', 'sell it to test partners only; its supplier is sandbox or wallet')
    .addHelpText(
      'after',
      `
Examples:
  $ tessera products create --brand "Northwind Coffee" --currency USD --fixed 5,10,25 \\
      --supplier generator
  $ tessera products create --brand "Fabrikam" --currency USD --fixed 10 \\
      --suppliers '[{"supplier":"vault"},{"supplier":"generator"}]'
  $ tessera products create --brand "Zephyrtel" --currency INR --min 100 --max 5000 --type TOP_UP \\
      --supplier sandbox --recipient-fields @fields.json
    where fields.json is [{"name": "phoneNumber", "label": "Phone", "pattern": "[0-9]{10}",
    "required": true}]`,
    )
  operateWrite<ProductOptions & { inactive?: true }>(create, invocation, {
    request: async (options) => ({
      method: 'POST',
      path: '/products',
      body: {
        ...(await productBody(options, invocation)),
        ...required(options),
        active: options.inactive ? false : undefined,
      },
    }),
    view: record,
  })
}

function addProductUpdate(products: Command, invocation: Invocation): void {
  const update = productOptions(products.command('update').argument('<productId>'))
    .description('change the given fields; accepted orders keep their price')
    .option('--active', 'sell it')
    .option('--no-active', 'stop selling it')
  operateWrite<ProductOptions>(update, invocation, {
    request: async (options, productId: string) => {
      const body = { ...(await productBody(options, invocation)), active: options.active }
      if (Object.values({ ...body, reason: undefined }).every((value) => value === undefined)) {
        throw new UsageFailure('nothing to change: give at least one field')
      }
      return { method: 'PATCH', path: `/products/${segment(productId)}`, body }
    },
    view: record,
  })
}

function productOptions(command: Command): Command {
  return command
    .option('--brand <name>')
    .option('--currency <code>', 'currency in which it is priced')
    .option('--fixed <amounts>', 'its face values, such as 10,25,50')
    .option('--min <amount>', 'least face value of a range')
    .option('--max <amount>', 'greatest face value of a range')
    .addOption(productTypeOption('GIFT_CARD without it'))
    .option(
      '--supplier <name>',
      'vault (imported codes), generator (codes of your own), upstream, wallet or sandbox',
    )
    .option('--supplier-settings <json>', 'settings of its supplier, such as {"outcome":"slow"}')
    .option('--suppliers <json>', 'several suppliers in order; JSON or @file')
    .option(
      '--recipient-fields <json>',
      'fields of the recipient; each value must match the whole pattern; JSON or @file',
    )
    .option(
      '--code-namespace <name>',
      'compare its codes only with those of products of the same namespace; for issuers that ' +
        "share short numbers, before it has codes; '' for that of all others",
    )
    .option('--reason <text>', 'recorded in the audit log')
}

async function productBody(
  options: ProductOptions,
  { terminal }: Invocation,
): Promise<Record<string, JsonValue | undefined>> {
  const { fixed, min, max, supplierSettings, suppliers, recipientFields } = options
  if (fixed !== undefined && (min !== undefined || max !== undefined)) {
    throw new UsageFailure('give either --fixed, or --min and --max')
  }
  const isVariable = min !== undefined || max !== undefined
  return {
    brand: options.brand,
    currency: options.currency === undefined ? undefined : currency(options.currency),
    denominationType: fixed !== undefined ? 'FIXED' : isVariable ? 'VARIABLE' : undefined,
    fixedAmounts: fixed && parts(fixed).map((amount) => decimal('--fixed', amount)),
    minAmount: optionalDecimal('--min', min),
    maxAmount: optionalDecimal('--max', max),
    productType: options.type,
    supplier: options.supplier,
    supplierSettings:
      supplierSettings && (await jsonArgument('--supplier-settings', supplierSettings, terminal)),
    suppliers: suppliers && (await jsonArgument('--suppliers', suppliers, terminal)),
    recipientFields:
      recipientFields && (await jsonArgument('--recipient-fields', recipientFields, terminal)),
    codeNamespace: options.codeNamespace,
    test: options.test,
    reason: options.reason,
  }
}

/** Returns the required fields of a product. Refuses missing ones by the names of the options. */
function required(options: ProductOptions): object {
  const { brand, currency: code, supplier, suppliers, fixed, min, max } = options
  const missing = [
    brand === undefined && '--brand',
    code === undefined && '--currency',
    supplier === undefined && suppliers === undefined && '--supplier',
    fixed === undefined && (min === undefined || max === undefined) && '--fixed or --min and --max',
  ].filter((name) => name !== false)
  if (missing.length > 0) throw new UsageFailure(`missing: ${missing.join(', ')}`)
  return {}
}
