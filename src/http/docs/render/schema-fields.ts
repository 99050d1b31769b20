import { escapeHtml } from '../html.ts'
import {
  resolve,
  type Parameter,
  type ReferenceDocument,
  type Schema,
} from './reference-document.ts'

/** A field of a body, or a parameter. */
interface Field {
  readonly name: string
  readonly schema: Schema
  readonly isRequired: boolean
  readonly description: string | undefined
}

/** The deepest level of fields that is shown. The document has all. */
const DEPTH_MAX = 6

export function parameterList(
  parameters: readonly Parameter[],
  document: ReferenceDocument,
): string {
  const fields = parameters.map(({ name, schema = {}, required = false, description }) => ({
    name,
    schema,
    isRequired: required,
    description,
  }))
  return fieldList(fields, document, 1)
}

/** Returns the fields of a schema as a list. Those of objects within it can be opened. */
export function schemaFields(schema: Schema, document: ReferenceDocument, depth = 1): string {
  const { properties = {}, required = [], anyOf, items } = resolve(schema, document)
  if (items) return schemaFields(items, document, depth)
  const choices = anyOf?.map((one) => resolve(one, document)).filter(isObject) ?? []
  if (choices.length > 0) {
    return choices.map((one) => disclosure(titleOf(one), one, document, depth)).join('')
  }
  const fields = Object.entries(properties).map(([name, field]) => ({
    name,
    schema: field,
    isRequired: required.includes(name),
    description: field.description ?? resolve(field, document).description,
  }))
  return fields.length === 0 ? '' : fieldList(fields, document, depth)
}

function isObject({ properties }: Schema): boolean {
  return properties !== undefined
}

/** Returns the constant that tells one choice from the others. */
function titleOf({ properties = {} }: Schema): string {
  const fixed = Object.values(properties).find((field) => field.const !== undefined)
  return typeof fixed?.const === 'string' ? fixed.const : 'object'
}

function fieldList(fields: readonly Field[], document: ReferenceDocument, depth: number): string {
  const items = fields.map((field) => fieldItem(field, document, depth))
  return `<ul class="fields">\n${items.join('')}</ul>\n`
}

function fieldItem(field: Field, document: ReferenceDocument, depth: number): string {
  const { name, isRequired, description } = field
  const schema = resolve(field.schema, document)
  const inner = schema.items ? resolve(schema.items, document) : schema
  const type = `<span class="type">${typeOf(schema, document)}</span>`
  const mark = isRequired ? ' <span class="required">required</span>' : ''
  const about = [description && sentences(description), boundsOf(schema)].filter(Boolean)
  const hasFields = depth < DEPTH_MAX && (isObject(inner) || inner.anyOf?.some((one) => one.$ref))
  return [
    `<li><p><code>${escapeHtml(name)}</code> ${type}${mark}</p>\n`,
    ...about.map((text) => `<p>${text}</p>\n`),
    hasFields ? disclosure(`Fields of ${name}`, inner, document, depth + 1) : '',
    '</li>\n',
  ].join('')
}

function disclosure(
  title: string,
  schema: Schema,
  document: ReferenceDocument,
  depth: number,
): string {
  const fields = schemaFields(schema, document, depth)
  return `<details><summary>${escapeHtml(title)}</summary>\n${fields}</details>\n`
}

/** Returns a text in which backticks enclose code. */
export function sentences(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
}

function typeOf(schema: Schema, document: ReferenceDocument): string {
  if (schema.items) return `array of ${typeOf(resolve(schema.items, document), document)}`
  const values = schema.enum ?? schema.anyOf?.flatMap((one) => one.const ?? [])
  if (values && values.length > 0) return values.map(codeOf).join(' ')
  if (schema.const !== undefined) return codeOf(schema.const)
  const type = Array.isArray(schema.type) ? schema.type.join(' or ') : String(schema.type ?? 'any')
  return schema.format === undefined ? type : `${type} (${schema.format})`
}

function boundsOf(schema: Schema): string {
  const { minimum, maximum, minLength, maxLength } = schema
  const bounds = [
    rangeOf(minimum, maximum, ''),
    rangeOf(minLength, maxLength, ' characters'),
    schema.default === undefined ? '' : `default ${codeOf(schema.default)}`,
  ].filter((bound) => bound !== '')
  const text = bounds.join('; ')
  return text === '' ? '' : `<span class="bounds">${text}</span>`
}

function rangeOf(min: number | undefined, max: number | undefined, unit: string): string {
  const [from, to] = [min, max].map((bound) => bound?.toLocaleString('en-US'))
  if (from !== undefined && to !== undefined) return `${from} to ${to}${unit}`
  if (from !== undefined) return `at least ${from}${unit}`
  return to === undefined ? '' : `at most ${to}${unit}`
}

function codeOf(value: unknown): string {
  return `<code>${escapeHtml(typeof value === 'string' ? value : JSON.stringify(value))}</code>`
}
