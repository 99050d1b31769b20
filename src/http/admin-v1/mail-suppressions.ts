import { Type } from 'typebox'
import {
  listMailSuppressions,
  removeMailSuppression,
  type MailSuppression,
  SUPPRESSION_SORTS,
} from '../../consumers/mod.ts'
import { maskText, Refusal, notFound } from '../../core/mod.ts'
import { formatTransferId } from '../../ledger/mod.ts'
import { getPartner } from '../../partners/mod.ts'
import { PagedOf } from '../shapes/page-shape.ts'
import { pages, optionalSort } from '../queries/query.ts'
import { ok, paged } from '../response.ts'
import { operatorRoute } from '../route.ts'
import { Reason } from '../shapes/reason.ts'
import { Instant, Text } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import { MAIL_REASON } from '../shapes/meanings.ts'
import { oneOf } from '../shapes/one-of.ts'
import { view } from '../shapes/view.ts'

interface SuppressionOf extends MailSuppression {
  readonly partnerId: number
}

const SuppressionView = view<SuppressionOf>()(
  {
    consumerId: fields.consumerId,
    email: [fields.email, (one) => maskText(one.email)],
    reason: oneOf('Why the consumer gets no mails', MAIL_REASON),
    transactionId: [
      Type.Optional(Text('The transaction whose mail was refused, or reported as spam')),
      ({ partnerId, transferNo }) =>
        transferNo === undefined ? undefined : formatTransferId(partnerId, transferNo),
    ],
    error: [Text('The cause, such as the response of the mail server'), (one) => one.fault],
    suppressedAt: Instant('When the address was suppressed'),
  },
  { title: 'MailSuppression' },
)

const listSuppressionsRoute = operatorRoute(
  'GET /admin/v1/partners/{partnerId}/mail-suppressions',
  {
    permission: 'mails:read',
    operationId: 'listMailSuppressions',
    summary: 'Lists the consumers of a partner who get no mails, the latest first',
    description: '`reason` says why. Addresses are masked.',
    query: { sort: optionalSort(SUPPRESSION_SORTS), ...pages },
    response: PagedOf(SuppressionView.schema),
    async handle({ params, query }, context) {
      const partnerId = Number(params.partnerId)
      await getPartner(context.db, partnerId)
      const { rows, total } = await listMailSuppressions(context, partnerId, query)
      const entries = rows.map((one) => SuppressionView.body({ ...one, partnerId }))
      return ok(paged(entries, { ...query, totalRecords: total }))
    },
  },
)

const removeSuppressionRoute = operatorRoute(
  'POST /admin/v1/partners/{partnerId}/mail-suppressions/{consumerId}/remove',
  {
    permission: 'mails:write',
    operationId: 'removeMailSuppression',
    summary: 'Lets a consumer get mails again',
    absent: { partnerId: noSuppression, consumerId: noSuppression },
    body: Type.Object({ reason: Reason }),
    response: Type.Object({
      data: Type.Object({ consumerId: fields.consumerId }, { description: 'The result' }),
    }),
    async handle({ params, body: { reason }, actor }, context) {
      const partnerId = Number(params.partnerId)
      const consumerId = Number(params.consumerId)
      await removeMailSuppression(context, { partnerId, consumerId }, { actor, reason })
      return ok({ data: { consumerId } })
    },
  },
)

function noSuppression(): Refusal {
  return notFound('suppression')
}

export const mailSuppressionRoutes = [listSuppressionsRoute, removeSuppressionRoute]
