import { Type } from 'typebox'
import {
  type ListedSession,
  listOwnSessions,
  revokeOtherSessions,
  revokeOwnSession,
} from '../../identity/mod.ts'
import { ok } from '../response.ts'
import { userRoute } from '../route.ts'
import { Instant, Text, YesOrNo } from '../shapes/field.ts'
import { view } from '../shapes/view.ts'
import { RevokedShape } from '../users/user-acts.ts'

const SessionView = view<ListedSession>()(
  {
    sessionId: Text('Identifies the session: a UUID'),
    isCurrent: YesOrNo('True of the session of this request'),
    createdAt: Instant('When the user signed in'),
    lastUsedAt: Instant('When the session was used for the last time, to the minute'),
    address: Text('The address that the user signed in from'),
    userAgent: Type.Optional(Text('User agent of the browser at that time')),
  },
  { title: 'UserSession' },
)

const listSessions = userRoute('GET /auth/v1/sessions', {
  operationId: 'listSessions',
  summary: 'Lists the open sessions of the user who is signed in, newest first',
  description: 'At most 100.',
  response: Type.Object({ data: Type.Array(SessionView.schema, { description: 'The sessions' }) }),
  async handle({ session }, context) {
    const sessions = await listOwnSessions(context, session)
    return ok({ data: sessions.map(SessionView.body) })
  },
})

const revokeSession = userRoute('POST /auth/v1/sessions/{sessionId}/revoke', {
  operationId: 'revokeSession',
  summary: 'Ends a session of the user who is signed in, at once',
  response: Type.Object({ data: RevokedShape }),
  async handle({ params: { sessionId }, session, origin }, context) {
    const revoked = await revokeOwnSession(context, session, { sessionId, origin })
    return ok({ data: { revoked } })
  },
})

const revokeOthers = userRoute('POST /auth/v1/sessions/revoke-others', {
  operationId: 'revokeOtherSessions',
  summary: 'Ends all sessions of the user who is signed in but the current one, at once',
  response: Type.Object({ data: RevokedShape }),
  async handle({ session, origin }, context) {
    return ok({ data: { revoked: await revokeOtherSessions(context, session, origin) } })
  },
})

export const sessionRoutes = [listSessions, revokeSession, revokeOthers]
