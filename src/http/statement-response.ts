import { Type } from 'typebox'
import { isoTime } from '../core/mod.ts'
import { openStatement, statementCsv, statementHtml, statementJson } from '../movements/mod.ts'
import type { Context } from './context.ts'
import { requireOrder } from './movement-shape.ts'
import {
  optionalOneOf,
  optionalStoredCurrency,
  optionalTime,
  required,
  type QueryOf,
} from './query.ts'
import type { RouteResponse } from './response.ts'

const FORMATS = {
  json: { type: 'application/json; charset=utf-8', write: statementJson },
  csv: { type: 'text/csv; charset=utf-8', write: statementCsv },
  html: { type: 'text/html; charset=utf-8', write: statementHtml },
} as const
/** The content types that the formats have. */
export const STATEMENT_TYPES = ['application/json', 'text/csv', 'text/html']

/** A statement as JSON. Amounts are in major units, and signed. */
export const StatementShape = Type.Object({
  data: Type.Object(
    {
      partnerId: Type.Integer(),
      partnerName: Type.String(),
      currency: Type.String(),
      from: Type.String(),
      to: Type.String(),
      /** True while later movements may still fall into this time. */
      provisional: Type.Boolean(),
      opening: Type.Number(),
      closing: Type.Number(),
      totals: Type.Array(
        Type.Object({ kind: Type.String(), count: Type.Integer(), amount: Type.Number() }),
      ),
      movements: Type.Array(
        Type.Object({
          transactionId: Type.String(),
          at: Type.String(),
          kind: Type.String(),
          reference: Type.Optional(Type.String()),
          orderId: Type.Optional(Type.String()),
          walletId: Type.Optional(Type.String()),
          caseId: Type.Optional(Type.Integer()),
          depositId: Type.Optional(Type.String()),
          faceValue: Type.Optional(Type.Number()),
          discount: Type.Optional(Type.Number()),
          fee: Type.Optional(Type.Number()),
          amount: Type.Number(),
          balance: Type.Number(),
        }),
      ),
    },
    { title: 'Statement' },
  ),
})

const FORMAT_NAMES = ['json', 'csv', 'html'] as const

export const statementQuery = {
  currency: required(optionalStoredCurrency()),
  from: required(optionalTime()),
  to: required(optionalTime()),
  format: optionalOneOf(FORMAT_NAMES),
} as const

/** Younger movements may still be on their way into the database. */
const SETTLED_MS = 60_000

/** Streams the statement of [from, to) in UTC. Refuses rate_limited as `OpenStreams` says. */
export async function statementResponse(
  { db, clock, openStreams }: Context,
  partner: { readonly partnerId: number; readonly name: string },
  query: QueryOf<typeof statementQuery>,
): Promise<RouteResponse> {
  const { currency, from, to, format = 'json' } = query
  requireOrder(from, to)
  const { partnerId } = partner
  const isProvisional = to > clock.now() - SETTLED_MS
  const heading = { partnerId, partnerName: partner.name, isProvisional }
  const { type, write } = FORMATS[format]
  const statement = await openStatement(db, { partnerId, currency, fromMs: from, beforeMs: to })
  const days = [from, to].map((ms) => isoTime(ms).slice(0, 'YYYY-MM-DD'.length))
  const name = ['statement', partnerId, currency.code, ...days].join('-')
  const shown = format === 'csv' ? 'attachment' : 'inline'
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
