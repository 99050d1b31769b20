import { Type } from 'typebox'
import { transact } from '../../db/mod.ts'
import { requireOwnSecondFactor } from '../../identity/mod.ts'
import { changeSecondFactorRule, getPartner } from '../../partners/mod.ts'
import { ok } from '../response.ts'
import { portalRoute, type Route } from '../route.ts'

const RulesShape = Type.Object(
  {
    isSecondFactorRequired: Type.Boolean({
      description: 'True if all users of the partner must have a second factor',
    }),
  },
  { title: 'SignInRules' },
)

const getOwnRules = portalRoute('GET /portal/v1/sign-in-rules', {
  permission: 'users:read',
  operationId: 'getOwnSignInRules',
  summary: 'Returns the rules for sign-ins of users of the partner',
  response: Type.Object({ data: RulesShape }),
  async handle({ homePartnerId }, { db }) {
    const { secondFactorRequired } = await getPartner(db, homePartnerId)
    return ok({ data: { isSecondFactorRequired: secondFactorRequired } })
  },
})

const putOwnRules = portalRoute('PUT /portal/v1/sign-in-rules', {
  permission: 'users:write',
  operationId: 'putOwnSignInRules',
  refuses: ['state_conflict'],
  summary: 'Sets the rules for sign-ins of users of the partner',
  description:
    'Only a user with a second factor can require it. Users without one must add it before their ' +
    'next request, also in sessions that are open. Credentials are not affected.',
  body: Type.Object(
    {
      isSecondFactorRequired: Type.Boolean({
        description: 'True if all users of the partner must have a second factor',
      }),
    },
    { title: 'NewSignInRules' },
  ),
  response: Type.Object({ data: RulesShape }),
  async handle({ homePartnerId, actor, body }, { db, clock }) {
    const { isSecondFactorRequired: isRequired } = body
    await transact(db, async (tx) => {
      if (isRequired) await requireOwnSecondFactor(tx, actor)
      await changeSecondFactorRule(tx, homePartnerId, { isRequired, actor, at: clock.now() })
    })
    return ok({ data: body })
  },
})

export const ownSignInRuleRoutes: readonly Route[] = [getOwnRules, putOwnRules]
