import type { Operations } from '../api/operations.ts'

type Product = Operations['getProduct']['result']['data']
type ProductBody = NonNullable<Operations['createProduct']['body']>

/**
 * Returns the body of a request. Each line of the text about recipients becomes a recipient field.
 */
export function productBody({
  recipientFields: recipient,
  ...rest
}: Readonly<Record<string, unknown>>): ProductBody {
  if (typeof recipient !== 'string') return rest as ProductBody
  const lines = recipient.split('\n').filter((line) => line.trim() !== '')
  const named = lines.map((line) => {
    const [name = '', label = '', ...pattern] = line.split('|')
    // The pattern itself may contain the separator.
    return {
      name: name.trim(),
      label: label.trim(),
      pattern: pattern.join('|').trim(),
      required: true,
    }
  })
  return { ...rest, recipientFields: named } as unknown as ProductBody
}

/**
 * Returns the body that changes a product. An unchanged supplier is left out: a listing may be
 * mapped to it, which the form does not show and would remove.
 */
export function changesOf(
  product: Product,
  entered: Readonly<Record<string, unknown>>,
): Partial<ProductBody> {
  const { supplier, supplierSettings, ...others } = entered
  const before = settingsText(product.supplierSettings)
  if (supplier === product.supplier && settingsText(supplierSettings) === before) {
    return productBody(others)
  }
  return productBody(entered)
}

/** The settings that a mapped listing adds. */
const OF_LISTING = new Set(['listing', 'faceValue'])

function settingsText(settings: unknown): string {
  const shown = Object.entries(settings ?? {}).filter(([name]) => !OF_LISTING.has(name))
  return shown
    .map(([name, value]) => JSON.stringify([name, String(value)]))
    .toSorted((a, b) => a.localeCompare(b))
    .join()
}
