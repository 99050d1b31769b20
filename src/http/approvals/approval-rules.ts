import { Type } from 'typebox'
import { APPROVAL_KINDS, storedCurrency, wireAmount, type ApprovalKind } from '../../core/mod.ts'
import { ApprovalKindField } from './request-shape.ts'
import type { Context } from '../context.ts'
import { Decimal, Whole, YesOrNo } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import { ok } from '../response.ts'
import { operatorRoute } from '../route.ts'

const Rule = Type.Object(
  {
    kind: ApprovalKindField,
    required: YesOrNo('True if a second person must approve such acts'),
    amounts: Type.Array(
      Type.Object({
        currency: fields.currency,
        amount: Decimal('From this sum of a day on, in major units of `currency`'),
      }),
      {
        description:
          'A person gives away less than this in a UTC day without an approval; in other ' +
          'currencies each act needs one',
      },
    ),
  },
  { title: 'ApprovalRule' },
)

const getApprovalRules = operatorRoute('GET /admin/v1/approval-rules', {
  permission: 'approvals:read',
  operationId: 'getApprovalRules',
  summary: 'Returns which acts a second person must approve, as the settings say',
  description: 'TESSERA_APPROVALS, TESSERA_APPROVAL_AMOUNTS and TESSERA_APPROVAL_HOURS set them.',
  response: Type.Object({
    data: Type.Object(
      {
        rules: Type.Array(Rule, { description: 'One of each kind of act' }),
        hours: Whole('Hours after which a request expires'),
      },
      { description: 'The rules' },
    ),
  }),
  handle(_call, { config }) {
    const rules = APPROVAL_KINDS.map((kind) => ({
      kind,
      required: config.approvalKinds?.includes(kind) === true,
      amounts: amountsOf(config, kind),
    }))
    return Promise.resolve(ok({ data: { rules, hours: config.approvalHours } }))
  },
})

function amountsOf({ approvalAmounts }: Context['config'], kind: ApprovalKind) {
  const amounts = approvalAmounts?.get(kind) ?? []
  return [...amounts].map(([currency, minor]) => ({
    currency,
    amount: wireAmount(minor, storedCurrency(currency)),
  }))
}

export const approvalRulesRoutes = [getApprovalRules]
