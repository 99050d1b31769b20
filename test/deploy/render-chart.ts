import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { stringify } from 'yaml'
import type { Json } from '../support/client.ts'
import { PROJECT, readPage } from '../docs/markdown.ts'
import { readDocuments, readYaml } from './files.ts'

const CHART = 'deploy/helm/tessera'

/** The inputs of a rendering: values, the release, and variables by their names. */
interface Scope {
  readonly dot: Json
  readonly root: Json
  readonly variables: Readonly<Record<string, Json>>
}

type Node =
  | { readonly text: string }
  | { readonly action: string; readonly body: Node[]; readonly otherwise: Node[] }

/** One action, with the spaces that it trims. */
const ACTION = /(\s*\{\{-|\{\{)\s*((?:"[^"]*"|[^"}])*?)\s*(-\}\}\s*|\}\})/g
const TOKEN = /"[^"]*"|[()|]|[^\s()|]+/g
const BLOCK = /^(if|range|with)\b/

/** The functions that the templates use, as Helm has them. Others are an error. */
const FUNCTIONS: Readonly<Record<string, (...args: Json[]) => Json>> = {
  list: (...items) => items,
  index: (container, ...keys) => keys.reduce((value, key) => value?.[key], container),
  quote: (value) => JSON.stringify(String(value)),
  toYaml: (value) => stringify(value).trimEnd(),
  nindent: (width, text) => `\n${String(text).replaceAll(/^(?=.)/gm, ' '.repeat(width))}`,
  default: (fallback, value) => (isTrue(value) ? value : fallback),
  eq: (one, other) => one === other,
  not: (value) => !isTrue(value),
  and: (...all) => all.find((one) => !isTrue(one)) ?? all.at(-1),
  or: (...all) => all.find(isTrue) ?? all.at(-1),
}

/**
 * Returns the documents of the chart for these values, as `helm template` makes them, by kind and
 * name.
 */
export function renderChart(values: Json = {}, release = 'tessera'): Map<string, Json> {
  const root = {
    Values: merge(readYaml(`${CHART}/values.yaml`), values),
    Release: { Name: release },
  }
  const documents = readdirSync(join(PROJECT, CHART, 'templates')).flatMap((name) =>
    readDocuments(renderTemplate(readPage(`${CHART}/templates/${name}`), root)),
  )
  return new Map(documents.filter(Boolean).map((one) => [`${one.kind}/${one.metadata.name}`, one]))
}

function isObject(one: Json): boolean {
  return typeof one === 'object' && one !== null && !Array.isArray(one)
}

/** Merges values like Helm: objects key by key, everything else as a whole. */
function merge(own: Json, values: Json): Json {
  if (!isObject(own) || !isObject(values)) return values
  const keys = Object.entries(values)
  return { ...own, ...Object.fromEntries(keys.map(([key, it]) => [key, merge(own[key], it)])) }
}

export function renderTemplate(template: string, root: Json): string {
  const parts: (string | { action: string })[] = []
  let from = 0
  for (const match of template.matchAll(ACTION)) {
    parts.push(template.slice(from, match.index), { action: match[2] ?? '' })
    from = match.index + match[0].length
  }
  parts.push(template.slice(from))
  const { nodes, end } = parse(parts, 0)
  if (end !== parts.length) throw new Error('an action `end` or `else` without its beginning')
  return write(nodes, { dot: root, root, variables: {} })
}

function parse(parts: readonly (string | { action: string })[], from: number) {
  const nodes: Node[] = []
  let at = from
  for (; at < parts.length; at += 1) {
    const part = parts[at]
    if (part === undefined) break
    if (typeof part === 'string') {
      nodes.push({ text: part })
      continue
    }
    if (part.action === 'end' || part.action === 'else') break
    let block: { nodes: Node[]; end: number } = { nodes: [], end: at }
    let otherwise: Node[] = []
    if (BLOCK.test(part.action)) {
      block = parse(parts, at + 1)
      at = block.end
      const last = parts[at]
      if (typeof last === 'object' && last.action === 'else') {
        const rest = parse(parts, at + 1)
        otherwise = rest.nodes
        at = rest.end
      }
      if (at >= parts.length) throw new Error(`no end of ${part.action}`)
    }
    nodes.push({ action: part.action, body: block.nodes, otherwise })
  }
  return { nodes, end: at }
}

