import { Type } from 'typebox'
import { Reason } from './reason.ts'

const ACT = { reason: Type.Optional(Reason) }

/** The bodies of acts on a user, of operators and of partners. */
export const SessionRevocation = Type.Object(ACT, { title: 'SessionRevocation' })
export const SecondFactorReset = Type.Object(ACT, { title: 'SecondFactorReset' })
export const IdentityUnlinking = Type.Object(ACT, { title: 'IdentityUnlinking' })
export const OwnPasswordReset = Type.Object(ACT, { title: 'NewPasswordReset' })
