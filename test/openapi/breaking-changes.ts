import type { Json } from '../support/client.ts'

/**
 * Partners' requests must stay accepted (`sent`), and responses must stay as they know them
 * (`received`).
 */
type Direction = 'sent' | 'received'

/** A document as it was released, and as it is. */
interface Pair {
  readonly was: Json
  readonly is: Json
}

/** Marks a list of values or shapes that programs expect to grow. */
const MARK = 'x-extensible'
/** Names the permission that values need before they occur. */
const PERMISSION = 'x-needs-permission'
const LOWER = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']
const UPPER = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']

/** Returns the changes that break a client that was written for the released document. */
export function breakingChanges(was: Json, is: Json): readonly string[] {
  return new Comparison({ was, is }).changes()
}

class Comparison {
  readonly #documents: Pair
  readonly #findings: string[] = []
  readonly #seen = new Set<string>()

  constructor(documents: Pair) {
    this.#documents = documents
  }

  changes(): readonly string[] {
    const { was, is } = this.#documents
    this.#operations({ was: was.paths, is: is.paths }, 'sent')
    this.#operations({ was: was.webhooks, is: is.webhooks }, 'received')
    return this.#findings
  }

  /** Compares paths. A webhook is sent by the service: its body is what partners receive. */
  #operations({ was, is }: Pair, body: Direction): void {
    for (const [path, methods] of entriesOf(was)) {
      for (const [method, operation] of entriesOf(methods)) {
        const at = `${method.toUpperCase()} ${path}`
        const present = is?.[path]?.[method]
        if (!present) this.#findings.push(`${at}: removed`)
        else this.#operation({ was: operation, is: present }, at, body)
      }
    }
  }

  #operation({ was, is }: Pair, at: string, body: Direction): void {
    if (was.operationId !== is.operationId) this.#findings.push(`${at}: operationId changed`)
    const accepted: Json[] = is.security ?? []
    for (const scheme of was.security ?? []) {
      const isEnough = (one: Json): boolean => Object.keys(one).every((name) => name in scheme)
      if (accepted.length > 0 && !accepted.some(isEnough)) {
        this.#findings.push(`${at}: security ${Object.keys(scheme).join('+')} is not enough`)
      }
    }
    this.#parameters({ was: was.parameters ?? [], is: is.parameters ?? [] }, at, body)
    this.#body({ was: was.requestBody, is: is.requestBody }, `${at} body`, body)
    for (const [status, response] of entriesOf(was.responses)) {
      const there = `${at} ${status}`
      if (!is.responses[status]) this.#findings.push(`${there}: removed`)
      else this.#response({ was: response, is: is.responses[status] }, there, body)
    }
  }

  #parameters({ was, is }: Pair, at: string, direction: Direction): void {
    const present = new Map<string, Json>(is.map((one: Json) => [nameOf(one), one]))
    const before = new Map<string, Json>(was.map((one: Json) => [nameOf(one), one]))
    for (const [name, one] of before) {
      const counterpart = present.get(name)
      if (!counterpart) this.#findings.push(`${at} ${name}: removed`)
      // Clients send ids in paths as they received them, so their descriptions break nothing.
      else if (one.in !== 'path') {
        this.#schemas({ was: one.schema, is: counterpart.schema }, `${at} ${name}`, direction)
      }
    }
    for (const [name, { required }] of present) {
      const isNew = required === true && before.get(name)?.required !== true
      if (isNew && direction === 'sent') this.#findings.push(`${at} ${name}: is required`)
    }
  }

  #body({ was, is }: Pair, at: string, direction: Direction): void {
    if (is?.required === true && was?.required !== true && direction === 'sent') {
      this.#findings.push(`${at}: is required`)
    }
    if (was) this.#contents({ was: was.content, is: is?.content }, at, direction)
  }

  #response(pair: Pair, at: string, body: Direction): void {
    const { was, is } = this.#resolved(pair)
    this.#contents({ was: was.content, is: is.content }, at, body === 'sent' ? 'received' : 'sent')
    for (const [name] of entriesOf(was.headers)) {
      if (!is.headers?.[name]) this.#findings.push(`${at} header ${name}: removed`)
    }
  }

  #contents({ was, is }: Pair, at: string, direction: Direction): void {
    for (const [type, { schema }] of entriesOf(was)) {
      if (!is?.[type]) this.#findings.push(`${at} ${type}: removed`)
      else this.#schemas({ was: schema, is: is[type].schema }, at, direction)
    }
  }

  #schemas(pair: Pair, at: string, direction: Direction): void {
    const { was, is } = this.#resolved(pair)
    if (was === undefined || is === undefined) return
    const refs = [pair.was.$ref, pair.is.$ref, direction]
    if (pair.was.$ref !== undefined && this.#seen.has(refs.join())) return
    this.#seen.add(refs.join())
    const isFixed = direction === 'received' && was[MARK] !== true
    if (isFixed && is[MARK] === true) this.#findings.push(`${at}: list may grow`)
    this.#values({ was, is }, at, direction)
    this.#bounds({ was, is }, at, direction)
    this.#fields({ was, is }, at, direction)
    if (was.items) this.#schemas({ was: was.items, is: is.items ?? {} }, `${at}[]`, direction)
    for (const choice of ['anyOf', 'oneOf'] as const) {
      const before: Json[] = was[choice] ?? []
      for (const [index, one] of before.entries()) {
        const present: Json[] = is[choice] ?? []
        const counterpart = one.$ref
          ? present.find(({ $ref }) => $ref === one.$ref)
          : present[index]
        if (counterpart)
          this.#schemas({ was: one, is: counterpart }, `${at} ${choice} ${index}`, direction)
        else this.#findings.push(`${at} ${choice} ${index}: removed`)
      }
      if (isFixed && before.length > 0)
        this.#added({ was: before, is: is[choice] ?? [] }, at, choice)
    }
  }

  /** Compares alternatives of what partners receive: a client must know all of them. */
  #added({ was, is }: Pair, at: string, choice: string): void {
    for (const [index, { $ref }] of entriesOf(is)) {
      const isKnown = $ref ? was.some((one: Json) => one.$ref === $ref) : was[index] !== undefined
      if (!isKnown) this.#findings.push(`${at} ${choice} ${index}: added`)
    }
  }

  /** Compares types and listed values: known ones stay accepted, and no others are received. */
  #values({ was, is }: Pair, at: string, direction: Direction): void {
    const narrower = direction === 'sent' ? was : is
    const wider = direction === 'sent' ? is : was
    const types = typesOf(wider)
    for (const type of typesOf(narrower)) {
      const isKnown = types.includes(type) || (type === 'integer' && types.includes('number'))
      if (types.length > 0 && !isKnown) this.#findings.push(`${at}: type ${type} is ${direction}`)
    }
    if (typesOf(narrower).length === 0 && types.length > 0) this.#findings.push(`${at}: type`)
    const before = listedOf(was)
    const present = listedOf(is)
    const removed = present ? (before ?? []).filter((value) => !present.includes(value)) : []
    for (const value of removed) this.#findings.push(`${at}: value ${value} removed`)
    if (direction === 'sent' && present && !before) this.#findings.push(`${at}: values are listed`)
    if (direction === 'received' && before && was[MARK] !== true) {
      const isNew = (value: string) => !before.includes(value) && !this.#isOptIn(is, value)
      const added = present?.filter(isNew) ?? ['of any kind']
      for (const value of added) this.#findings.push(`${at}: value ${value} added`)
    }
    for (const word of ['format', 'pattern']) {
      if (was[word] === is[word]) continue
      const isLooser = (direction === 'sent' ? is : was)[word] === undefined
      if (!isLooser) this.#findings.push(`${at}: ${word} changed`)
    }
  }

  /** Returns true for a value that needs a new permission, which no released client can have. */
  #isOptIn(is: Json, value: string): boolean {
    const permission: string | undefined = is[PERMISSION]?.[value]
    if (permission === undefined) return false
    return !JSON.stringify(this.#documents.was).includes(permission)
  }

  #bounds({ was, is }: Pair, at: string, direction: Direction): void {
    const [wide, narrow] = direction === 'sent' ? [is, was] : [was, is]
    for (const word of LOWER) {
      if ((wide[word] ?? -Infinity) > (narrow[word] ?? -Infinity)) {
        this.#findings.push(`${at}: ${word} changed`)
      }
    }
    for (const word of UPPER) {
      if ((wide[word] ?? Infinity) < (narrow[word] ?? Infinity)) {
        this.#findings.push(`${at}: ${word} changed`)
      }
    }
  }

  #fields({ was, is }: Pair, at: string, direction: Direction): void {
    for (const [name, field] of entriesOf(was.properties)) {
      const counterpart = is.properties?.[name]
      if (counterpart) this.#schemas({ was: field, is: counterpart }, `${at}.${name}`, direction)
      else this.#findings.push(`${at}.${name}: removed`)
    }
    const before: readonly string[] = was.required ?? []
    const present: readonly string[] = is.required ?? []
    const [wide, narrow] = direction === 'sent' ? [before, present] : [present, before]
    for (const name of narrow.filter((one) => !wide.includes(one))) {
      const what = direction === 'sent' ? 'is required' : 'may be missing'
      this.#findings.push(`${at}.${name}: ${what}`)
    }
    if (direction === 'sent' && is.additionalProperties === false) {
      if (was.additionalProperties !== false) this.#findings.push(`${at}: refuses other fields`)
    }
  }

  #resolved({ was, is }: Pair): Pair {
    return { was: resolve(this.#documents.was, was), is: resolve(this.#documents.is, is) }
  }
}

function nameOf(parameter: Json): string {
  return `${parameter.in} ${parameter.name}`
}

function resolve(document: Json, part: Json): Json {
  const ref: string | undefined = part?.$ref
  if (ref === undefined) return part
  const names = ref.slice('#/'.length).split('/')
  return resolve(
    document,
    names.reduce((value, name) => value[name], document),
  )
}

function entriesOf(value: Json): [string, Json][] {
  return Object.entries(value ?? {})
}

function typesOf({ type }: Json): readonly string[] {
  return type === undefined ? [] : [type].flat()
}

function listedOf(schema: Json): readonly string[] | undefined {
  const values: readonly unknown[] | undefined = 'const' in schema ? [schema.const] : schema.enum
  return values?.map(String)
}