function write(nodes: readonly Node[], outer: Scope): string {
  let scope = outer
  let text = ''
  for (const node of nodes) {
    if ('text' in node) text += node.text
    else {
      const [, name, assigned] = /^\$(\w+) := (.*)$/.exec(node.action) ?? []
      if (name !== undefined && assigned !== undefined) {
        scope = withVariables(scope, { [name]: evaluate(assigned, scope) })
      } else text += writeAction(node, scope)
    }
  }
  return text
}

function writeAction({ action, body, otherwise }: Exclude<Node, { text: string }>, scope: Scope) {
  if (action.startsWith('/*')) return ''
  const [, block, rest = ''] = /^(if|range|with)\s+(.*)$/.exec(action) ?? []
  if (block === undefined) return String(evaluate(action, scope) ?? '')
  const [, first, second, source] = /^\$(\w+)(?:, \$(\w+))? := (.*)$/.exec(rest) ?? []
  const value = evaluate(source ?? rest, scope)
  if (!isTrue(value)) return write(otherwise, scope)
  if (block === 'if') return write(body, scope)
  if (block === 'with') return write(body, { ...scope, dot: value })
  // Go ranges over a map in the order of its keys.
  const entries = Array.isArray(value) ? [...value.entries()] : entriesInOrder(value)
  return entries
    .map(([key, item]) => {
      const named = second ? { [first ?? '']: key, [second]: item } : { [first ?? '']: item }
      return write(body, { ...withVariables(scope, named), dot: item })
    })
    .join('')
}

function entriesInOrder(map: Json): [string, Json][] {
  return Object.entries(map).toSorted(([one], [other]) => (one < other ? -1 : 1))
}

function withVariables(scope: Scope, variables: Scope['variables']): Scope {
  return { ...scope, variables: { ...scope.variables, ...variables } }
}

/** Evaluates a pipeline such as `.Values.publicUrl | quote`. */
function evaluate(text: string, scope: Scope): Json {
  const tokens = text.match(TOKEN) ?? []
  let at = 0
  const command = (piped: readonly Json[]): Json => {
    const terms: Json[] = []
    const name = tokens[at]
    const called = name === undefined ? undefined : FUNCTIONS[name]
    if (called) at += 1
    while (at < tokens.length && tokens[at] !== ')' && tokens[at] !== '|') terms.push(term())
    if (called) return called(...terms, ...piped)
    if (terms.length !== 1 || piped.length > 0) throw new Error(`no function in ${text}`)
    return terms[0]
  }
  const pipeline = (): Json => {
    let value = command([])
    while (tokens[at] === '|') {
      at += 1
      value = command([value])
    }
    return value
  }
  const term = (): Json => {
    const token = tokens[at] ?? ''
    at += 1
    if (token !== '(') return valueOf(token, scope)
    const value = pipeline()
    at += 1
    return value
  }
  return pipeline()
}

function valueOf(token: string, { dot, root, variables }: Scope): Json {
  if (/^"|^\d+$|^(true|false)$/.test(token)) return JSON.parse(token)
  const [, variable, path = ''] = /^(\$\w*)?(?:\.(.*))?$/.exec(token) ?? []
  if (!/^[$.]/.test(token)) throw new Error(`${token} is no value and no function that is known`)
  const own = variable === undefined ? dot : variables[variable.slice(1)]
  const start = variable === '$' ? root : own
  return path === '' ? start : path.split('.').reduce((value, key) => value?.[key], start)
}

function isTrue(value: Json): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0
  return Boolean(value)
}
