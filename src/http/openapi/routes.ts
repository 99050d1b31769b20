import { Type } from 'typebox'
import { ok } from '../response.ts'
import { openRoute, type Route } from '../route.ts'
import { openApiDocument, type Audience } from './document.ts'

const Document = Type.Object(
  { openapi: Type.String({ description: 'The version of OpenAPI' }) },
  { additionalProperties: true },
)

/** Serves the documents. They are the same for everybody, and have no secret. */
export function openApiRoutes(routes: () => readonly Route[]): readonly Route[] {
  const documentOf = (audience: Audience): object => openApiDocument(audience, routes())
  return [
    openRoute('GET /openapi.json', {
      operationId: 'getOpenApi',
      summary: 'Returns the OpenAPI document of the paths for partners',
      documentedResponse: Document,
      handle: () => Promise.resolve(ok(documentOf('partners'))),
    }),
    openRoute('GET /admin/openapi.json', {
      operationId: 'getOperatorOpenApi',
      summary: 'Returns the OpenAPI document of the paths for operators',
      documentedResponse: Document,
      handle: () => Promise.resolve(ok(documentOf('operators'))),
    }),
    openRoute('GET /portal/openapi.json', {
      operationId: 'getPortalOpenApi',
      summary: 'Returns the OpenAPI document of the paths for users of a partner',
      documentedResponse: Document,
      handle: () => Promise.resolve(ok(documentOf('portal'))),
    }),
    openRoute('GET /issuer/openapi.json', {
      operationId: 'getIssuerOpenApi',
      summary: 'Returns the OpenAPI document of the paths for merchants',
      documentedResponse: Document,
      handle: () => Promise.resolve(ok(documentOf('merchants'))),
    }),
  ]
}
