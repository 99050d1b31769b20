import { Readable } from 'node:stream'
import { Type } from 'typebox'
import type { Actor } from '../../audit/mod.ts'
import {
  cancelCredits,
  checkCreditFile,
  creditsLeft,
  CREDIT_IMPORT_STATES,
  fileReferenceFault,
  findCreditImport,
  listCreditErrors,
  listCreditImports,
  noSuchCreditImport,
  readCreditReport,
  startCredits,
  type CreditImport,
  type CreditImportKey,
  type CreditTotal,
} from '../../credit-imports/mod.ts'
import { partnerFunds } from '../../ledger/mod.ts'
import { getPartner } from '../../partners/mod.ts'
import { boundedUpload } from '../bodies/bounded-upload.ts'
import type { Context } from '../context.ts'
import { wireSum } from '../bodies/exact-json.ts'
import {
  flag,
  maybe,
  optionalOneOf,
  optionalUuid,
  pages,
  ParameterFault,
  optionalSort,
  required,
} from '../queries/query.ts'
import { timeRange } from '../queries/query-times.ts'
import { created, ok, paged } from '../response.ts'
import { operatorRoute, operatorUpload } from '../route.ts'
import { Instant, Sum, Text, Whole, YesOrNo } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import { oneOf } from '../shapes/one-of.ts'
import { PagedOf } from '../shapes/page-shape.ts'
import { codeOf, sumOf } from '../shapes/read-member.ts'
import { view } from '../shapes/view.ts'
import { CREDIT_IMPORT_STATE } from './meanings.ts'

const ImportView = view<CreditImport>()(
  {
    importId: fields.importId,
    state: oneOf('The state of the import', CREDIT_IMPORT_STATE),
    fileReference: Text('The reference of the file, the first part of the key of each of its rows'),
    dryRun: [
      YesOrNo('True if it was only checked, and can never be credited'),
      ({ isDryRun }) => isDryRun,
    ],
    createConsumers: [
      YesOrNo('True if consumers and wallets that are missing are created'),
      ({ createsConsumers }) => createsConsumers,
    ],
    actor: fields.actor,
    rows: Whole('Rows of the file'),
    errorCount: [Whole('Errors of rows that cannot be credited'), ({ errors }) => errors],
    credited: Whole('Rows that it has credited'),
    repeated: Whole('Rows that had been credited before, and moved nothing'),
    refused: Whole('Rows that were refused when they were to be credited; the report says why'),
    failure: Type.Optional(Text('Why it is STOPPED, or was REJECTED before its end')),
    createdAt: fields.createdAt,
    progressAt: Instant('When it last advanced'),
    startedAt: Type.Optional(Instant('When it was first started')),
    endedAt: Type.Optional(fields.endedAt),
  },
  { title: 'CreditImport' },
)

/** The rows that are not credited yet, and the funds of the partner, in one currency. */
interface CreditsLeft extends CreditTotal {
  readonly fundsMinor: bigint
}

const LeftView = view<CreditsLeft>()({
  currency: [fields.currency, codeOf],
  rows: Whole('Rows that are not credited yet'),
  amount: [
    Sum('Sum of the credits of these rows, in major units of `currency`'),
    sumOf('amountMinor'),
  ],
  funds: [
    Sum('Funds that the partner can spend now, in major units of `currency`'),
    sumOf('fundsMinor'),
  ],
  fundsAfter: [
    Sum('Funds after these rows are credited; below zero: too little'),
    (left) => wireSum(left.fundsMinor - left.amountMinor, left.currency),
  ],
})

const DetailShape = Type.Object(
  {
    ...ImportView.schema.properties,
    left: Type.Array(LeftView.schema, {
      description: 'Rows that are not credited yet, by currency',
    }),
    errors: Type.Array(
      Type.Object({
        line: Whole('The line of the file'),
        field: Text('The column; empty if the error concerns several'),
        message: Text('Description of the error'),
      }),
      { description: 'The first 1,000 errors; the report has up to 10,000' },
    ),
  },
  { title: 'CreditImportDetail' },
)

const FILE_REFERENCE = { type: 'string', maxLength: 100, pattern: '^[^/]+$' }

function readFileReference(text: string): string {
  const fault = fileReferenceFault(text)
  if (fault === undefined) return text
  throw new ParameterFault(fault)
}

