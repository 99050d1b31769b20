import type { Readable } from 'node:stream'
import { Type } from 'typebox'
import type { Actor } from '../../audit/mod.ts'
import {
  invalidParameter,
  isoTime,
  PARTNER_ID_MAX,
  Refusal,
  wireAmount,
  type Currency,
} from '../../core/mod.ts'
import { ADAPTERS, type Adapter, existingAccount, parseAccountText } from '../../connectors/mod.ts'
import { payInOf } from '../../pay-in/mod.ts'
import { getPartner } from '../../partners/mod.ts'
import {
  DECIMAL_MARKS,
  findReconciliation,
  ITEM_STATUSES,
  listReconciledItems,
  listReconciliations,
  reconcile,
  RECONCILIATION_KINDS,
  type Against,
  type ReconciledItem,
  type Reconciliation,
} from '../../reconciliations/mod.ts'
import type { Context } from '../context.ts'
import { PagedOf } from '../shapes/page-shape.ts'
import {
  flag,
  optionalLine,
  optionalNumber,
  optionalOneOf,
  pages,
  required,
  requiredCurrency,
  requiredText,
  optionalSort,
  type QueryOf,
  withMeaning,
} from '../queries/query.ts'
import { optionalTime, timeRange } from '../queries/query-times.ts'
import { readWhole } from '../bodies/read-whole.ts'
import { created, ok, paged } from '../response.ts'
import { operatorRoute, operatorUpload } from '../route.ts'
import { Decimal, Instant, Text, Whole } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import { ITEM_STATUS, RECONCILIATION_KIND } from './meanings.ts'
import { oneOf } from '../shapes/one-of.ts'
import { amountOf, codeOf } from '../shapes/read-member.ts'
import { view } from '../shapes/view.ts'

const FILE_BYTES_MAX = 8_388_608
const NAME_LENGTH_MAX = 200
/** The most items that the response of a new reconciliation lists. */
const SHOWN_ITEMS_MAX = 100

const ReconciliationView = view<Reconciliation>()(
  {
    reconciliationId: Whole('Identifies the reconciliation'),
    kind: oneOf('Kind of reconciliation', RECONCILIATION_KIND),
    partnerId: Type.Optional(Whole('The partner whose deposits were compared')),
    supplier: Type.Optional(
      Text('Our account whose purchases were compared, such as `tessera:acme`'),
    ),
    currency: [fields.currency, codeOf],
    from: [fields.from, (one) => isoTime(one.fromMs)],
    to: [fields.to, (one) => isoTime(one.beforeMs)],
    fileName: Type.Optional(Text('The name of the file, as it was given')),
    fileSha256: [
      Text('The SHA-256 of the file, in hexadecimal digits'),
      (one) => one.fileSha256.toString('hex'),
    ],
    fileLines: Whole('Lines of the file'),
    /** Lines without an amount. */
    skippedLines: Whole('Lines of the file without an amount'),
    matched: [Whole('References that match'), (one) => one.counts.matched],
    missingHere: [Whole('References that only the file has'), (one) => one.counts.missing_here],
    missingThere: [
      Whole('References that only our records have'),
      (one) => one.counts.missing_there,
    ],
    differentCurrency: [
      Whole('References whose currencies differ; in none of the sums'),
      (one) => one.counts.different_currency,
    ],
    differentAmount: [
      Whole('References whose amounts differ'),
      (one) => one.counts.different_amount,
    ],
    fileAmount: [fields.fileAmount, amountOf('fileMinor')],
    bookedAmount: [fields.bookedAmount, amountOf('bookedMinor')],
    /** The amount in the file minus the amount in the books. */
    difference: [
      Decimal('Amount of the file less the amount recorded here, in major units of `currency`'),
      (one) => wireAmount(one.fileMinor - one.bookedMinor, one.currency),
    ],
    madeAt: Instant('When it was made'),
    madeBy: Text('Who made it'),
  },
  { title: 'Reconciliation' },
)

