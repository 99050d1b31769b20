import {
  findStoredCurrency,
  invalidField,
  plainTextFault,
  changesPrototype,
  readLine,
  type Currency,
  readAmount,
} from '../core/mod.ts'
import { presentSupplier } from './former-supplier.ts'
import {
  DENOMINATION_TYPES,
  isIrrevocable,
  PRODUCT_TYPES,
  type Denomination,
  type DenominationType,
  type Product,
  type ProductType,
  type RecipientField,
  type SupplierRoute,
  type SupplierTypes,
} from './product.ts'
import { patternFault } from './recipient-pattern.ts'
import { creditsWallet, WALLET_ID_FIELD, WALLET_NAME_FIELDS } from './recipient-wallet.ts'

/** One of several suppliers. */
export interface SupplierInput {
  readonly supplier: string
  readonly settings?: Readonly<Record<string, unknown>> | undefined
}

/** A product as the operator writes it. Amounts are wire numbers of the product's currency. */
export interface ProductInput {
  readonly brand: string
  readonly currency: string
  readonly denominationType: string
  readonly fixedAmounts?: readonly number[] | undefined
  readonly minAmount?: number | undefined
  readonly maxAmount?: number | undefined
  readonly productType?: string | undefined
  readonly recipientFields?: readonly RecipientField[] | undefined
  readonly supplier?: string | undefined
  readonly supplierSettings?: Readonly<Record<string, unknown>> | undefined
  /** All suppliers in order, instead of `supplier`. */
  readonly suppliers?: readonly SupplierInput[] | undefined
  readonly active?: boolean | undefined
  /** True for a product of test partners. */
  readonly test?: boolean | undefined
  /** Empty text means the default namespace. */
  readonly codeNamespace?: string | undefined
}

export type NewProduct = Omit<Product, 'productId'>

const BRAND_LENGTH_MAX = 200
const FIXED_AMOUNTS_MAX = 100
export const RECIPIENT_FIELDS_MAX = 20
const SUPPLIERS_MAX = 8
const RECIPIENT_NAME_LENGTH_MAX = 100
const SETTINGS_LENGTH_MAX = 4_096

/** Checks a whole product. Refuses invalid_request, naming the first field at fault. */
export function readProduct(input: ProductInput, suppliers: SupplierTypes): NewProduct {
  const brand = readLine('brand', input.brand, BRAND_LENGTH_MAX)
  const currency = findStoredCurrency(input.currency)
  if (!currency) throw invalidField('currency', 'must be an active ISO 4217 code')
  const productType = requireOneOf(PRODUCT_TYPES, input.productType ?? 'GIFT_CARD', 'productType')
  const isTest = input.test === true
  const supply = readSuppliers(input, { productType, supplierTypes: suppliers })
  if (isTest) requireTestSupplier(supply)
  return {
    brand,
    currency,
    productType,
    denomination: readDenomination(input, currency),
    recipientFields: readRecipientFields(input, { productType, supplier: supply.supplier }),
    ...supply,
    active: input.active ?? true,
    isTest,
    codeNamespace: readCodeNamespace(input.codeNamespace ?? ''),
  }
}

/**
 * A namespace has no colon and no upper case, because the input of each code's hash begins with it.
 */
const CODE_NAMESPACE = /^[a-z0-9][a-z0-9-]{0,63}$/

function readCodeNamespace(name: string): string | undefined {
  if (name === '') return undefined
  if (CODE_NAMESPACE.test(name)) return name
  throw invalidField(
    'codeNamespace',
    'must have 1 to 64 of a-z, 0-9 and hyphen, and begin with no hyphen',
  )
}

/**
 * Refuses a brand that a spreadsheet would execute or nobody can read, naming the field, because
 * each CSV of codes contains the brand unaltered.
 */
export function checkBrand(brand: string): void {
  const fault = plainTextFault(brand.replaceAll(/^ +| +$/g, ''))
  if (fault !== undefined) throw invalidField('brand', fault)
}

function requireOneOf<T extends string>(allowed: readonly T[], value: string, field: string): T {
  const option = allowed.find((one) => one === value)
  if (option === undefined) throw invalidField(field, `must be one of ${allowed.join(', ')}`)
  return option
}

/** Amounts that belong to other types are refused: ignoring them would hide a mistake. */
const AMOUNTS_OF_OTHERS = {
  FIXED: ['minAmount', 'maxAmount'],
  VARIABLE: ['fixedAmounts'],
} as const satisfies Record<DenominationType, readonly (keyof ProductInput)[]>

function readDenomination(input: ProductInput, currency: Currency): Denomination {
  const type: DenominationType = requireOneOf(
    DENOMINATION_TYPES,
    input.denominationType,
    'denominationType',
  )
  for (const field of AMOUNTS_OF_OTHERS[type]) {
    if (input[field] !== undefined) throw invalidField(field, `does not apply to ${type}`)
  }
  if (type === 'FIXED') return { type, fixedMinor: readFixed(input.fixedAmounts ?? [], currency) }
  const minMinor = readBound('minAmount', input.minAmount, currency)
  const maxMinor = readBound('maxAmount', input.maxAmount, currency)
  if (minMinor > maxMinor) throw invalidField('maxAmount', 'must not be below minAmount')
  return { type, minMinor, maxMinor }
}

function readFixed(amounts: readonly number[], currency: Currency): bigint[] {
  if (amounts.length === 0 || amounts.length > FIXED_AMOUNTS_MAX) {
    throw invalidField('fixedAmounts', `must have 1 to ${FIXED_AMOUNTS_MAX} amounts`)
  }
  const read = amounts.map((amount, at) => readAmount(`fixedAmounts[${at}]`, amount, { currency }))
  if (new Set(read).size !== read.length) throw invalidField('fixedAmounts', 'must be different')
  return read
}

