import { familyOf } from '../../dialects.ts'
import { openApiDocument, type Audience } from '../../openapi/document.ts'
import { errorReasons, type ErrorReason } from '../../openapi/refusals.ts'
import type { Route } from '../../route.ts'
import type { OperationObject, ReferenceDocument } from './reference-document.ts'

/** An operation of an OpenAPI document, with what its page needs to know about its route. */
export interface Operation extends OperationObject {
  readonly audience: Audience
  readonly method: string
  readonly path: string
  /** The address of its page. */
  readonly href: string
  readonly errors: readonly ErrorReason[]
}

/** The operations of an audience, by their groups. */
export interface Reference {
  readonly title: string
  readonly href: string
  readonly document: ReferenceDocument
  readonly groups: readonly { readonly name: string; readonly operations: readonly Operation[] }[]
}

/** Reads the operations of these routes; their pages are below `href`. */
export function referenceOf(
  { title, href, audience }: { title: string; href: string; audience: Audience },
  routes: readonly Route[],
): Reference {
  const document = openApiDocument(audience, routes) as ReferenceDocument
  const byName = new Map<string, Route>(routes.map((route) => [route.name, route]))
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([name, operation]): Operation => {
      const method = name.toUpperCase()
      const route = byName.get(`${method} ${path}`)
      return {
        ...operation,
        audience,
        method,
        path,
        href: `${href}/${operation.operationId}`,
        errors: route ? errorReasons(route, familyOf(path)) : [],
      }
    }),
  )
  const groups = document.tags.map(({ name }) => ({
    name,
    operations: operations.filter(({ tags }) => tags.includes(name)),
  }))
  return { title, href, document, groups }
}