/** An amount is absent where the file, or the books, have none. */
const ItemShape = Type.Object(
  {
    status: oneOf('Result of the comparison', ITEM_STATUS),
    reference: Text('The reference of the lines and records'),
    partnerId: Type.Optional(
      Whole('The partner whose pay-in reference is in it, if only the file has it'),
    ),
    fileAmount: Type.Optional(fields.fileAmount),
    bookedAmount: Type.Optional(fields.bookedAmount),
    fileCurrency: Type.Optional(Text('The currency of `fileAmount`, if the file has another one')),
    bookedCurrency: Type.Optional(
      Text('The currency of `bookedAmount`, if our records have another one'),
    ),
    fileLines: Whole('Lines of the file with this reference'),
    firstLine: Type.Optional(Whole('The number of the first of these lines')),
    /** Ids of transactions, or of orders. */
    records: Type.Array(Type.String(), {
      description: 'The ids of the transactions or orders with this reference',
    }),
  },
  { title: 'ReconciliationItem' },
)

const fileQuery = {
  currency: requiredCurrency(),
  from: withMeaning(required(optionalTime()), 'The beginning of the period.'),
  to: withMeaning(required(optionalTime()), 'The end of the period, not included.'),
  referenceColumn: optionalLine(NAME_LENGTH_MAX),
  amountColumn: optionalLine(NAME_LENGTH_MAX),
  currencyColumn: optionalLine(NAME_LENGTH_MAX),
  decimalMark: optionalOneOf(DECIMAL_MARKS),
  negate: flag(),
  fileName: optionalLine(NAME_LENGTH_MAX),
} as const

const NewReconciliationShape = Type.Object(
  {
    data: Type.Object(
      {
        ...ReconciliationView.schema.properties,
        /** The first items that do not match. */
        unmatched: Type.Array(ItemShape, { description: 'The first references that do not match' }),
      },
      { description: 'The result' },
    ),
  },
  { title: 'NewReconciliation' },
)

const reconcileDepositsRoute = operatorUpload('POST /admin/v1/reconciliations/deposits', {
  permission: 'reconciliations:write',
  operationId: 'reconcileDeposits',
  success: [201],
  summary:
    'Compares the file of a bank with the deposits and reversals of a period, and saves the ' +
    'outcome',
  contentTypes: ['text/csv'],
  query: { ...fileQuery, partnerId: optionalNumber({ min: 1, max: PARTNER_ID_MAX }) },
  response: NewReconciliationShape,
  async handle({ query: { partnerId, ...query }, body, actor }, context) {
    if (partnerId !== undefined) await requirePartner(context, partnerId)
    const against = { kind: 'deposits', partnerId } as const
    return await reconcileFile(context, { against, query, body, actor })
  },
})

const reconcilePurchasesRoute = operatorUpload('POST /admin/v1/reconciliations/purchases', {
  permission: 'reconciliations:write',
  operationId: 'reconcilePurchases',
  success: [201],
  summary:
    'Compares the file of a supplier with the purchases of a period there, and saves the outcome',
  contentTypes: ['text/csv'],
  query: { ...fileQuery, supplier: requiredText() },
  response: NewReconciliationShape,
  async handle({ query: { supplier, ...query }, body, actor }, context) {
    const against = { kind: 'purchases', account: await accountOf(context, supplier) } as const
    return await reconcileFile(context, { against, query, body, actor })
  },
})

interface ReconcileCall {
  readonly against: Against
  readonly query: QueryOf<typeof fileQuery>
  readonly body: Readable
  readonly actor: Actor
}

async function reconcileFile(context: Context, { against, query, body, actor }: ReconcileCall) {
  const { currency, from: fromMs, to: beforeMs, fileName: name } = query
  const columns = {
    reference: query.referenceColumn ?? 'reference',
    amount: query.amountColumn ?? 'amount',
    currency: query.currencyColumn,
    decimalMark: query.decimalMark ?? 'point',
    isNegated: query.negate,
  }
  const file = { bytes: await readWhole(body, FILE_BYTES_MAX), name, columns }
  const { reconciliation, items } = await reconcile(context, {
    against,
    file,
    currency,
    fromMs,
    beforeMs,
    actor,
  })
  const unmatched = items.filter(({ status }) => status !== 'matched').slice(0, SHOWN_ITEMS_MAX)
  return created({
    data: {
      ...ReconciliationView.body(reconciliation),
      unmatched: unmatched.map((item) => itemOf(item, currency)),
    },
  })
}

