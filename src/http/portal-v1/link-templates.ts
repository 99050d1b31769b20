import { Type, type Static } from 'typebox'
import { recordAudit } from '../../audit/mod.ts'
import { encodeImage, insertImage } from '../../content/mod.ts'
import { invalidField, Refusal, notFound } from '../../core/mod.ts'
import { transact } from '../../db/mod.ts'
import {
  listLinkTemplates,
  parseTemplateId,
  saveLinkTemplate,
  type TemplateInput,
} from '../../links/mod.ts'
import { created, ok } from '../response.ts'
import { portalRoute, type Route } from '../route.ts'
import { textField } from '../schema.ts'
import { fromOf, rulesOf } from '../shapes/claim-rule-fields.ts'
import { Text } from '../shapes/field.ts'
import { NewTemplate, type QuietHours, TemplateView } from '../shapes/link-template-shape.ts'

/** A logo of 512 KiB, as Base64. */
const LOGO_TEXT_MAX = 700_000

const response = Type.Object({ data: TemplateView.schema })

function quietHoursOf({ from, to, timeZone }: Static<typeof QuietHours>) {
  return { from, to, timeZone }
}

function inputOf(body: Static<typeof NewTemplate>): TemplateInput {
  const { name, logo, accentColor, paperColor, senderName, replyTo } = body
  const texts = (body.texts ?? []).map(({ locale, subject, greeting, message }) => ({
    locale,
    subject,
    greeting,
    message,
  }))
  return {
    name,
    logoImageId: logo,
    accentColor,
    paperColor,
    senderName,
    replyTo,
    secondFactor: body.secondFactor ?? 'NONE',
    secondFactorFrom: body.secondFactorFrom?.map((one, at) => fromOf(one, at)),
    claimRules: body.claimRules && rulesOf(body.claimRules),
    quietHours: body.quietHours && quietHoursOf(body.quietHours),
    texts,
  }
}

const list = portalRoute('GET /portal/v1/link-templates', {
  permission: 'links:read',
  operationId: 'listOwnLinkTemplates',
  summary: 'Lists the templates for the pages and mails of links, by name',
  response: Type.Object({ data: Type.Array(TemplateView.schema, { description: 'By name' }) }),
  async handle({ partnerId }, { db }) {
    return ok({ data: (await listLinkTemplates(db, partnerId)).map(TemplateView.body) })
  },
})

const create = portalRoute('POST /portal/v1/link-templates', {
  permission: 'links:write',
  operationId: 'createOwnLinkTemplate',
  success: [201],
  refuses: ['state_conflict'],
  summary: 'Adds a template of links',
  body: NewTemplate,
  response,
  async handle({ partnerId, actor, body }, context) {
    const saving = { partnerId, templateId: undefined, input: inputOf(body), actor }
    return created({ data: TemplateView.body(await saveLinkTemplate(context, saving)) })
  },
})

const replace = portalRoute('PUT /portal/v1/link-templates/{templateId}', {
  permission: 'links:write',
  operationId: 'replaceOwnLinkTemplate',
  summary: 'Replaces a template as a whole, also for links that were sent before',
  body: NewTemplate,
  response,
  async handle({ partnerId, actor, params, body }, context) {
    const templateId = parseTemplateId(params.templateId)
    if (templateId === undefined) throw notFound('template')
    const saving = { partnerId, templateId, input: inputOf(body), actor }
    return ok({ data: TemplateView.body(await saveLinkTemplate(context, saving)) })
  },
})

const storeLogo = portalRoute('POST /portal/v1/link-logos', {
  permission: 'links:write',
  operationId: 'storeOwnLinkLogo',
  success: [201],
  summary: 'Stores an image that templates can name as their logo',
  description:
    'A PNG, JPEG or WebP of up to 512 KiB. It is decoded and encoded anew, without its metadata. ' +
    'The same image has the same id.',
  body: Type.Object(
    { image: textField('The bytes of the image, as Base64', LOGO_TEXT_MAX) },
    { title: 'NewLinkLogo' },
  ),
  response: Type.Object({
    data: Type.Object({ logo: Text('Identifies the logo, for templates') }, { title: 'LinkLogo' }),
  }),
  async handle({ partnerId, actor, body }, { db, clock }) {
    const { imageId, ...image } = await encodeImage(Buffer.from(body.image, 'base64')).catch(
      refuseImage,
    )
    const at = clock.now()
    await transact(db, async (tx) => {
      await tx.rows(insertImage({ imageId, ...image }, at))
      const target = `image:${imageId}`
      const act = { partnerId, actor, action: 'link_logo.store', target, at } as const
      recordAudit(tx, { ...act, valueOut: 'none' })
    })
    return created({ data: { logo: imageId } })
  },
})

/** Names the field in place of the body. */
function refuseImage(error: unknown): never {
  if (!(error instanceof Refusal)) throw error
  throw invalidField('image', error.extras.details?.[0]?.message ?? error.message)
}

export const ownLinkTemplateRoutes: readonly Route[] = [list, create, replace, storeLogo]
