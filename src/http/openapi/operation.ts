import { isDeepStrictEqual } from 'node:util'
import { ApprovalRequestedShape } from '../approvals/request-shape.ts'
import { familyOf, type Family } from '../dialects.ts'
import { ERROR_BODIES } from '../shapes/error-bodies.ts'
import { approvalOf, isOfPeople, type Access, type Route } from '../route.ts'
import { exampleOf } from './examples.ts'
import type { JsonSchema, Shapes } from './json-schema.ts'
import { parametersOf, takesKey } from './parameters.ts'
import { groupOf, methodOf, pathOf } from './paths.ts'
import { errorStatuses, type ErrorStatus } from './refusals.ts'
import { browserSecurity, MERCHANT_SECURITY, PARTNER_SECURITY } from './security.ts'

const JSON_TYPE = 'application/json'

/** Writes the operations of one document, and gathers the responses that they share. */
export class OperationWriter {
  readonly #shapes: Shapes
  readonly #responses = new Map<string, object>()

  /** The headers that responses refer to. */
  readonly headers: Record<string, object> = {}

  constructor(shapes: Shapes) {
    this.#shapes = shapes
  }

  write(route: Route): object {
    const { operation, access } = route
    const path = pathOf(route.name)
    const { operationId, summary, description } = operation
    const parameters = parametersOf(route)
    const body = this.#bodyOf(route)
    return {
      operationId,
      summary,
      ...(description !== undefined && { description }),
      ...(operation.deprecation && { deprecated: true }),
      tags: [groupOf(path)],
      security: securityOf(access, methodOf(route.name)),
      ...(isOfPeople(access) && { 'x-permission': access.permission }),
      ...(parameters.length > 0 && { parameters }),
      ...(body && { requestBody: body }),
      responses: {
        ...this.#successOf(route),
        ...(operation.isCached === true && { 304: this.#notModified(route) }),
        ...this.#errorsOf(route, familyOf(path)),
      },
    }
  }

  /** Returns the responses that operations refer to, by name. */
  responses(): Readonly<Record<string, object>> {
    const entries = [...this.#responses].toSorted(([one], [other]) => (one < other ? -1 : 1))
    return Object.fromEntries(entries) as Record<string, object>
  }

  #bodyOf({ bodyKind, name, operation }: Route): object | undefined {
    if (bodyKind.kind === 'none') return undefined
    const example = exampleOf(name)?.request
    if (bodyKind.kind === 'stream') {
      return { required: true, content: contentOf(bodyKind.contentTypes, TEXT, example) }
    }
    const schema = this.#shapes.schemaOf(operation.documentedBody ?? bodyKind.schema)
    return { required: !bodyKind.isOptional, content: contentOf([JSON_TYPE], schema, example) }
  }

  #headersOf(route: Route): Record<string, object> {
    const { access, operation } = route
    return {
      ...this.#refer('x-request-id'),
      ...(isSigned(access) && this.#refer('ratelimit', 'ratelimit-policy')),
      ...(takesKey(route) && this.#refer('idempotent-replayed')),
      ...(operation.isCached === true && { etag: ETAG }),
    }
  }

  /** Returns references to these headers, which the document has once. */
  #refer(...names: readonly (keyof typeof HEADERS)[]): Record<string, object> {
    const references = names.map((name) => {
      const { shownAs, header } = HEADERS[name]
      this.headers[shownAs] = header
      return [name, { $ref: `#/components/headers/${shownAs}` }] as const
    })
    return Object.fromEntries(references)
  }

  #notModified(route: Route): object {
    const description = 'Nothing has changed since the response with this etag'
    return { description, headers: this.#headersOf(route) }
  }

  #successOf(route: Route): Record<string, object> {
    const { operation, response } = route
    const { success = [200], produces = [JSON_TYPE], documentedResponse = response } = operation
    const schema = documentedResponse ? this.#shapes.schemaOf(documentedResponse) : TEXT
    const example = exampleOf(route.name)
    const responses = success.map((status) => {
      const content = contentOf(
        produces,
        schema,
        status === example?.status ? example.response : undefined,
      )
      return [status, { description: SUCCESS[status], headers: this.#headersOf(route), content }]
    })
    const approval = approvalOf(route) !== undefined && { 202: this.#approvalOf(route) }
    return { ...Object.fromEntries(responses), ...approval } as Record<string, object>
  }

  #approvalOf(route: Route): object {
    const schema = this.#shapes.schemaOf(ApprovalRequestedShape)
    const content = contentOf([JSON_TYPE], schema, APPROVAL_EXAMPLE)
    return { description: NEEDS_APPROVAL, headers: this.#headersOf(route), content }
  }

  #errorsOf(route: Route, family: Family): Record<string, object> {
    const body = this.#shapes.schemaOf(ERROR_BODIES[family])
    const errors = errorStatuses(route, family).map((error) => {
      return [error.status, this.#referTo(error, family, body)] as const
    })
    return Object.fromEntries(errors)
  }

  #errorHeadersOf(status: number, family: Family): Record<string, object> {
    const isRepeatable = status === 429 || status === 503
    return {
      ...this.#refer('x-request-id'),
      ...(family !== 'admin-v1' && this.#refer('link', 'ratelimit', 'ratelimit-policy')),
      ...(isRepeatable && { 'retry-after': RETRY_AFTER }),
    }
  }

  #referTo({ name, status, description }: ErrorStatus, family: Family, body: JsonSchema): object {
    const headers = this.#errorHeadersOf(status, family)
    const response = { description, headers, content: contentOf([JSON_TYPE], body) }
    const shared = this.#responses.get(name) ?? response
    if (!isDeepStrictEqual(shared, response)) throw new Error(`two responses are named ${name}`)
    this.#responses.set(name, response)
    return { $ref: `#/components/responses/${name}` }
  }
}

const SUCCESS = { 200: 'Success', 201: 'Created', 202: 'Started' }
const NEEDS_APPROVAL =
  'A second person must approve it first; nothing was done. See TESSERA_APPROVALS'
const APPROVAL_EXAMPLE = {
  data: {
    approvalId: 12,
    kind: 'deposits',
    state: 'PENDING',
    path: '/admin/v1/approvals/12',
    expiresAt: '2026-02-03T12:00:00.000Z',
    approvers: 2,
  },
}
const TEXT = { type: 'string' }
/** Headers that many responses have, and their names in the document. */
const HEADERS = {
  'x-request-id': {
    shownAs: 'RequestId',
    header: {
      description:
        'Identifies the request in the logs of the service: the `x-request-id` of the request if ' +
        'it is 1 to 64 letters, digits, `-`, `_`, `.` or `:`, or else a UUID',
      schema: { type: 'string' },
    },
  },
  ratelimit: {
    shownAs: 'RateLimit',
    header: {
      description:
        'Remaining requests (`r`), and seconds until all requests are available again (`t`)',
      schema: { type: 'string' },
      example: '"requests";r=1999;t=1',
    },
  },
  'ratelimit-policy': {
    shownAs: 'RateLimitPolicy',
    header: {
      description: 'The limit: requests (`q`) per window, and the seconds of the window (`w`)',
      schema: { type: 'string' },
      example: '"requests";q=2000;w=2',
    },
  },
  'idempotent-replayed': {
    shownAs: 'Replayed',
    header: {
      description: '`true` if this is the response to an earlier request with the same key',
      schema: { type: 'string', enum: ['true'] },
    },
  },
  link: {
    shownAs: 'Help',
    header: {
      description:
        'The section of the documentation about the error. Its fragment is the kind of the ' +
        'error, for programs',
      schema: { type: 'string' },
      example: '</docs/errors#insufficient_funds>; rel="help"',
    },
  },
}
const ETAG = {
  description: 'Send it as `If-None-Match`: 304 without a body if nothing has changed',
  schema: { type: 'string' },
}
const RETRY_AFTER = {
  description: 'Seconds after which to try again',
  schema: { type: 'integer', minimum: 1 },
}

/** Text of any type but JSON has no schema of its own. The example is of the first type. */
function contentOf(
  types: readonly string[],
  schema: JsonSchema,
  example?: unknown,
): Record<string, object> {
  const entries = types.map((type, at) => [
    type,
    {
      schema: type === JSON_TYPE ? schema : TEXT,
      ...(at === 0 && example !== undefined && { example }),
    },
  ])
  return Object.fromEntries(entries) as Record<string, object>
}

function isSigned({ to }: Access): boolean {
  return to === 'partner' || to === 'merchant'
}

function securityOf(access: Access, method: string): object[] {
  switch (access.to) {
    case 'anyone':
      return []
    case 'visitor':
      return method === 'get' ? [] : [browserSecurity(method, false)]
    case 'partner':
      return PARTNER_SECURITY
    case 'merchant':
      return MERCHANT_SECURITY
    case 'operator':
      return [{ token: [] }, browserSecurity(method, true)]
    case 'portal':
    case 'user':
      return [browserSecurity(method, true)]
  }
}
