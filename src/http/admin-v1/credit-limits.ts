import { Type } from 'typebox'
import { storedCurrency, wireAmount, readAmount } from '../../core/mod.ts'
import { getPartner, listCreditLimits, setCreditLimit } from '../../partners/mod.ts'
import { ok } from '../response.ts'
import { operatorRoute } from '../route.ts'
import { readStoredCurrency } from '../shapes/wire-fields.ts'
import { Reason } from '../shapes/reason.ts'
import { Decimal } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import { view } from '../shapes/view.ts'

type CreditLimit = Awaited<ReturnType<typeof listCreditLimits>>[number]

const amount = Decimal(
  'Amount that may be spent beyond the balance, in major units of `currency`; 0: none',
)

const CreditLimitView = view<CreditLimit>()(
  {
    currency: fields.currency,
    amount: [
      amount,
      ({ limitMinor, currency }) => wireAmount(limitMinor, storedCurrency(currency)),
    ],
  },
  { title: 'CreditLimit' },
)

const NewCreditLimit = Type.Object(
  {
    currency: fields.currency,
    amount,
    reason: Type.Optional(Reason),
  },
  { title: 'NewCreditLimit' },
)

const putCreditLimitRoute = operatorRoute('PUT /admin/v1/partners/{partnerId}/credit-limits', {
  permission: 'funds:write',
  approval: 'limits',
  operationId: 'putCreditLimit',
  summary:
    'Sets how far below zero a partner may take its funds in a currency. 0, the default: ' +
    'the partner pays before it buys',
  body: NewCreditLimit,
  response: Type.Object({ data: CreditLimitView.schema }),
  async handle({ params, body, actor }, { ledger }) {
    const currency = readStoredCurrency('currency', body.currency)
    const limitMinor = readAmount('amount', body.amount, { currency, zero: 'allowed' })
    const { reason } = body
    const partnerId = Number(params.partnerId)
    await setCreditLimit(ledger, { partnerId, currency: currency.code, limitMinor, actor, reason })
    return ok({ data: CreditLimitView.body({ currency: currency.code, limitMinor }) })
  },
})

const listCreditLimitsRoute = operatorRoute('GET /admin/v1/partners/{partnerId}/credit-limits', {
  permission: 'funds:read',
  operationId: 'listCreditLimits',
  summary: 'Lists the credit limits of a partner that are not 0, by currency',
  response: Type.Object({
    data: Type.Array(CreditLimitView.schema, { description: 'The result' }),
  }),
  async handle({ params }, { db }) {
    const { partnerId } = await getPartner(db, Number(params.partnerId))
    const limits = await listCreditLimits(db, partnerId)
    return ok({ data: limits.map(CreditLimitView.body) })
  },
})

export const creditLimitRoutes = [putCreditLimitRoute, listCreditLimitsRoute]
