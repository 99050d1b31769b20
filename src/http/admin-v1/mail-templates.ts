import { Type } from 'typebox'
import {
  findTemplateInForce,
  listMailTemplates,
  previewMail,
  removeMailTemplate,
  setMailTemplate,
  type TemplateInForce,
} from '../../consumers/mod.ts'
import { PARTNER_ID_MAX } from '../../core/mod.ts'
import { PagedOf } from '../shapes/page-shape.ts'
import { optionalNumber, optionalText, pages, optionalSort } from '../queries/query.ts'
import { ok, paged } from '../response.ts'
import { operatorRoute } from '../route.ts'
import { Reason } from '../shapes/reason.ts'
import { Instant, Text, Whole } from '../shapes/field.ts'
import { view } from '../shapes/view.ts'

const TEXTS = {
  subject: Text('The subject of the mail'),
  text: Text('The body as plain text'),
  html: Type.Optional(Text('The body as HTML; made from `text` if absent')),
}
const TextsShape = Type.Object(TEXTS, { title: 'MailTexts' })

/**
 * `partnerId` is absent if it is for all partners without their own; `setAt` and `setBy` are absent
 * for the default.
 */
const TemplateView = view<TemplateInForce>()(
  {
    partnerId: Type.Optional(
      Whole('The partner whose mails use it; absent: all partners without a template'),
    ),
    language: Text('A language tag such as `de` or `pt-BR`'),
    ...TEXTS,
    setAt: Type.Optional(Instant('When it was set; absent for the default')),
    setBy: Type.Optional(Text('Who set it')),
  },
  { title: 'MailTemplate' },
)

const NAME = {
  partnerId: Type.Optional(
    Whole('The partner whose mails use it; absent: all partners without a template'),
  ),
  language: Text('A language tag such as `de` or `pt-BR`'),
}

const putTemplateRoute = operatorRoute('PUT /admin/v1/mail-templates', {
  permission: 'mails:write',
  operationId: 'putMailTemplate',
  summary: 'Sets the texts of mails in a language, for one partner or all without a template',
  description:
    'Texts may have placeholders such as `{{ consumerName }}`, and parts from ' +
    '`{% if description %}` to `{% endif %}`. Values are escaped in HTML. Without `html`, mails ' +
    'have plain text only.',
  body: Type.Object(
    { ...NAME, ...TEXTS, reason: Type.Optional(Reason) },
    { title: 'NewMailTemplate' },
  ),
  response: Type.Object({ data: TemplateView.schema }),
  async handle({ body: { reason, ...input }, actor }, context) {
    return ok({ data: TemplateView.body(await setMailTemplate(context, input, { actor, reason })) })
  },
})

const listTemplatesRoute = operatorRoute('GET /admin/v1/mail-templates', {
  permission: 'mails:read',
  operationId: 'listMailTemplates',
  summary: 'Lists the templates that were set, those of all partners first',
  query: { sort: optionalSort(listMailTemplates.sorts), ...pages },
  response: PagedOf(TemplateView.schema),
  async handle({ query }, { db }) {
    const { rows, total } = await listMailTemplates(db, query)
    return ok(paged(rows.map(TemplateView.body), { ...query, totalRecords: total }))
  },
})

const getTemplateRoute = operatorRoute('GET /admin/v1/mail-templates/in-force', {
  permission: 'mails:read',
  operationId: 'getMailTemplateInForce',
  summary: 'Returns the texts of the mails of a partner, or of partners without a template',
  description: 'Unless given, `language` is that of the partner. `preview` is an example mail.',
  query: {
    partnerId: optionalNumber({ min: 1, max: PARTNER_ID_MAX }),
    language: optionalText(),
  },
  response: Type.Object({
    data: Type.Object(
      { template: TemplateView.schema, preview: TextsShape },
      { description: 'The result' },
    ),
  }),
  async handle({ query }, { db }) {
    const template = await findTemplateInForce(db, query)
    return ok({ data: { template: TemplateView.body(template), preview: previewMail(template) } })
  },
})

const previewRoute = operatorRoute('POST /admin/v1/mail-templates/preview', {
  permission: 'mails:read',
  operationId: 'previewMailTemplate',
  summary: 'Returns an example mail with the given texts; sets nothing',
  body: Type.Object(TEXTS, { title: 'NewMailTexts' }),
  response: Type.Object({ data: TextsShape }),
  handle: ({ body }) => Promise.resolve(ok({ data: previewMail(body) })),
})

const removeTemplateRoute = operatorRoute('POST /admin/v1/mail-templates/remove', {
  permission: 'mails:write',
  operationId: 'removeMailTemplate',
  refuses: ['not_found'],
  summary: 'Removes a template: the one of all partners, or the default, is used again',
  body: Type.Object({ ...NAME, reason: Type.Optional(Reason) }),
  response: Type.Object({ data: Type.Object(NAME, { description: 'The result' }) }),
  async handle({ body: { reason, ...name }, actor }, context) {
    return ok({ data: await removeMailTemplate(context, name, { actor, reason }) })
  },
})

export const mailTemplateRoutes = [
  putTemplateRoute,
  listTemplatesRoute,
  getTemplateRoute,
  previewRoute,
  removeTemplateRoute,
]
