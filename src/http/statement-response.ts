import { Type } from 'typebox'
import { isoTime, MS_PER_MINUTE } from '../core/mod.ts'
import type { LegalIdentity } from '../documents/mod.ts'
import {
  openStatement,
  STATEMENT_ACCOUNTS,
  statementCsv,
  statementHtml,
  statementJson,
  statementPdf,
} from '../movements/mod.ts'
import type { Context } from './context.ts'
import { legalIdentityOf } from './legal-identity.ts'
import { optionalOneOf, optionalStoredCurrency, required, type QueryOf } from './queries/query.ts'
import { requiredTimeRange } from './queries/query-times.ts'
import type { RouteResponse } from './response.ts'
import { Decimal, Text, Whole, YesOrNo } from './shapes/field.ts'
import { fields } from './shapes/fields.ts'
import { FUNDS_KIND, KINDS_OF_LINKS } from './shapes/meanings.ts'
import { oneOf } from './shapes/one-of.ts'

const FORMATS = {
  json: { type: 'application/json; charset=utf-8', write: statementJson },
  csv: { type: 'text/csv; charset=utf-8', write: statementCsv },
  html: { type: 'text/html; charset=utf-8', write: statementHtml },
  pdf: { type: 'application/pdf', write: statementPdf },
} as const
/** The content types that the formats have. */
export const STATEMENT_TYPES = ['application/json', 'text/csv', 'text/html']
/** The content types for people, who can also get a document. */
export const PRINTED_STATEMENT_TYPES = [...STATEMENT_TYPES, 'application/pdf']

/** A statement as JSON. Amounts are in major units, and signed. */
export const StatementShape = Type.Object({
  data: Type.Object(
    {
      partnerId: fields.partnerId,
      partnerName: Text('The name of the partner'),
      currency: fields.currency,
      from: fields.from,
      to: fields.to,
      /** True while later movements may still fall into this time. */
      provisional: YesOrNo(
        'True if movements may still be added, because `to` is less than a minute ago',
      ),
      opening: Decimal('The balance at `from`, in major units of `currency`'),
      closing: Decimal('The balance at `to`, in major units of `currency`'),
      totals: Type.Array(
        Type.Object({
          kind: oneOf('Why the money moved', FUNDS_KIND, KINDS_OF_LINKS),
          count: Whole('Number of movements'),
          amount: Decimal('The sum of their amounts, in major units of `currency`'),
        }),
        { description: 'The movements of the period added up, by kind' },
      ),
      movements: Type.Array(
        Type.Object({
          transactionId: fields.transactionId,
          at: fields.at,
          kind: oneOf('Why the money moved', FUNDS_KIND, KINDS_OF_LINKS),
          reference: Type.Optional(fields.reference),
          orderId: Type.Optional(fields.orderId),
          walletId: Type.Optional(fields.walletId),
          caseId: Type.Optional(fields.caseId),
          depositId: Type.Optional(fields.depositId),
          faceValue: Type.Optional(fields.faceValue),
          discount: Type.Optional(fields.discount),
          fee: Type.Optional(fields.fee),
          amount: Decimal(
            'The change of the balance, below zero for a decrease, in major units of `currency`',
          ),
          balance: fields.balance,
        }),
        { description: 'The movements of the period, oldest first' },
      ),
    },
    { title: 'Statement' },
  ),
})

const FORMAT_NAMES = ['json', 'csv', 'html'] as const

export const statementQuery = {
  currency: required(optionalStoredCurrency()),
  ...requiredTimeRange,
  account: optionalOneOf(STATEMENT_ACCOUNTS),
  format: optionalOneOf(FORMAT_NAMES),
} as const

export const printedStatementQuery = {
  ...statementQuery,
  format: optionalOneOf([...FORMAT_NAMES, 'pdf']),
} as const

/** Younger movements may still be on their way into the database. */
const SETTLED_MS = MS_PER_MINUTE

/** The partner of a statement. `testOf` is set for a test partner only. */
interface StatedPartner {
  readonly partnerId: number
  readonly name: string
  readonly testOf?: number | undefined
  readonly legal?: Partial<LegalIdentity> | undefined
}

/** Streams the statement of [from, to) in UTC. Refuses rate_limited as `OpenStreams` says. */
export async function statementResponse(
  { db, clock, config, openStreams }: Context,
  partner: StatedPartner,
  query: QueryOf<typeof printedStatementQuery>,
): Promise<RouteResponse<never>> {
  const { account = 'funds', currency, from, to, format = 'json' } = query
  const { partnerId } = partner
  const period = { partnerId, currency, fromMs: from, beforeMs: to }
  const isForPeople = format === 'html' || format === 'pdf'
  const isProvisional = to > clock.now() - SETTLED_MS
  const [statement, links] = await Promise.all([
    openStatement(db, { ...period, account }),
    account === 'funds' && isForPeople
      ? openStatement(db, { ...period, account: 'links' })
      : undefined,
  ])
  const heading = {
    links,
    partnerId,
    partnerName: partner.name,
    isProvisional,
    isTest: partner.testOf !== undefined,
    issuer: legalIdentityOf(config),
    legal: partner.legal,
    printedAtMs: clock.now(),
  }
  const { type, write } = FORMATS[format]
  const days = [from, to].map((ms) => isoTime(ms).slice(0, 'YYYY-MM-DD'.length))
  const title = account === 'links' ? 'statement-of-links' : 'statement'
  const name = [title, partnerId, currency.code, ...days].join('-')
  const shown = format === 'csv' || format === 'pdf' ? 'attachment' : 'inline'
  return {
    status: 200,
    headers: {
      'content-type': type,
      'content-disposition': `${shown}; filename="${name}.${format}"`,
      ...(format === 'html' && {
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      }),
    },
    body: openStreams.hold({ link: `statement ${partnerId}`, partnerId }, () =>
      write(statement, heading),
    ),
  }
}
