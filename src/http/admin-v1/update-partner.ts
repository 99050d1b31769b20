import { Type } from 'typebox'
import { transact } from '../../db/mod.ts'
import { PARTNER_STATUSES, updatePartner } from '../../partners/mod.ts'
import { ok } from '../answer.ts'
import { operatorRoute } from '../route.ts'
import { readPartnerId } from '../wire-fields.ts'
import { partnerOf, PartnerShape } from './partner.ts'
import { Reason } from './reason.ts'

const PartnerChange = Type.Object({
  name: Type.Optional(Type.String()),
  status: Type.Optional(Type.Enum([...PARTNER_STATUSES])),
  rateLimit: Type.Optional(Type.Unsafe<number | null>({ type: ['integer', 'null'] })),
  reason: Type.Optional(Reason),
})

/** Renames, suspends or reactivates a partner, or sets its rate limit (null: the service's own). */
export const updatePartnerRoute = operatorRoute('PATCH /admin/v1/partners/{partnerId}', {
  body: PartnerChange,
  answer: Type.Object({ data: PartnerShape }),
  async handle({ params, body, actor }, { db, clock, credentials }) {
    const partnerId = readPartnerId(params.partnerId)
    const { name, status, rateLimit, reason } = body
    const change = { name, status, rateLimit, reason, actor }
    const partner = await transact(db, (tx) => updatePartner(tx, clock, partnerId, change))
    credentials.forget()
    return ok({ data: partnerOf(partner) })
  },
})
