import { Type } from 'typebox'
import { transact } from '../../db/mod.ts'
import { guardCredential } from '../../partners/mod.ts'
import { ok } from '../answer.ts'
import { operatorRoute } from '../route.ts'
import { readPartnerId } from '../wire-fields.ts'
import { credentialOf, CredentialShape } from './credential.ts'
import { Reason } from './reason.ts'

const CredentialChange = Type.Object({
  requireSignatureV2: Type.Optional(Type.Boolean()),
  allowedAddresses: Type.Optional(
    Type.Unsafe<string[] | null>({ type: ['array', 'null'], items: { type: 'string' } }),
  ),
  reason: Type.Optional(Reason),
})

/** Changes which signature a credential requires and from which addresses it may be used. */
export const updateCredentialRoute = operatorRoute(
  'PATCH /admin/v1/partners/{partnerId}/credentials/{clientId}',
  {
    body: CredentialChange,
    answer: Type.Object({ data: CredentialShape }),
    async handle({ params, body, actor }, { db, clock, credentials }) {
      const { clientId } = params
      const act = { ...body, partnerId: readPartnerId(params.partnerId), clientId, actor }
      const credential = await transact(db, (tx) => guardCredential(tx, clock, act))
      credentials.forget(clientId)
      return ok({ data: credentialOf(credential) })
    },
  },
)
