import { Type } from 'typebox'
import { transact } from '../../db/mod.ts'
import { revokeCredential } from '../../partners/mod.ts'
import { ok } from '../answer.ts'
import { operatorRoute } from '../route.ts'
import { readPartnerId } from '../wire-fields.ts'
import { credentialOf, CredentialShape } from './credential.ts'
import { Reason } from './reason.ts'

/** Ends a credential at once and for good; the reason of a second call is audited too. */
export const revokeCredentialRoute = operatorRoute(
  'POST /admin/v1/partners/{partnerId}/credentials/{clientId}/revoke',
  {
    body: Type.Object({ reason: Type.Optional(Reason) }),
    isBodyOptional: true,
    answer: Type.Object({ data: CredentialShape }),
    async handle({ params, body, actor }, { db, clock, credentials }) {
      const act = {
        partnerId: readPartnerId(params.partnerId),
        clientId: params.clientId,
        reason: body.reason,
        actor,
      }
      const revoked = await transact(db, (tx) => revokeCredential(tx, clock, act))
      credentials.forget(revoked.clientId)
      return ok({ data: credentialOf(revoked) })
    },
  },
)
