import { loadConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { openApiDocument, type Audience } from '../../src/http/openapi/document.ts'
import { ROUTES } from '../../src/http/routes.ts'
import { shareService } from '../support/service.ts'
import { inTurn } from '../support/turns.ts'

const FILES: readonly (readonly [audience: Audience, path: string, file: string])[] = [
  ['partners', '/openapi.json', 'docs/openapi.json'],
  ['operators', '/admin/openapi.json', 'docs/admin-openapi.json'],
  ['portal', '/portal/openapi.json', 'docs/portal-openapi.json'],
  ['merchants', '/issuer/openapi.json', 'docs/issuer-openapi.json'],
]

const service = shareService()

test.each(FILES)(
  'the document for %s at %s is the committed one',
  async (audience, _path, file) => {
    const text = JSON.stringify(openApiDocument(audience, ROUTES), undefined, 2)
    await expect(`${text}\n`).toMatchFileSnapshot(`../../${file}`)
  },
)

// The linter compiles and validates each example, so the four documents take as long as starting 20
// services. Each run of the tests checks one of them.
test.each(inTurn(FILES, FILES.length))(
  'the document for %s has no lint warning',
  async (audience) => {
    const config = await loadConfig({ customExtends: ['recommended-strict'] })
    const source = JSON.stringify(openApiDocument(audience, ROUTES))
    const problems = await lintFromString({ source, config })
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([])
  },
)

test.each(FILES)('the document for %s is served to everybody', async (audience, path) => {
  const { http } = await service()
  const reply = await http.send({ method: 'GET', target: path })
  expect(reply.status).toBe(200)
  expect(reply.body).toEqual(JSON.parse(JSON.stringify(openApiDocument(audience, ROUTES))))
})

test('each operation has an id of its own, a summary, and parameters with descriptions', () => {
  for (const [audience] of FILES) {
    const { paths } = openApiDocument(audience, ROUTES) as { paths: object }
    const operations = Object.values(paths).flatMap((path: object) => Object.values(path))
    const ids = operations.map(({ operationId }: { operationId: string }) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { summary, parameters = [] } of operations) {
      expect(summary).toMatch(/^[A-Z].*[^.]$/)
      for (const { description = '' } of parameters as { description?: string }[]) {
        // A description that repeats the summary says nothing more.
        expect(description).not.toBe('')
        expect(description).not.toMatch(/^(.+)\. \1$/)
      }
    }
  }
})

test('each field of the documents has a description', () => {
  for (const [audience] of FILES) {
    expect(fieldsWithoutDescription(openApiDocument(audience, ROUTES), '')).toEqual([])
  }
})

test('each body, response of success and required parameter has an example', () => {
  // The documents of the portal are only for our own application.
  for (const audience of ['partners', 'operators', 'merchants'] as const) {
    expect(withoutExample(openApiDocument(audience, ROUTES) as Documented)).toEqual([])
  }
})

interface Media {
  readonly content?: Readonly<Record<string, { readonly example?: unknown }>>
}
interface Documented {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>
}
interface DocumentedOperation {
  readonly operationId: string
  readonly requestBody?: Media
  readonly responses: Readonly<Record<string, Media>>
  readonly parameters?: readonly {
    readonly in: string
    readonly required: boolean
    readonly schema: { readonly example?: unknown }
  }[]
}

function hasExample({ content = {} }: Media): boolean {
  return Object.values(content).some(({ example }) => example !== undefined)
}

/** Returns true if the body and one of the successful responses have an example. */
function isComplete({ requestBody, responses, parameters = [] }: DocumentedOperation): boolean {
  return (
    (!requestBody || hasExample(requestBody)) &&
    Object.entries(responses).some(([status, one]) => status < '300' && hasExample(one)) &&
    parameters.every(
      (one) => one.in !== 'query' || !one.required || one.schema.example !== undefined,
    )
  )
}

function withoutExample({ paths }: Documented): string[] {
  const operations = Object.values(paths).flatMap((path) => Object.values(path))
  return operations.filter((one) => !isComplete(one)).map(({ operationId }) => operationId)
}

/** Returns fields without a description. A field of a named schema is described there. */
function fieldsWithoutDescription(value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]: [string, object]) => {
    const at = `${path}/${name}`
    const isField = path.endsWith('/properties') && !path.endsWith('/properties/properties')
    const isDescribed = !isField || '$ref' in part || 'description' in part
    return [...(isDescribed ? [] : [at]), ...fieldsWithoutDescription(part, at)]
  })
}

test('each write that browsers send declares the header x-tessera-csrf', () => {
  const lacking = ROUTES.filter(({ name, access }) => {
    const isOfBrowsers = ['visitor', 'user', 'portal', 'operator'].includes(access.to)
    return isOfBrowsers && !name.startsWith('GET ')
  }).filter(({ name }) => {
    const [method = '', path = ''] = name.split(' ')
    const security = FILES.flatMap(([audience]) => {
      const { paths } = openApiDocument(audience, ROUTES) as SecuredDocument
      return paths[path]?.[method.toLowerCase()]?.security ?? []
    })
    return !security.some((one) => 'csrf' in one)
  })

  expect(lacking.map(({ name }) => name)).toEqual([])
  const { components } = openApiDocument('portal', ROUTES) as SecuredDocument
  expect(components.securitySchemes['csrf']).toMatchObject({ in: 'header', name: 'x-tessera-csrf' })
})

interface SecuredDocument {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly security: object[] }>>>
  >
  readonly components: { readonly securitySchemes: Readonly<Record<string, object>> }
}
