import { Type } from 'typebox'
import type { ListedConsumer } from '../../consumers/mod.ts'
import { maskName, maskText } from '../../core/mod.ts'
import { Text, Whole } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import { MAIL_REASON } from '../shapes/meanings.ts'
import { oneOf } from '../shapes/one-of.ts'
import { view } from '../shapes/view.ts'

export const ConsumerView = view<ListedConsumer>()(
  {
    consumerId: fields.consumerId,
    name: Text('The name of the consumer'),
    email: Text('The e-mail address of the consumer'),
    wallets: Whole('Number of wallets of the consumer'),
    mailSuppression: Type.Optional(oneOf('Why mails about credits are not sent', MAIL_REASON)),
    createdAt: fields.createdAt,
  },
  { title: 'Consumer' },
)

export function consumerOf(consumer: ListedConsumer, unmasked: boolean) {
  const { name, email } = consumer
  const masked = { ...consumer, name: maskName(name), email: maskText(email) }
  return ConsumerView.body(unmasked ? consumer : masked)
}
