import { Type } from 'typebox'
import { transact } from '../../db/mod.ts'
import { getClaimRules, putClaimRules, type ClaimRules } from '../../links/mod.ts'
import { ok } from '../response.ts'
import { portalRoute, type Route } from '../route.ts'
import { Rules, rulesOf, shownRules } from '../shapes/claim-rule-fields.ts'

const RulesShape = Type.Object({ claimRules: Type.Optional(Rules) }, { title: 'ClaimRules' })

function shapeOf(rules: ClaimRules | undefined) {
  return { claimRules: rules && shownRules(rules) }
}

const getOwnRules = portalRoute('GET /portal/v1/claim-rules', {
  permission: 'links:read',
  operationId: 'getOwnClaimRules',
  summary: 'Returns the rules for claims of all links',
  response: Type.Object({ data: RulesShape }),
  async handle({ partnerId }, { db }) {
    return ok({ data: shapeOf(await getClaimRules(db, partnerId)) })
  },
})

const putOwnRules = portalRoute('PUT /portal/v1/claim-rules', {
  // The permission to send links is not enough, because the rules limit how links are claimed.
  permission: 'order-rules:write',
  operationId: 'putOwnClaimRules',
  summary: 'Replaces the rules for claims of all links',
  description: 'The rules of a template apply, too. Without `claimRules` there are none.',
  body: Type.Object({ claimRules: Type.Optional(Rules) }, { title: 'NewClaimRules' }),
  response: Type.Object({ data: RulesShape }),
  async handle({ partnerId, actor, body }, { db, clock }) {
    const rules = body.claimRules && rulesOf(body.claimRules)
    const change = { rules, actor, at: clock.now() }
    return ok({ data: shapeOf(await transact(db, (tx) => putClaimRules(tx, partnerId, change))) })
  },
})

export const ownClaimRuleRoutes: readonly Route[] = [getOwnRules, putOwnRules]
