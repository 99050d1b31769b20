import { Type } from 'typebox'
import { getPartner, listPartners } from '../../partners/mod.ts'
import { ok, paged } from '../answer.ts'
import { PagedOf } from '../page-shape.ts'
import { pages } from '../query.ts'
import { operatorRoute } from '../route.ts'
import { readPartnerId } from '../wire-fields.ts'
import { partnerOf, PartnerShape } from './partner.ts'

export const listPartnersRoute = operatorRoute('GET /admin/v1/partners', {
  query: pages,
  answer: PagedOf(PartnerShape),
  async handle({ query }, { db }) {
    const { rows, total } = await listPartners(db, query)
    return ok(paged(rows.map(partnerOf), { ...query, totalRecords: total }))
  },
})

export const getPartnerRoute = operatorRoute('GET /admin/v1/partners/{partnerId}', {
  answer: Type.Object({ data: PartnerShape }),
  async handle({ params }, { db }) {
    return ok({ data: partnerOf(await getPartner(db, readPartnerId(params.partnerId))) })
  },
})
