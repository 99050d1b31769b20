import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { openApiDocument } from '../../src/http/openapi/document.ts'
import { ROUTES } from '../../src/http/routes.ts'

interface Operation {
  readonly responses: Readonly<Record<string, DocumentedResponse>>
}

interface DocumentedResponse {
  readonly $ref?: string
  readonly headers?: Readonly<Record<string, object>>
  readonly content?: Readonly<Record<string, { readonly schema: object }>>
}

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly responses: Readonly<Record<string, DocumentedResponse>> }
  readonly webhooks?: Readonly<Record<string, { readonly post: Webhook }>>
}

interface Webhook {
  readonly requestBody: { readonly content: DocumentedResponse['content'] }
}

/** A response as a test received it. */
export interface ReceivedResponse {
  readonly method: string
  readonly target: string
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: unknown
}

/** Headers that programs read, other than those of every HTTP server. */
const HEADERS = [
  'deprecation',
  'etag',
  'idempotent-replayed',
  'link',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'sunset',
]

/** Statuses that no operation documents: the connection is refused before a request is read. */
const CONNECTION_STATUSES = [408, 431]

const DOCUMENT = 'document'

class Documents {
  readonly #all = (['partners', 'operators', 'merchants'] as const).map((audience) => {
    const document = openApiDocument(audience, ROUTES) as OpenApi
    const ajv = new Ajv2020({
      strict: false,
      allErrors: false,
      validateSchema: false,
      // This halves the time to compile checks that run only a few times.
      code: { optimize: false },
    })
    formats.default(ajv)
    ajv.addFormat('decimal', { type: 'number', validate: () => true })
    ajv.addSchema(exact(document) as object, DOCUMENT)
    const paths = new Map<number, Pattern[]>()
    for (const path of Object.keys(document.paths)) {
      const alike = paths.get(partsOf(path)) ?? []
      paths.set(partsOf(path), [...alike, { path, pattern: patternOf(path) }])
    }
    return { document, ajv, paths, checks: new Map<object, ValidateFunction>() }
  })

  /**
   * Returns how a response differs from the documents; undefined if it does not. A path that no
   * document has is not a difference.
   */
  fault({ method, target, status, headers, body }: ReceivedResponse): string | undefined {
    const [pathname = ''] = target.split(/[?#]/)
    const parts = partsOf(pathname)
    for (const { document, ajv, paths, checks } of this.#all) {
      const path = paths.get(parts)?.find(({ pattern }) => pattern.test(pathname))?.path
      const operation = path && document.paths[path]?.[method.toLowerCase()]
      if (!path || !operation || CONNECTION_STATUSES.includes(status)) continue
      const name = `${method} ${path}: ${status}`
      const documented = operation.responses[status]
      if (!documented) return isOtherAddress(body) ? undefined : `${name} is not documented`
      const response = documented.$ref
        ? document.components.responses[documented.$ref.split('/').at(-1) ?? '']
        : documented
      const header = HEADERS.find((one) => one in headers && !(one in (response?.headers ?? {})))
      if (header !== undefined) return `${name} with the header ${header} is not documented`
      const [type = ''] = String(headers['content-type'] ?? '').split(';')
      const schema = response?.content?.[type]?.schema
      if (!schema) return response?.content ? `${name} as ${type} is not documented` : undefined
      if (type !== 'application/json') return undefined
      // Checks are cached by schema, because operations share the responses of errors.
      const check = checks.get(schema) ?? ajv.compile(absolute(schema))
      checks.set(schema, check)
      if (check(body)) return undefined
      const [first] = check.errors ?? []
      return `${name}: ${first?.instancePath} ${first?.message}`
    }
    return undefined
  }

  /** Returns how a webhook event differs from the document of partners; undefined if it fits. */
  webhookFault(event: { readonly type: string }): string | undefined {
    const [partners] = this.#all
    const webhook = partners?.document.webhooks?.[event.type]
    const schema = webhook?.post.requestBody.content?.['application/json']?.schema
    if (!partners || !schema) return `${event.type} is not documented`
    if (partners.ajv.validate(absolute(schema), event)) return undefined
    return partners.ajv.errorsText()
  }
}

interface Pattern {
  readonly path: string
  readonly pattern: RegExp
}

function patternOf(path: string): RegExp {
  const escaped = path.replaceAll(/[.*+?^$()[\]\\|]/g, '\\$&')
  return new RegExp(`^${escaped.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
}

/** Counts the parts of a path, so that a request is compared only with paths that have as many. */
function partsOf(path: string): number {
  return path.split('/').length
}

/** Returns the schema with references that name the document. */
function absolute(schema: object): object {
  const text = JSON.stringify(exact(schema)).replaceAll('"#/', `"${DOCUMENT}#/`)
  return JSON.parse(text) as object
}

/** Returns a copy in which no object may have further fields. */
function exact(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(exact)
  if (typeof value !== 'object' || value === null) return value
  const copy = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, exact(one)]))
  return copy['type'] === 'object' && 'properties' in copy
    ? { additionalProperties: false, ...copy }
    : copy
}

/** True if this address does not serve the path: another one does, or no worker does. */
function isOtherAddress(body: unknown): boolean {
  return JSON.stringify(body ?? '').includes('"no such path"')
}

let documents: Documents | undefined

export function documentFault(received: ReceivedResponse): string | undefined {
  documents ??= new Documents()
  return documents.fault(received)
}

export function webhookFault(event: { readonly type: string }): string | undefined {
  documents ??= new Documents()
  return documents.webhookFault(event)
}
