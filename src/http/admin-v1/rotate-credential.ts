import { Type } from 'typebox'
import { isoTime } from '../../core/mod.ts'
import { transact } from '../../db/mod.ts'
import { rotateCredential } from '../../partners/mod.ts'
import { created } from '../answer.ts'
import { operatorRoute } from '../route.ts'
import { readPartnerId } from '../wire-fields.ts'
import { issuedOf, RotatedShape } from './credential.ts'
import { Reason } from './reason.ts'

const Rotation = Type.Object({
  overlapSeconds: Type.Optional(Type.Integer()),
  reason: Type.Optional(Reason),
})

/** Issues a credential in the place of an active one, which still holds for the overlap. */
export const rotateCredentialRoute = operatorRoute(
  'POST /admin/v1/partners/{partnerId}/credentials/{clientId}/rotate',
  {
    body: Rotation,
    isBodyOptional: true,
    answer: Type.Object({ data: RotatedShape }),
    async handle({ params, body, actor }, { db, clock, vault, credentials }) {
      const rotation = {
        partnerId: readPartnerId(params.partnerId),
        clientId: params.clientId,
        overlapSeconds: body.overlapSeconds,
        reason: body.reason,
        actor,
      }
      const issued = await transact(db, (tx) => rotateCredential(tx, { vault, clock }, rotation))
      const { clientId, expiresAt } = issued.previous
      credentials.forget(clientId)
      const previous = { clientId, expiresAt: isoTime(expiresAt) }
      return created({ data: { ...issuedOf(issued), previous } })
    },
  },
)
