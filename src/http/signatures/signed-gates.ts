import type { FastifyReply, FastifyRequest } from 'fastify'
import { credentialActor } from '../../audit/mod.ts'
import type { Permission } from '../../partners/mod.ts'
import { rawBodyOf } from '../bodies/call-body.ts'
import type { Context } from '../context.ts'
import { networkOf } from '../../core/mod.ts'
import type { FailedAttempts } from '../limits/failed-attempts.ts'
import type { RequestLimit } from '../limits/request-limit.ts'
import type { Authenticator } from './signature.ts'

type Refuse = FailedAttempts['judge']

interface Gate extends Pick<Context, 'credentialUses'> {
  readonly limit: RequestLimit
}

/** Returns the check of a signed request of a partner, with its body. */
export function partnerGate(
  { limit, credentialUses }: Gate,
  authenticator: Authenticator,
  refuse: Refuse,
) {
  return async (request: FastifyRequest, reply: FastifyReply, permission: Permission) => {
    const { trace } = request
    if (!trace.claim) throw notScreened()
    const rawBody = rawBodyOf(request)
    try {
      const credential = await authenticator.authenticate(trace.claim, rawBody, permission)
      const { partnerId, clientId, isTest } = credential
      trace.partnerId = partnerId
      trace.clientId = clientId
      trace.isTest = isTest
      credentialUses.recordUse(clientId)
      limit.count(credential, reply)
      return { credential, partnerId, isTest, actor: credentialActor(clientId, request.ip) }
    } catch (error) {
      throw refuse(error, request, 'partner')
    }
  }
}

/** Returns the check of a signed request of a merchant, with its body. */
export function merchantGate(limit: RequestLimit, authenticator: Authenticator, refuse: Refuse) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { trace } = request
    if (!trace.claim) throw notScreened()
    const rawBody = rawBodyOf(request)
    try {
      const credential = await authenticator.authenticate(trace.claim, rawBody)
      trace.clientId = credential.clientId
      limit.count(credential, reply)
      return { merchantId: credential.partnerId, network: networkOf(request.ip) }
    } catch (error) {
      throw refuse(error, request, 'merchant')
    }
  }
}

/** Returns the error for a request that skipped the first step. */
export function notScreened(): Error {
  return new Error('a request is screened before it is admitted')
}
