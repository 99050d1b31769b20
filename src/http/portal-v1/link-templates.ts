import { Type, type Static } from 'typebox'
import { recordAudit } from '../../audit/mod.ts'
import { encodeImage, insertImage } from '../../content/mod.ts'
import { invalidField, isoTime, Refusal } from '../../core/mod.ts'
import { transact } from '../../db/mod.ts'
import {
  linkTemplateId,
  listLinkTemplates,
  parseTemplateId,
  saveLinkTemplate,
  type LinkTemplate,
  type TemplateInput,
} from '../../links/mod.ts'
import { created, ok } from '../response.ts'
import {
  CURRENCIES_MAX,
  From,
  fromOf,
  Rules,
  rulesOf,
  shownFrom,
  shownRules,
} from './claim-rule-fields.ts'
import { previewOwnLinkTemplate } from './link-preview.ts'
import { portalRoute, type Route } from '../route.ts'
import { textField } from '../schema.ts'
import { Instant, Text } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import { LINK_SECOND_FACTOR } from '../shapes/meanings.ts'
import { choiceOf } from '../shapes/one-of.ts'
import { view } from '../shapes/view.ts'

const LINE_LENGTH_MAX = 150
const MESSAGE_LENGTH_MAX = 500
const EMAIL_LENGTH_MAX = 320
const LANGUAGES_MAX = 20
const TIME_LENGTH_MAX = 5
const ZONE_LENGTH_MAX = 50
/** A logo of 512 KiB, as Base64. */
const LOGO_TEXT_MAX = 700_000

const Texts = Type.Object({
  locale: textField('The language, such as `de`', 35),
  subject: Type.Optional(
    textField('The subject of the mail; names {{ partnerName }} and {{ amount }}', LINE_LENGTH_MAX),
  ),
  greeting: Type.Optional(
    textField('The greeting; names {{ consumerName }}, too', LINE_LENGTH_MAX),
  ),
  message: Type.Optional(
    textField('What links say that have no message of their own', MESSAGE_LENGTH_MAX),
  ),
})

const QuietHours = Type.Object(
  {
    from: textField('When they begin, such as `21:00`', TIME_LENGTH_MAX),
    to: textField(
      'When they end, such as `08:00`: on the next day if it is earlier',
      TIME_LENGTH_MAX,
    ),
    timeZone: textField('Whose clock it is, such as `Europe/Berlin`', ZONE_LENGTH_MAX),
  },
  {
    description:
      'When links and reminders wait, by mail and SMS; codes that a person asks for do not',
  },
)

const NewTemplate = Type.Object(
  {
    name: textField('How the partner calls it', 100),
    logo: Type.Optional(Text('The id of a stored logo; none unless given')),
    accentColor: Type.Optional(
      Text('Of buttons, such as `#a3452a`: text on it has a contrast of 4.5:1 at least'),
    ),
    paperColor: Type.Optional(
      Text('Behind the page in a light theme: its texts have a contrast of 4.5:1 at least'),
    ),
    senderName: Type.Optional(
      textField("Who sends links, as their persons read it; unless given, the partner's name", 100),
    ),
    replyTo: Type.Optional(textField('Where replies to the mails go', EMAIL_LENGTH_MAX)),
    secondFactor: Type.Optional(
      choiceOf('What links ask for that name no second factor', LINK_SECOND_FACTOR),
    ),
    secondFactorFrom: Type.Optional(
      Type.Array(From, {
        description: 'From which amounts on they do; of any amount in other currencies',
        maxItems: CURRENCIES_MAX,
      }),
    ),
    claimRules: Type.Optional(Rules),
    quietHours: Type.Optional(QuietHours),
    texts: Type.Optional(
      Type.Array(Texts, { description: 'By language', maxItems: LANGUAGES_MAX }),
    ),
  },
  { title: 'NewLinkTemplate' },
)

const { properties } = NewTemplate

const TemplateView = view<LinkTemplate>()(
  {
    templateId: [Text('Names the template where links are sent'), linkTemplateId],
    ...properties,
    logo: [properties.logo, (template) => template.logoImageId],
    secondFactor: choiceOf('What links ask for that name no second factor', LINK_SECOND_FACTOR),
    secondFactorFrom: [
      properties.secondFactorFrom,
      (template) => template.secondFactorFrom?.map(shownFrom),
    ],
    claimRules: [properties.claimRules, ({ claimRules }) => claimRules && shownRules(claimRules)],
    texts: Type.Array(Texts, { description: 'By language' }),
    createdAt: [fields.createdAt, (template) => isoTime(template.createdMs)],
    updatedAt: [Instant('When it was changed last'), (template) => isoTime(template.updatedMs)],
  },
  { title: 'LinkTemplate' },
)

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
  summary: 'Lists how the pages and mails of links can look, by name',
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
  summary: 'Replaces a template as a whole; links that were sent before look like it, too',
  body: NewTemplate,
  response,
  async handle({ partnerId, actor, params, body }, context) {
    const templateId = parseTemplateId(params.templateId)
    if (templateId === undefined) throw new Refusal('not_found', 'no such template')
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
    data: Type.Object({ logo: Text('Names it in templates') }, { title: 'LinkLogo' }),
  }),
  async handle({ partnerId, actor, body }, { db, clock }) {
    const { imageId, ...image } = await encodeImage(Buffer.from(body.image, 'base64')).catch(named)
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
function named(error: unknown): never {
  if (!(error instanceof Refusal)) throw error
  throw invalidField('image', error.extras.details?.[0]?.message ?? error.message)
}

export const ownLinkTemplateRoutes: readonly Route[] = [
  list,
  create,
  replace,
  storeLogo,
  previewOwnLinkTemplate,
]
