import { Argument, Option, type Command } from 'commander'
import { currency, decimal, jsonArgument, parts, wholeNumber } from './arguments.ts'
import type { Field, FieldKind, Operation } from './operation-shape.ts'
import { idsOfPath } from './operation-table.ts'
import type { Terminal } from './terminal.ts'

/** How a command presents a field of its operation. */
export interface FieldDetails {
  /** The option, such as `--discount <percent>`; by default, it is named after the field. */
  readonly flags?: string
  readonly help?: string
  /** The help of the option `--no-...`, which makes a field false. */
  readonly helpOfNo?: string
  /** The word by which a user types null or, in a query, leaves the parameter out. */
  readonly none?: string
  readonly values?: readonly string[]
  readonly default?: string
  /** The value if the option is present. The option then takes no argument. */
  readonly value?: string
  /** Overrides whether the operation requires the field. */
  readonly isRequired?: boolean
  /** Parses the text, in place of the parser for the kind of the field. */
  read?(label: string, text: string): unknown
}

/** The ids in the path of a request, by their names. */
export type Ids = Readonly<Record<string, string>>

/**
 * A help text, or more details; false leaves the field out; a function computes an id from the
 * other ids.
 */
export type FieldSpec = FieldDetails | string | false | ((ids: Ids) => string)
export type FieldSpecs = Readonly<Record<string, FieldSpec | undefined>>

interface NamedField {
  readonly name: string
  readonly place: 'path' | 'query' | 'body'
  readonly field: Field
  readonly details: FieldDetails
}

/** The value of a field in a command line, before it is parsed. */
type TypedValue = string | readonly string[] | boolean | undefined

interface OfferedField extends NamedField {
  /** The name in error messages. */
  readonly label: string
  typedIn(command: Command): TypedValue
}

const ID: Field = { kind: 'text', isRequired: true, help: '' }

/**
 * Adds the fields of an operation to a command, and returns them: ids of the path and `args` as
 * arguments in this order, the others as options.
 */
export function offerFields(
  command: Command,
  operation: Operation,
  { args, fields }: { readonly args: readonly string[]; readonly fields: FieldSpecs },
): readonly OfferedField[] {
  const all = [
    ...idsOfPath(operation).map((name) => ({ name, place: 'path' as const, field: ID })),
    ...namedFields('query', operation.query),
    ...namedFields('body', operation.body),
  ].flatMap((one): NamedField[] => {
    const spec = fields[one.name] ?? {}
    if (spec === false || typeof spec === 'function') return []
    return [{ ...one, details: typeof spec === 'string' ? { help: spec } : spec }]
  })
  const isArgument = ({ name, place }: NamedField): boolean =>
    place === 'path' || args.includes(name)
  const argumentFields = all
    .filter(isArgument)
    .toSorted((one, other) => args.indexOf(one.name) - args.indexOf(other.name))
  return [
    ...argumentFields.map((one, index) => offerArgument(command, one, index)),
    ...all.filter((one) => !isArgument(one)).map((one) => offerOption(command, one)),
  ]
}

function namedFields(place: 'query' | 'body', fields: Operation['query'] = {}) {
  return Object.entries(fields).map(([name, field]) => ({ name, place, field }))
}

function offerArgument(command: Command, one: NamedField, index: number): OfferedField {
  const { name, field, details } = one
  const argument = new Argument(
    isRequired(one) ? `<${name}>` : `[${name}]`,
    details.help ?? field.help,
  )
  const values = details.values ?? field.values
  command.addArgument(values ? argument.choices([...values]) : argument)
  return { ...one, label: name, typedIn: ({ args }) => args[index] }
}

function offerOption(command: Command, one: NamedField): OfferedField {
  const { name, field, details } = one
  const flag = `--${kebab(name)}`
  const isFlag = field.kind === 'flag' || details.value !== undefined
  const option = new Option(
    details.flags ?? (isFlag ? flag : `${flag} <${placeholderOf(one)}>`),
    details.help ?? field.help,
  )
  const values = details.values ?? field.values
  if (values && !option.isBoolean()) option.choices([...values])
  if (details.default !== undefined) option.default(details.default)
  command.addOption(option.makeOptionMandatory(isRequired(one)))
  if (details.helpOfNo !== undefined) command.option(`--no-${option.name()}`, details.helpOfNo)
  return {
    ...one,
    label: option.long ?? flag,
    typedIn: (run) => run.opts<Readonly<Record<string, TypedValue>>>()[option.attributeName()],
  }
}

/** Returns `item-reference` for `itemReference`, and `partner` for `partnerId`. */
function kebab(name: string): string {
  return name.replace(/Id$/, '').replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

function isRequired({ field, details }: NamedField): boolean {
  return details.isRequired ?? field.isRequired === true
}

function placeholderOf({ name, field: { kind, values } }: NamedField): string {
  if (values !== undefined || name.endsWith('Id')) return name
  if (name.endsWith('At')) return 'time'
  return PLACEHOLDERS[kind]
}

const PLACEHOLDERS: Readonly<Record<FieldKind, string>> = {
  text: 'text',
  currency: 'code',
  whole: 'number',
  decimal: 'amount',
  flag: 'text',
  texts: 'list',
  decimals: 'list',
  json: 'json',
}

interface ReadFields {
  readonly path: Ids
  readonly query: Readonly<Record<string, string | undefined>>
  readonly body: Readonly<Record<string, unknown>>
}

/** Returns the values of a command line for the offered fields. */
export async function readFields(
  offered: readonly OfferedField[],
  command: Command,
  terminal: Terminal,
): Promise<ReadFields> {
  const path: Record<string, string> = {}
  const query: Record<string, string | undefined> = {}
  const body: Record<string, unknown> = {}
  for (const one of offered) {
    const { name, place, details } = one
    const typedValue = one.typedIn(command)
    const typed = typedValue === true ? (details.value ?? true) : typedValue
    if (typed === undefined) continue
    if (place === 'path') path[name] = String(typed)
    else if (place === 'query') query[name] = textValue(one, typed)
    else body[name] = await bodyValue(one, typed, terminal)
  }
  return { path, query, body }
}

/** Returns the ids of a path, and those that are computed from them. */
export function completeIds(ids: Ids, fields: FieldSpecs): Ids {
  const derived = Object.entries(fields).flatMap(([name, spec]) =>
    typeof spec === 'function' ? [[name, spec(ids)]] : [],
  )
  return { ...ids, ...Object.fromEntries(derived) }
}

/** Returns a parameter of a query as it was typed, because the service parses it. */
function textValue({ field, details, label }: OfferedField, typed: TypedValue): string | undefined {
  const text = String(typed)
  if (text === details.none) return undefined
  if (details.read) return String(details.read(label, text))
  return field.kind === 'currency' ? text.toUpperCase() : text
}

async function bodyValue(
  { field, details, label }: OfferedField,
  typed: TypedValue,
  terminal: Terminal,
): Promise<unknown> {
  if (typeof typed !== 'string') return typed
  if (typed === details.none) return null
  if (details.read) return details.read(label, typed)
  switch (field.kind) {
    case 'whole':
      return wholeNumber(label, typed)
    case 'decimal':
      return decimal(label, typed)
    case 'currency':
      return currency(typed)
    case 'texts':
      return parts(typed)
    case 'decimals':
      return parts(typed).map((part) => decimal(label, part))
    case 'json':
      return await jsonArgument(label, typed, terminal)
    case 'text':
    case 'flag':
      return typed
  }
}
