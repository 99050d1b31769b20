import { Type } from 'typebox'
import { createConsumer } from '../../consumers/mod.ts'
import { ok } from '../response.ts'
import { route } from '../route.ts'
import { fields } from '../shapes/fields.ts'
import {
  CustomerView,
  NEW_CUSTOMER_REFUSALS,
  newConsumerOf,
  NewCustomer,
} from '../wallets/customer.ts'

export const createCustomer = route('POST /api/partner/v1/customer', {
  operationId: 'createCustomer',
  refuses: NEW_CUSTOMER_REFUSALS,
  summary:
    "Creates a consumer, or opens a known one's wallet in another currency, and funds the " +
    'wallet',
  permission: 'consumers:write',
  body: NewCustomer,
  response: Type.Object({ success: fields.success, data: CustomerView.schema }),
  async handle({ partnerId, credential, body }, { ledger, vault }) {
    const input = newConsumerOf(body, credential.clientId)
    const consumer = await createConsumer({ ledger, vault }, partnerId, input)
    return ok({ success: true, data: CustomerView.body(consumer) })
  },
})
