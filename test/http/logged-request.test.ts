import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { systemClock } from '../../src/core/mod.ts'
import type { Services } from '../../src/http/context.ts'
import { SignedRequests } from '../../src/http/observability/logged-request.ts'
import type { LoggedRequest } from '../../src/requests/mod.ts'

test('a client that disconnects before its address is read is logged without an address', () => {
  const logged: LoggedRequest[] = []
  const requestLog = { add: (one: LoggedRequest) => void logged.push(one) }
  const services: unknown = { requestLog, credentials: {}, clock: systemClock }
  const headers = { 'x-client-id': 'anybody' }
  const request: unknown = { id: 'one', trace: {}, method: 'GET', url: '/v2/orders', headers }
  const unfinishedReply: unknown = { raw: { writableFinished: false } }

  new SignedRequests(services as Services).ended(
    request as FastifyRequest,
    unfinishedReply as FastifyReply,
    1,
  )

  expect(logged).toMatchObject([{ address: '', path: '/v2/orders', status: undefined }])
})
