import { Type, type Static } from 'typebox'
import { textField } from '../schema.ts'
import { Decimal, Text } from '../shapes/field.ts'
import { LINK_DELIVERY, LINK_SECOND_FACTOR } from '../shapes/meanings.ts'
import { newMetadata } from '../shapes/metadata.ts'
import { choiceOf } from '../shapes/one-of.ts'
import { PHONE_TEXT_MAX } from './link-addresses.ts'

const LINKS_MAX = 100_000
const PRODUCTS_MAX = 500
const REFERENCE_LENGTH_MAX = 255
export const NAME_LENGTH_MAX = 200
const ID_LENGTH_MAX = 64
const EMAIL_TEXT_MAX = 320
const MESSAGE_LENGTH_MAX = 500

const reference = textField(
  "The partner's own reference: up to 255 characters",
  REFERENCE_LENGTH_MAX,
)

const secondFactor = choiceOf(
  'Second factor that a person needs; NONE unless given here or by the template',
  LINK_SECOND_FACTOR,
)

const Recipient = Type.Object({
  name: Type.Optional(textField('Name of the recipient, for the greeting', NAME_LENGTH_MAX)),
  email: Type.Optional(
    textField(
      'E-mail address of the recipient, stored sealed; required if links or codes are mailed',
      EMAIL_TEXT_MAX,
    ),
  ),
  phone: Type.Optional(
    textField(
      'Mobile number of the recipient as E.164, such as +4915112345678, stored sealed; required ' +
        'if the link or its codes are sent by SMS',
      PHONE_TEXT_MAX,
    ),
  ),
  amount: Type.Optional(
    Decimal('Amount of the link, in major units of `currency`; that of the request unless given'),
  ),
  reference: Type.Optional(reference),
  locale: Type.Optional(
    Text('The language of the page, such as `de`; that of the request unless given'),
  ),
  secondFactor: Type.Optional(secondFactor),
  metadata: Type.Optional(newMetadata("The partner's own labels of the link")),
})

export const NewLinks = Type.Object(
  {
    reference: textField(
      "The partner's own reference of these links: unique, 1 to 255 characters",
      REFERENCE_LENGTH_MAX,
    ),
    currency: Text('The currency of the funds that pay, as ISO 4217 code'),
    amount: Type.Optional(Decimal('Amount of each link, in major units of `currency`')),
    products: Type.Optional(
      Type.Array(Type.Integer({ minimum: 1 }), {
        description: 'The gift cards to choose from; unless given, all of the catalog',
        minItems: 1,
        maxItems: PRODUCTS_MAX,
      }),
    ),
    claimBy: Type.Optional(
      Text(
        'When the links can no longer be claimed: in 1 day to 5 years; in 12 months unless given',
      ),
    ),
    locale: Type.Optional(Text('The language of the pages, such as `de`')),
    message: Type.Optional(textField('Message on the page for each person', MESSAGE_LENGTH_MAX)),
    delivery: Type.Optional(
      choiceOf('How it reaches the persons; NONE unless given', LINK_DELIVERY),
    ),
    secondFactor: Type.Optional(secondFactor),
    reminders: Type.Optional(
      Type.Boolean({
        description: 'True if messages remind of an unclaimed amount; unless given, only mails do',
      }),
    ),
    replyTo: Type.Optional(textField('E-mail address for replies to the mails', EMAIL_TEXT_MAX)),
    templateId: Type.Optional(
      textField('Id of the template of pages and mails, which the portal has', ID_LENGTH_MAX),
    ),
    recipients: Type.Array(Recipient, {
      description: `The recipients, each of whom gets a link: 1 to ${LINKS_MAX}`,
      minItems: 1,
      maxItems: LINKS_MAX,
    }),
  },
  { title: 'NewLinks' },
)

export type NewLinksBody = Static<typeof NewLinks>
