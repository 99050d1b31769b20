import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../core/mod.ts'
import { isUtf8Of, requireIdentity } from './content-type.ts'
import { readJsonBody } from './json-body.ts'
import type { Route } from '../route.ts'

const NO_BYTES = Buffer.alloc(0)

/** Returns the bytes of a body that was read whole; none if there is no body. */
export function rawBodyOf({ body }: Pick<FastifyRequest, 'body'>): Buffer {
  return Buffer.isBuffer(body) ? body : NO_BYTES
}

/** Returns the body of a request, read as its route declares. Refuses as `createAdmission` says. */
export function readCallBody(
  { bodyKind, operation: { rowsAt } }: Pick<Route, 'bodyKind' | 'operation'>,
  request: FastifyRequest,
  valuesMax: number,
): unknown {
  switch (bodyKind.kind) {
    case 'none':
      return undefined
    case 'json': {
      const rawBody = rawBodyOf(request)
      if (bodyKind.isOptional && rawBody.length === 0) return bodyKind.check.read({})
      requireIdentity(request.headers['content-encoding'])
      return bodyKind.check.read(
        readJsonBody(rawBody, request.trace.contentType, { valuesMax, rowsAt }),
      )
    }
    case 'stream':
      requireIdentity(request.headers['content-encoding'])
      requireContentType(bodyKind.contentTypes, request.trace.contentType)
      return request.body instanceof Readable ? request.body : Readable.from([])
  }
}

function requireContentType(accepted: readonly string[], contentType: string | undefined): void {
  if (isUtf8Of(accepted, contentType)) return
  throw new Refusal('unsupported_media_type', `content-type must be ${accepted.join(' or ')}`)
}