const adapters: Readonly<Record<string, Adapter>> = ADAPTERS

async function accountOf({ db }: Context, text: string) {
  const account = await existingAccount(db, parseAccountText(text)).catch((error: unknown) => {
    if (!(error instanceof Refusal && error.kind === 'not_found')) throw error
    throw invalidParameter('supplier', 'must be our account at a supplier, such as tessera:acme')
  })
  const { referenceForm = 'uuid' } = adapters[account.adapter]?.manifest ?? {}
  return { ...account, referenceForm }
}

async function requirePartner({ db }: Context, partnerId: number): Promise<void> {
  await getPartner(db, partnerId).catch((error: unknown) => {
    if (!(error instanceof Refusal && error.kind === 'not_found')) throw error
    throw invalidParameter('partnerId', 'must be the id of a partner')
  })
}

function itemOf(item: ReconciledItem, { code }: Currency) {
  const { fileMinor, bookedMinor, fileCurrency, bookedCurrency, ...rest } = item
  return {
    ...rest,
    partnerId: item.status === 'missing_here' ? payInOf(item.reference)?.partnerId : undefined,
    fileAmount: fileMinor === undefined ? undefined : wireAmount(fileMinor, fileCurrency),
    bookedAmount: bookedMinor === undefined ? undefined : wireAmount(bookedMinor, bookedCurrency),
    fileCurrency: fileCurrency.code === code ? undefined : fileCurrency.code,
    bookedCurrency: bookedCurrency.code === code ? undefined : bookedCurrency.code,
  }
}

const listReconciliationsRoute = operatorRoute('GET /admin/v1/reconciliations', {
  permission: 'reconciliations:read',
  operationId: 'listReconciliations',
  summary: 'Lists the reconciliations, newest first',
  query: {
    kind: optionalOneOf(RECONCILIATION_KINDS),
    ...timeRange,
    sort: optionalSort(listReconciliations.sorts),
    ...pages,
  },
  response: PagedOf(ReconciliationView.schema),
  async handle({ query }, { db }) {
    const { rows, total } = await listReconciliations(db, query)
    return ok(paged(rows.map(ReconciliationView.body), { ...query, totalRecords: total }))
  },
})

const getReconciliationRoute = operatorRoute('GET /admin/v1/reconciliations/{reconciliationId}', {
  permission: 'reconciliations:read',
  operationId: 'getReconciliation',
  summary: 'Returns a reconciliation, without its items',
  response: Type.Object({ data: ReconciliationView.schema }),
  async handle({ params }, { db }) {
    const found = await findReconciliation(db, Number(params.reconciliationId))
    return ok({ data: ReconciliationView.body(found) })
  },
})

const listItemsRoute = operatorRoute('GET /admin/v1/reconciliations/{reconciliationId}/items', {
  permission: 'reconciliations:read',
  operationId: 'listItems',
  summary: 'Lists the items of a reconciliation, those that need attention first',
  query: { status: optionalOneOf(ITEM_STATUSES), ...pages },
  response: PagedOf(ItemShape),
  async handle({ params, query }, { db }) {
    const found = await findReconciliation(db, Number(params.reconciliationId))
    const { rows, total } = await listReconciledItems(db, found, query)
    const items = rows.map((item) => itemOf(item, found.currency))
    return ok(paged(items, { ...query, totalRecords: total }))
  },
})

export const reconciliationRoutes = [
  reconcileDepositsRoute,
  reconcilePurchasesRoute,
  listReconciliationsRoute,
  getReconciliationRoute,
  listItemsRoute,
]
