import { Type } from 'typebox'
import { Whole } from '../shapes/field.ts'
import { Reason } from '../shapes/reason.ts'

const ACT = { reason: Type.Optional(Reason) }

/** The bodies of acts on a user, of operators and of partners. */
export const SessionRevocation = Type.Object(ACT, { title: 'SessionRevocation' })
export const SecondFactorReset = Type.Object(ACT, { title: 'SecondFactorReset' })
export const IdentityUnlinking = Type.Object(ACT, { title: 'IdentityUnlinking' })
export const OwnPasswordReset = Type.Object(ACT, { title: 'NewPasswordReset' })

export const RevokedShape = Type.Object(
  { revoked: Whole('Number of sessions that have ended') },
  { title: 'RevokedSessions' },
)
