import { Type } from 'typebox'
import { isoTime } from '../../core/mod.ts'
import { linkTemplateId, type LinkTemplate } from '../../links/mod.ts'
import { textField } from '../schema.ts'
import { CURRENCIES_MAX, From, Rules, shownFrom, shownRules } from './claim-rule-fields.ts'
import { Instant, Text } from './field.ts'
import { fields } from './fields.ts'
import { LINK_SECOND_FACTOR } from './meanings.ts'
import { choiceOf } from './one-of.ts'
import { view } from './view.ts'

const LINE_LENGTH_MAX = 150
const MESSAGE_LENGTH_MAX = 500
const EMAIL_LENGTH_MAX = 320
const LANGUAGES_MAX = 20
const TIME_LENGTH_MAX = 5
const ZONE_LENGTH_MAX = 50

const Texts = Type.Object({
  locale: textField('The language, such as `de`', 35),
  subject: Type.Optional(
    textField(
      'The subject of the mail, with the placeholders {{ partnerName }} and {{ amount }}',
      LINE_LENGTH_MAX,
    ),
  ),
  greeting: Type.Optional(
    textField('The greeting, also with the placeholder {{ consumerName }}', LINE_LENGTH_MAX),
  ),
  message: Type.Optional(
    textField('Message of links that have none of their own', MESSAGE_LENGTH_MAX),
  ),
})

export const QuietHours = Type.Object(
  {
    from: textField('When they begin, such as `21:00`', TIME_LENGTH_MAX),
    to: textField(
      'When they end, such as `08:00`: on the next day if it is earlier',
      TIME_LENGTH_MAX,
    ),
    timeZone: textField('Name of the time zone, such as `Europe/Berlin`', ZONE_LENGTH_MAX),
  },
  {
    description:
      'Hours in which links and reminders by mail and SMS wait; requested codes do not wait',
  },
)

export const NewTemplate = Type.Object(
  {
    name: textField("The partner's name of it", 100),
    logo: Type.Optional(Text('The id of a stored logo; none unless given')),
    accentColor: Type.Optional(
      Text('Color of buttons, such as `#a3452a`; text on it must have a contrast of 4.5:1 or more'),
    ),
    paperColor: Type.Optional(
      Text('Color of the page in a light theme; texts on it must have a contrast of 4.5:1 or more'),
    ),
    senderName: Type.Optional(
      textField("Name of the sender, as people read it; unless given, the partner's name", 100),
    ),
    replyTo: Type.Optional(textField('Address for replies to the mails', EMAIL_LENGTH_MAX)),
    secondFactor: Type.Optional(
      choiceOf('Second factor of links that name none', LINK_SECOND_FACTOR),
    ),
    secondFactorFrom: Type.Optional(
      Type.Array(From, {
        description: 'Amounts from which links ask for it; in other currencies all links do',
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

export const TemplateView = view<LinkTemplate>()(
  {
    templateId: [Text('Identifies the template in requests that send links'), linkTemplateId],
    ...properties,
    logo: [properties.logo, (template) => template.logoImageId],
    secondFactor: choiceOf('Second factor of links that name none', LINK_SECOND_FACTOR),
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