function readBound(field: string, amount: number | undefined, currency: Currency): bigint {
  if (amount === undefined) throw invalidField(field, 'is required')
  return readAmount(field, amount, { currency })
}

function readRecipientFields(
  input: ProductInput,
  { productType: type, supplier }: Pick<NewProduct, 'productType' | 'supplier'>,
): readonly RecipientField[] {
  const fields = input.recipientFields ?? []
  if (!isIrrevocable(type)) {
    if (fields.length > 0) throw invalidField('recipientFields', 'does not apply to a gift card')
    return []
  }
  if (fields.length > RECIPIENT_FIELDS_MAX) {
    throw invalidField('recipientFields', `must have at most ${RECIPIENT_FIELDS_MAX} fields`)
  }
  const read = fields.map((field, at) => readRecipientField(field, `recipientFields[${at}]`))
  const names = new Set(read.map(({ name }) => name))
  if (names.size !== read.length) throw invalidField('recipientFields', 'must have different names')
  if (!creditsWallet({ supplier })) return read
  if (read.length === 0) return [WALLET_ID_FIELD]
  if (WALLET_NAME_FIELDS.some((name) => names.has(name))) return read
  throw invalidField('recipientFields', `must have one of ${WALLET_NAME_FIELDS.join(', ')}`)
}

function readRecipientField(
  { name, label, pattern, required }: RecipientField,
  field: string,
): RecipientField {
  const fault = patternFault(pattern)
  if (fault !== undefined) throw invalidField(`${field}.pattern`, fault)
  return {
    name: readRecipientName(name, `${field}.name`),
    label: readLine(`${field}.label`, label, RECIPIENT_NAME_LENGTH_MAX),
    pattern,
    required,
  }
}

/** Refuses a name that no body may have as a key, because every order would be refused. */
function readRecipientName(name: string, field: string): string {
  const line = readLine(field, name, RECIPIENT_NAME_LENGTH_MAX)
  if (changesPrototype(line, '')) throw invalidField(field, 'must not reach for a prototype')
  return line
}

type Supply = Pick<NewProduct, 'supplier' | 'supplierSettings' | 'fallbackSuppliers'>

/** Suppliers whose goods are worth nothing to anybody but test partners. */
const TEST_SUPPLIERS: readonly string[] = ['sandbox', 'wallet']

function requireTestSupplier({ supplier, fallbackSuppliers }: Supply): void {
  if (TEST_SUPPLIERS.includes(supplier) && fallbackSuppliers.length === 0) return
  const names = TEST_SUPPLIERS.join(' or ')
  throw invalidField('supplier', `must be ${names}, and the only one, for a test product`)
}

/** Reads one supplier or a list of them. Refuses both, because one would be ignored. */
function readSuppliers(
  input: ProductInput,
  { productType, supplierTypes }: { productType: ProductType; supplierTypes: SupplierTypes },
): Supply {
  const { supplier, supplierSettings, suppliers } = input
  if (suppliers === undefined) {
    if (supplier === undefined) throw invalidField('supplier', 'is required')
    const present = presentSupplier({ supplier, settings: supplierSettings })
    return {
      supplier: readSupplier(present.supplier, { productType, supplierTypes, field: 'supplier' }),
      supplierSettings: readSettings(present.settings, 'supplierSettings'),
      fallbackSuppliers: [],
    }
  }
  if (supplier !== undefined || supplierSettings !== undefined) {
    throw invalidField('suppliers', 'does not go with supplier and supplierSettings')
  }
  const [first, ...others] = suppliers.map((one, at) =>
    readRoute(one, { productType, supplierTypes, field: `suppliers[${at}]` }),
  )
  if (!first || suppliers.length > SUPPLIERS_MAX) {
    throw invalidField('suppliers', `must have 1 to ${SUPPLIERS_MAX} suppliers`)
  }
  const distinct = new Set([first, ...others].map((one) => JSON.stringify(one)))
  if (distinct.size < suppliers.length) throw invalidField('suppliers', 'must be different')
  if (others.length > 0 && [first, ...others].some(creditsWallet)) {
    throw invalidField('suppliers', 'must name wallet alone: it has recipients of its own')
  }
  const { supplier: name, settings } = first
  return { supplier: name, supplierSettings: settings, fallbackSuppliers: others }
}

interface RouteContext {
  readonly productType: ProductType
  readonly supplierTypes: SupplierTypes
  readonly field: string
}

function readRoute(input: SupplierInput, { field, ...allowed }: RouteContext): SupplierRoute {
  const { supplier, settings } = presentSupplier(input)
  return {
    supplier: readSupplier(supplier, { ...allowed, field: `${field}.supplier` }),
    settings: readSettings(settings, `${field}.settings`),
  }
}

function readSupplier(name: string, { productType, supplierTypes, field }: RouteContext): string {
  const supplier = requireOneOf(Object.keys(supplierTypes), name, field)
  const types = supplierTypes[supplier] ?? []
  if (types.includes(productType)) return supplier
  throw invalidField(field, `${supplier} serves ${types.join(', ')} only, not ${productType}`)
}

function readSettings(
  settings: Readonly<Record<string, unknown>>,
  field: string,
): Record<string, unknown> {
  if (JSON.stringify(settings).length > SETTINGS_LENGTH_MAX) {
    throw invalidField(field, `must have at most ${SETTINGS_LENGTH_MAX} characters`)
  }
  return { ...settings }
}
