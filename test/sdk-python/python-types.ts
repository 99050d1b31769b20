import { resolved, type Schema } from './document.ts'

/** Words that Python reserves and that the document uses as names. */
const RESERVED = ['from']
/** A type in one line is at most this long, so that no line of the file exceeds 100 columns. */
const INLINE_CHOICES_MAX = 72

const PLAIN: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'Amount',
  boolean: 'bool',
  object: 'Dict[str, Any]',
}

/** Collects the TypedDicts of a client. */
export class PythonTypes {
  readonly #written = new Map<string, string>()

  /** Returns the Python type of a schema. `name` is given to an object without one of its own. */
  typeOf(schema: Schema, name: string): string {
    const own = schema.$ref?.split('/').at(-1)
    if (own !== undefined) {
      const whole = resolved(schema)
      if (whole.properties) return this.#object(whole, own)
      return whole.anyOf ? this.#union(whole.anyOf, own) : this.typeOf(whole, own)
    }
    if (typeof schema.const === 'string') return `Literal["${schema.const}"]`
    if (schema.properties && schema.additionalProperties !== true) return this.#object(schema, name)
    const choices = schema.enum?.map((one) => `"${one}"`).join(', ')
    if (choices !== undefined && choices.length <= INLINE_CHOICES_MAX) return `Literal[${choices}]`
    if (schema.type === 'array') {
      return `List[${this.typeOf(schema.items ?? {}, name.replace(/s$/, ''))}]`
    }
    const [entry] = Object.values(schema.patternProperties ?? {})
    if (entry) return `Dict[str, ${this.typeOf(entry, name)}]`
    const types = [schema.type ?? ''].flat()
    const [plain = 'Any'] = types.flatMap((type) => PLAIN[type] ?? [])
    return types.includes('null') ? `Optional[${plain}]` : plain
  }

  /** The definitions in alphabetical order. */
  text(): string {
    const names = [...this.#written.keys()].toSorted()
    return names.map((name) => this.#written.get(name)).join('\n\n\n')
  }

  /** The types are quoted, because some are defined further down. */
  #union(schemas: readonly Schema[], name: string): string {
    if (this.#written.has(name)) return name
    this.#written.set(name, '')
    const types = schemas.map((one, at) => `    "${this.typeOf(one, `${name}${at + 1}`)}",`)
    this.#written.set(name, [`${name} = Union[`, ...types, ']'].join('\n'))
    return name
  }

  #object(schema: Schema, name: string): string {
    if (this.#written.has(name)) return name
    this.#written.set(name, '')
    const fields = Object.entries(schema.properties ?? {}).map(([field, one]) => ({
      field,
      type: this.typeOf(one, `${name}${capital(field)}`),
      isRequired: schema.required?.includes(field) === true,
    }))
    const required = fields.filter(({ isRequired }) => isRequired)
    const optional = fields.filter(({ isRequired }) => !isRequired)
    if (optional.length === 0) {
      this.#written.set(name, typedDict(name, required, 'TypedDict'))
    } else if (required.length === 0) {
      this.#written.set(name, typedDict(name, optional, 'TypedDict, total=False'))
    } else {
      const base = typedDict(`_${name}Required`, required, 'TypedDict')
      const whole = typedDict(name, optional, `_${name}Required, total=False`)
      this.#written.set(name, `${base}\n\n\n${whole}`)
    }
    return name
  }
}

type Fields = readonly { readonly field: string; readonly type: string }[]

/** A class cannot have a field with a reserved name. */
function typedDict(name: string, fields: Fields, bases: string): string {
  if (!fields.some(({ field }) => RESERVED.includes(field))) {
    const lines = fields.map(({ field, type }) => `    ${field}: ${type}`)
    return [`class ${name}(${bases}):`, ...lines].join('\n')
  }
  const [base, total] = bases.split(', ')
  if (base !== 'TypedDict') throw new Error(`${name} has an optional field with a reserved name`)
  const lines = fields.map(({ field, type }) => `        "${field}": "${type}",`)
  const end = total === undefined ? [] : [`    ${total},`]
  const head = [`${name} = TypedDict(`, `    "${name}",`, '    {']
  return [...head, ...lines, '    },', ...end, ')'].join('\n')
}

/** Returns a name as Python spells variables. */
export function snakeCase(name: string): string {
  const snake = name
    .replaceAll(/(?<=[a-z0-9])[A-Z]|[A-Z](?=[a-z])/g, (letter) => `_${letter}`)
    .replace(/^_/, '')
    .replaceAll('-', '')
    .toLowerCase()
  return RESERVED.includes(snake) ? `${snake}_` : snake
}

export function capital(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1)
}
