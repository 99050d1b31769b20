import type { Entry } from '../api/client.ts'
import { count, type Decimal } from '../format/format.ts'
import { cartTexts } from '../messages/en-shop.ts'
import type { CartLine } from './cart-line.ts'
import { isAmount, readCsv, valuesOf, type FileFault } from './read-csv.ts'

const texts = cartTexts.file

type Product = Entry<'listOwnProducts'>

export interface OrderFile {
  readonly lines: readonly CartLine[]
  /** The line of the file, for each entry of `lines`. */
  readonly numbers: readonly number[]
  readonly faults: readonly FileFault[]
}

/** The most lines of an order, unless the operator has set another limit. */
const LINES_MAX = 1_000

const KNOWN = ['brand', 'productId', 'amount', 'quantity', 'itemReference']

/** Reads a file of lines to order. Products are found by their number, or by their whole brand. */
export async function readOrderFile(
  text: string,
  products: readonly Product[],
): Promise<OrderFile> {
  const records = readCsv(text)
  const { value: header } = await records.next()
  if (!header) return onlyFault(texts.unreadable)
  const { record: columns } = header
  const recipientColumns = new Set(
    products.flatMap(({ recipientFields = [] }) => recipientFields.map(({ name }) => name)),
  )
  const unknown = columns.find((name) => !KNOWN.includes(name) && !recipientColumns.has(name))
  if (unknown !== undefined) return onlyFault(texts.unknownColumn(unknown))
  const isNamed = columns.includes('brand') || columns.includes('productId')
  if (!isNamed || !columns.includes('amount')) return onlyFault(texts.noHeader)
  const catalog = { byId: byId(products), byBrand: byBrand(products) }
  const lines: CartLine[] = []
  const numbers: number[] = []
  const faults: FileFault[] = []
  for await (const record of records) {
    if (!record) return onlyFault(texts.unreadable)
    if (lines.length + faults.length === LINES_MAX) {
      return onlyFault(texts.tooMany(count(LINES_MAX)))
    }
    const { line } = record
    const result = lineOf(valuesOf(columns, record.record), catalog)
    if (typeof result === 'string') faults.push({ line, message: result })
    else {
      lines.push(result)
      numbers.push(line)
    }
  }
  if (lines.length + faults.length === 0) return onlyFault(texts.noLines)
  return { lines, numbers, faults }
}

function onlyFault(message: string): OrderFile {
  return { lines: [], numbers: [], faults: [{ line: undefined, message }] }
}

interface Catalog {
  readonly byId: ReadonlyMap<string, Product>
  readonly byBrand: ReadonlyMap<string, readonly Product[]>
}

function byId(products: readonly Product[]): Catalog['byId'] {
  return new Map(products.map((product) => [String(product.productId), product]))
}

function byBrand(products: readonly Product[]): Catalog['byBrand'] {
  const grouped = new Map<string, Product[]>()
  for (const product of products) {
    const name = product.brand.toLowerCase()
    grouped.set(name, [...(grouped.get(name) ?? []), product])
  }
  return grouped
}

type Values = Readonly<Record<string, string>>

/** Returns the line of the cart, or the message of its fault. */
function lineOf(values: Values, catalog: Catalog): CartLine | string {
  const product = productOf(values, catalog)
  if (typeof product === 'string') return product
  const { amount = '', quantity = '1', itemReference = '' } = values
  if (!isAmount(amount, product.currency)) return texts.noAmount
  if (!/^[1-9]\d{0,6}$/.test(quantity === '' ? '1' : quantity)) return texts.noQuantity
  const recipient = (product.recipientFields ?? []).flatMap(({ name }) => {
    const value = values[name] ?? ''
    return value === '' ? [] : [[name, value] as const]
  })
  const { productId, brand, currency } = product
  return {
    productId,
    brand,
    currency,
    amount: amount as Decimal,
    quantity: Number(quantity === '' ? '1' : quantity),
    ...(itemReference !== '' && { itemReference }),
    ...(recipient.length > 0 && { recipient: Object.fromEntries(recipient) }),
  }
}

function productOf({ productId = '', brand = '' }: Values, catalog: Catalog): Product | string {
  if (productId !== '') return catalog.byId.get(productId) ?? texts.noProduct(productId)
  const [product, other] = catalog.byBrand.get(brand.toLowerCase()) ?? []
  if (other) return texts.manyProducts(brand)
  return product ?? texts.noProduct(brand)
}
