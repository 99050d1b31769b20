import type { Route } from '../route.ts'
import { Shapes } from './json-schema.ts'
import { OperationWriter } from './operation.ts'
import { groupOf, methodOf, pathOf } from './paths.ts'
import { SECURITY_SCHEMES } from './security.ts'
import { webhooksOf } from './webhooks.ts'

/** The callers whose routes a document describes. */
export type Audience = 'partners' | 'operators' | 'portal' | 'merchants'

/** The minor version rises when something is added, the major version when something is removed. */
const VERSION = '1.0.0'

/** The responses of the HTTP server before it knows the path. */
const OF_EVERY_PATH =
  'Any path also responds 408 if a request arrives too slowly, and 431 if its headers are too ' +
  'large.'

/** Groups of paths that are for browsers. */
const PAGES = new Set(['', 'docs', 'images', 'llms.txt', 'console', 'issuer', 'portal', 'web'])

const ABOUT = {
  partners: {
    title: 'Tessera',
    summary: 'Order gift cards, top-ups and bill payments, and credit the wallets of consumers',
  },
  portal: {
    title: 'Tessera for users of a partner',
    summary: 'Manage what a partner has: funds, orders, cases, credentials and webhooks',
  },
  merchants: {
    title: 'Tessera for merchants',
    summary: 'Redeem codes of the operator: balance, authorize, capture, void, refund, reverse',
  },
  operators: {
    title: 'Tessera for operators',
    summary: 'Run the service: partners, funds, prices, stock, orders, cases and reports',
  },
} as const

/** The documents of a list of routes, which the paths of the documents and /docs both read. */
const written = new WeakMap<readonly Route[], Map<Audience, object>>()

/**
 * Returns the OpenAPI 3.1 document of the routes that this audience may call. It is written once
 * for a list of routes.
 */
export function openApiDocument(audience: Audience, routes: readonly Route[]): object {
  const documents = written.get(routes) ?? new Map<Audience, object>()
  written.set(routes, documents)
  const document = documents.get(audience) ?? writeDocument(audience, routes)
  documents.set(audience, document)
  return document
}

function writeDocument(audience: Audience, routes: readonly Route[]): object {
  const audienceRoutes = routes.filter((route) => audienceOf(route) === audience)
  const shapes = new Shapes()
  const writer = new OperationWriter(shapes)
  const paths: Record<string, Record<string, object>> = {}
  for (const route of audienceRoutes) {
    const path = (paths[pathOf(route.name)] ??= {})
    path[methodOf(route.name)] = writer.write(route)
  }
  const groups = [...new Set(audienceRoutes.map(({ name }) => groupOf(pathOf(name))))].toSorted()
  return {
    openapi: '3.1.0',
    info: {
      ...ABOUT[audience],
      description: OF_EVERY_PATH,
      version: VERSION,
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The service that serves this document' }],
    tags: groups.map((name) => ({ name, description: `Paths of ${name}` })),
    paths,
    ...(audience === 'partners' && { webhooks: webhooksOf(shapes) }),
    components: {
      securitySchemes: SECURITY_SCHEMES[audience],
      headers: writer.headers,
      responses: writer.responses(),
      schemas: shapes.named(),
    },
  }
}

/** Returns undefined for routes of monitors and for pages that people read. */
function audienceOf({ name, access }: Route): Audience | undefined {
  if (access.to === 'anyone' && access.isOperational) return undefined
  if (access.to === 'portal') return 'portal'
  if (access.to === 'merchant') return 'merchants'
  if (PAGES.has(groupOf(pathOf(name)))) return undefined
  return /^\/(admin|auth)\//.test(pathOf(name)) ? 'operators' : 'partners'
}
