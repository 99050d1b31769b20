import { Type } from 'typebox'
import { transact } from '../../db/mod.ts'
import { createPartner } from '../../partners/mod.ts'
import { created } from '../answer.ts'
import { operatorRoute } from '../route.ts'
import { partnerOf, PartnerShape } from './partner.ts'

export const createPartnerRoute = operatorRoute('POST /admin/v1/partners', {
  body: Type.Object({ name: Type.String() }),
  answer: Type.Object({ data: PartnerShape }),
  async handle({ body, actor }, { db, clock }) {
    const partner = await transact(db, (tx) => createPartner(tx, clock, { name: body.name, actor }))
    return created({ data: partnerOf(partner) })
  },
})
