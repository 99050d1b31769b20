import { Type } from 'typebox'
import { transact } from '../../db/mod.ts'
import { issueCredential } from '../../partners/mod.ts'
import { created } from '../answer.ts'
import { operatorRoute } from '../route.ts'
import { readInstant, readPartnerId } from '../wire-fields.ts'
import { issuedOf, IssuedShape } from './credential.ts'

const NewCredential = Type.Object({
  label: Type.Optional(Type.String()),
  permissions: Type.Optional(Type.Array(Type.String())),
  expiresAt: Type.Optional(Type.String()),
  requireSignatureV2: Type.Optional(Type.Boolean()),
  allowedAddresses: Type.Optional(Type.Array(Type.String())),
})

/** Issues a credential; its API key and HMAC secret are shown in this answer only. */
export const issueCredentialRoute = operatorRoute(
  'POST /admin/v1/partners/{partnerId}/credentials',
  {
    body: NewCredential,
    isBodyOptional: true,
    answer: Type.Object({ data: IssuedShape }),
    async handle({ params, body, actor }, { db, clock, vault }) {
      const input = {
        partnerId: readPartnerId(params.partnerId),
        label: body.label,
        permissions: body.permissions,
        requireSignatureV2: body.requireSignatureV2,
        allowedAddresses: body.allowedAddresses,
        expiresAt:
          body.expiresAt === undefined ? undefined : readInstant('expiresAt', body.expiresAt),
        actor,
      }
      const issued = await transact(db, (tx) => issueCredential(tx, { vault, clock }, input))
      return created({ data: issuedOf(issued) })
    },
  },
)