const uploadCredits = operatorUpload('POST /admin/v1/partners/{partnerId}/credit-imports', {
  permission: 'credits:write',
  operationId: 'checkCredits',
  success: [200, 201],
  refuses: ['state_conflict'],
  hasSums: true,
  summary: 'Checks a CSV of up to 1,000,000 credits to wallets; moves nothing',
  description:
    'Columns: `email` or `consumerId`, `amount`, `currency`, `reference`, and optionally ' +
    '`description`, `fullName` and labels such as `metadata.team`. ' +
    'A row is credited once for each pair of `fileReference` and ' +
    'its `reference`: the same file again moves nothing. An import without errors is ' +
    'CHECKED, and is credited once it is started.',
  contentTypes: ['text/csv'],
  query: {
    fileReference: required(maybe(FILE_REFERENCE, readFileReference)),
    importId: optionalUuid(),
    dryRun: flag(),
    createConsumers: flag(),
  },
  response: Type.Object({ data: DetailShape }),
  async handle({ params, query, body, actor }, context) {
    const partnerId = Number(params.partnerId)
    await getPartner(context.db, partnerId)
    const { fileReference, importId, dryRun: isDryRun, createConsumers: createsConsumers } = query
    const portalUrl = context.baseUrl()
    const file = { partnerId, actor, importId, isDryRun, createsConsumers, portalUrl }
    const key = await checkCreditFile(context, { ...file, fileReference }, boundedUpload(body))
    const data = await detailOf(context, key)
    return isDryRun ? ok({ data }) : created({ data })
  },
})

const listRoute = operatorRoute('GET /admin/v1/partners/{partnerId}/credit-imports', {
  permission: 'credits:read',
  operationId: 'listCreditImports',
  summary: "Lists a partner's files of credits, newest first, with their progress",
  query: {
    state: optionalOneOf(CREDIT_IMPORT_STATES),
    ...timeRange,
    sort: optionalSort(listCreditImports.sorts),
    ...pages,
  },
  response: PagedOf(ImportView.schema),
  async handle({ params, query }, { db }) {
    const partnerId = Number(params.partnerId)
    await getPartner(db, partnerId)
    const { rows, total } = await listCreditImports(db, { partnerId, ...query })
    return ok(paged(rows.map(ImportView.body), { ...query, totalRecords: total }))
  },
})

const absent = { partnerId: noSuchCreditImport }

const getRoute = operatorRoute('GET /admin/v1/partners/{partnerId}/credit-imports/{importId}', {
  permission: 'credits:read',
  operationId: 'getCreditImport',
  absent,
  hasSums: true,
  summary: 'Returns one file of credits: progress, sums, funds before and after, errors',
  response: Type.Object({ data: DetailShape }),
  async handle({ params }, context) {
    return ok({ data: await detailOf(context, keyOf(params)) })
  },
})

const startRoute = operatorRoute(
  'POST /admin/v1/partners/{partnerId}/credit-imports/{importId}/start',
  {
    permission: 'credits:write',
    approval: 'credits',
    operationId: 'startCredits',
    absent,
    hasSums: true,
    refuses: ['state_conflict', 'insufficient_funds'],
    summary: 'Credits a checked file, or resumes a stopped one',
    description: 'Workers credit it, 1,000 rows in one commit. Poll the import for its progress.',
    response: Type.Object({ data: DetailShape }),
    handle: ({ params, actor }, context) =>
      changeImport(context, startCredits, keyOf(params), actor),
  },
)

const cancelRoute = operatorRoute(
  'POST /admin/v1/partners/{partnerId}/credit-imports/{importId}/cancel',
  {
    permission: 'credits:write',
    operationId: 'cancelCredits',
    absent,
    hasSums: true,
    refuses: ['state_conflict'],
    summary: 'Cancels a file of credits; what was credited stays',
    response: Type.Object({ data: DetailShape }),
    handle: ({ params, actor }, context) =>
      changeImport(context, cancelCredits, keyOf(params), actor),
  },
)

const reportRoute = operatorRoute(
  'GET /admin/v1/partners/{partnerId}/credit-imports/{importId}/report',
  {
    permission: 'credits:read',
    operationId: 'creditReport',
    absent,
    produces: ['text/csv'],
    summary: 'Streams a CSV with the outcome of each row, or with the errors of the file',
    async handle({ params }, { db }) {
      const key = keyOf(params)
      await findCreditImport(db, key)
      return {
        status: 200,
        headers: {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="credits-${key.importId}.csv"`,
        },
        body: Readable.from(readCreditReport(db, key), { objectMode: false }),
      }
    },
  },
)

async function changeImport(
  context: Context,
  change: typeof startCredits,
  key: CreditImportKey,
  actor: Actor,
) {
  await change(context, key, actor, { portalUrl: context.baseUrl() })
  return ok({ data: await detailOf(context, key) })
}

function keyOf(params: { readonly partnerId: string; readonly importId: string }) {
  return { partnerId: Number(params.partnerId), importId: params.importId }
}

async function detailOf({ db }: Context, key: CreditImportKey) {
  const found = await findCreditImport(db, key)
  const isOver = found.state === 'CANCELLED' || found.state === 'DONE'
  const left = isOver ? [] : await creditsLeft(db, key)
  const funds = new Map(
    (await partnerFunds(db, key.partnerId)).map((one) => [one.currency, one.fundsMinor]),
  )
  return {
    ...ImportView.body(found),
    left: left.map((one) =>
      LeftView.body({ ...one, fundsMinor: funds.get(one.currency.code) ?? 0n }),
    ),
    errors: found.errors === 0 ? [] : await listCreditErrors(db, key),
  }
}

export const creditImportRoutes = [
  uploadCredits,
  listRoute,
  getRoute,
  startRoute,
  cancelRoute,
  reportRoute,
]
