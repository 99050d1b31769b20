import type { TObject, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import type { Settings, SettingsFault } from '../supply/mod.ts'
import type { Fields } from './adapter.ts'

/** The longest text in the fields of an account or in a product's settings. */
const TEXT_LENGTH_MAX = 512

interface ReadFields {
  readonly account: string
  /** The listing that is bought, if the product was mapped to one. */
  readonly listing: string | undefined
  /** The only face value that is bought there, as decimal text. */
  readonly faceValue: string | undefined
  /** The fields that the adapter reads. */
  readonly fields: Fields
}

/** Splits the settings of a product into the fields of the kit, and those of the adapter. */
export function readFields(settings: Settings): ReadFields {
  const { account, listing, faceValue, ...rest } = settings
  const texts = Object.entries(rest).map(([name, value]) => [
    name,
    // Operators may write the supplier's numbers, such as ids, as JSON numbers.
    typeof value === 'number' ? String(value) : (value as string),
  ])
  return {
    account: typeof account === 'string' ? account : '',
    listing: typeof listing === 'string' ? listing : undefined,
    faceValue: typeof faceValue === 'string' ? faceValue : undefined,
    fields: Object.fromEntries(texts) as Fields,
  }
}

const FIELDS_MAX = 50

/**
 * Returns the first field that does not fit the schema, which is a flat object of texts. A schema
 * with `additionalProperties` permits further fields by any name.
 */
export function fieldsFault(schema: TSchema, fields: Fields): SettingsFault | undefined {
  const { properties, additionalProperties } = schema as TObject & {
    readonly additionalProperties?: TSchema
  }
  const entries = Object.entries(fields)
  const isOpen = additionalProperties !== undefined && entries.length <= FIELDS_MAX
  for (const [field, value] of entries) {
    if (!isOpen && !Object.hasOwn(properties, field)) {
      const names = Object.keys(properties).join(', ')
      return { field, fault: names === '' ? 'is not known here' : `is not one of ${names}` }
    }
    const shape = properties[field]
    const isText = typeof value === 'string' && value !== '' && value.length <= TEXT_LENGTH_MAX
    if (!isText) return { field, fault: `must be a text of 1 to ${TEXT_LENGTH_MAX} characters` }
    if (shape !== undefined && !Value.Check(shape, value)) {
      const { enum: values, must = 'be valid' } = shape as FieldShape
      return { field, fault: values ? `must be one of ${values.join(', ')}` : `must ${must}` }
    }
  }
  const missing = requiredOf(schema).find((field) => fields[field] === undefined)
  return missing === undefined ? undefined : { field: missing, fault: 'is required' }
}

interface FieldShape {
  readonly enum?: readonly string[]
  /** See `setting-fields.ts`. */
  readonly must?: string
}

function requiredOf(schema: TSchema): readonly string[] {
  return (schema as { readonly required?: readonly string[] }).required ?? []
}
