import { Type } from 'typebox'
import type { Actor } from '../../audit/mod.ts'
import {
  findMail,
  listMails,
  MAIL_STATES,
  resendMail,
  type MailName,
  type SentMail,
} from '../../consumers/mod.ts'
import { maskText, PARTNER_ID_MAX, notFound } from '../../core/mod.ts'
import { formatTransferId, parseTransferId, type TransferName } from '../../ledger/mod.ts'
import type { Context } from '../context.ts'
import { ContinuedOf } from '../shapes/page-shape.ts'
import {
  flag,
  maybe,
  optionalNumber,
  optionalOneOf,
  type Parameter,
  ParameterFault,
  pages,
} from '../queries/query.ts'
import { timeRange } from '../queries/query-times.ts'
import { continued, ok, optionalTime, splitPage } from '../response.ts'
import { operatorRoute } from '../route.ts'
import { Reason } from '../shapes/reason.ts'
import { auditUnmasked } from './audit-unmasked.ts'
import { Instant, Text, Whole } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import { MAIL_REASON } from '../shapes/meanings.ts'
import { MAIL_STATE } from './meanings.ts'
import { oneOf } from '../shapes/one-of.ts'
import { view } from '../shapes/view.ts'

/** A mail is named by the transaction of its credit. */
const MailView = view<SentMail>()(
  {
    transactionId: [Text('The transaction that the mail is about; it names the mail'), idOf],
    partnerId: fields.partnerId,
    consumerId: fields.consumerId,
    walletId: [fields.walletId, (mail) => String(mail.walletId)],
    email: fields.email,
    state: oneOf('The state of the mail', MAIL_STATE),
    reason: Type.Optional(oneOf('Why it was not sent, or did not arrive', MAIL_REASON)),
    attempts: fields.attempts,
    resends: Whole('Number of times that an operator had it sent again'),
    lastError: [Type.Optional(Text('Why the last attempt failed')), (mail) => mail.lastFault],
    createdAt: fields.createdAt,
    sentAt: Type.Optional(Instant('When a mail server accepted it')),
    nextAttemptAt: [Type.Optional(fields.nextAttemptAt), (mail) => optionalTime(mail.nextTryAt)],
  },
  { title: 'Mail' },
)

const ID = { min: 1, max: Number.MAX_SAFE_INTEGER }

/** Reads a place in the list of mails. Does not check that the mail exists: it may be removed. */
function optionalMailPlace(): Parameter<
  (TransferName & { readonly createdAt: number }) | undefined
> {
  return maybe({ type: 'string', description: 'The `after` of the page before' }, (text) => {
    const [, createdAt, id = ''] = /^(\d{1,15})\.(.+)$/.exec(text) ?? []
    const name = parseTransferId(id)
    if (name && name.partnerId <= PARTNER_ID_MAX) return { ...name, createdAt: Number(createdAt) }
    throw new ParameterFault('must be the `after` of a page of this list')
  })
}

const listMailsRoute = operatorRoute('GET /admin/v1/mails', {
  permission: 'mails:read',
  operationId: 'listMails',
  summary: 'Lists mails about credits, newest first',
  description: 'Addresses are masked, unless `unmasked=true`, which is audited.',
  query: {
    partnerId: optionalNumber({ min: 1, max: PARTNER_ID_MAX }),
    consumerId: optionalNumber(ID),
    state: optionalOneOf(MAIL_STATES),
    ...timeRange,
    unmasked: flag(),
    after: optionalMailPlace(),
    pageSize: pages.pageSize,
  },
  response: ContinuedOf(MailView.schema),
  async handle({ query: { pageSize, unmasked, ...filter }, actor }, context) {
    const found = await listMails(context, filter, pageSize + 1)
    const { page, last } = splitPage(found, pageSize)
    if (unmasked) await auditAddresses(context, { mails: page, actor, target: 'mails' })
    const data = page.map((mail) => mailOf(mail, unmasked))
    return ok(continued(data, { pageSize, after: last && `${last.createdAt}.${idOf(last)}` }))
  },
})

const getMailRoute = operatorRoute('GET /admin/v1/mails/{transactionId}', {
  permission: 'mails:read',
  operationId: 'getMail',
  summary: 'Returns a mail',
  description: 'The address is masked, unless `unmasked=true`, which is audited.',
  query: { unmasked: flag() },
  response: Type.Object({ data: MailView.schema }),
  async handle({ params, query: { unmasked }, actor }, context) {
    const mail = await findMail(context, readMailName(params.transactionId))
    const target = `mail:${idOf(mail)}`
    if (unmasked) await auditAddresses(context, { mails: [mail], actor, target })
    return ok({ data: mailOf(mail, unmasked) })
  },
})

const resendMailRoute = operatorRoute('POST /admin/v1/mails/{transactionId}/resend', {
  permission: 'mails:write',
  operationId: 'resendMail',
  summary: 'Sends a mail once more, even if it was sent before',
  refuses: ['archived', 'state_conflict'],
  body: Type.Object({ reason: Reason }),
  response: Type.Object({ data: MailView.schema }),
  async handle({ params, body: { reason }, actor }, context) {
    const name = readMailName(params.transactionId)
    await resendMail(context, name, { actor, reason })
    return ok({ data: mailOf(await findMail(context, name), false) })
  },
})

function readMailName(text: string): MailName {
  const name = parseTransferId(text)
  if (!name || name.partnerId > PARTNER_ID_MAX) throw notFound('mail')
  return name
}

async function auditAddresses(
  context: Context,
  { mails, actor, target }: { mails: readonly SentMail[]; actor: Actor; target: string },
): Promise<void> {
  const consumerIds = [...new Set(mails.map(({ consumerId }) => consumerId))]
  await auditUnmasked(context, { actor, target, after: { consumerIds } })
}

function idOf({ partnerId, transferNo }: SentMail): string {
  return formatTransferId(partnerId, transferNo)
}

function mailOf(mail: SentMail, unmasked: boolean) {
  return MailView.body(unmasked ? mail : { ...mail, email: maskText(mail.email) })
}

export const mailRoutes = [listMailsRoute, getMailRoute, resendMailRoute]
