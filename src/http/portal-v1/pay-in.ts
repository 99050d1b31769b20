import { Type } from 'typebox'
import { payInReference } from '../../pay-in/mod.ts'
import { ok } from '../response.ts'
import { portalRoute } from '../route.ts'
import { Text } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import { offerRoute } from './offer-route.ts'

const PayInShape = Type.Object(
  {
    currency: fields.currency,
    reference: Text(
      'Reference that the partner writes on its payments: a creditor reference (ISO 11649)',
    ),
    holder: Text('Holder of the account'),
    account: Text('The IBAN, or the number of the account'),
    bic: Type.Optional(Text('The BIC of the bank')),
    bank: Type.Optional(Text('The name of the bank')),
  },
  { title: 'PayIn' },
)

const getOwnPayIn = portalRoute('GET /portal/v1/pay-in', {
  permission: 'balance:read',
  operationId: 'getOwnPayIn',
  summary: 'Returns the accounts to which the partner pays, by currency; none for a test partner',
  response: Type.Object({
    data: Type.Array(PayInShape, { description: 'The accounts of the operator' }),
  }),
  async handle({ partnerId, isTest }, { config }) {
    const accounts = isTest ? [] : (config.payInAccounts ?? [])
    return ok({
      data: accounts.map(({ currency, holder, account, bic, bank }) => {
        const reference = payInReference({ partnerId, currency })
        return { currency, reference, holder, account, bic, bank }
      }),
    })
  },
})

const getOwnProForma = offerRoute('GET /portal/v1/pro-forma', {
  source: 'GET /admin/v1/partners/{partnerId}/pro-forma',
  permission: 'balance:read',
  operationId: 'getOwnProForma',
})

export const ownPayInRoutes = [getOwnPayIn, getOwnProForma]
