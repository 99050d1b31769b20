import { Type } from 'typebox'
import { listLinkTemplates } from '../../links/mod.ts'
import { getPartner } from '../../partners/mod.ts'
import { ok } from '../response.ts'
import { operatorRoute } from '../route.ts'
import { TemplateView } from '../shapes/link-template-shape.ts'

const list = operatorRoute('GET /admin/v1/partners/{partnerId}/link-templates', {
  permission: 'links:read',
  operationId: 'listLinkTemplates',
  summary: 'Lists the templates of the links of a partner, with their rules for claims',
  response: Type.Object({ data: Type.Array(TemplateView.schema, { description: 'By name' }) }),
  async handle({ params }, { db }) {
    const { partnerId } = await getPartner(db, Number(params.partnerId))
    return ok({ data: (await listLinkTemplates(db, partnerId)).map(TemplateView.body) })
  },
})

export const adminLinkTemplateRoutes = [list]
