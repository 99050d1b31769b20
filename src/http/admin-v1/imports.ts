import { Readable } from 'node:stream'
import { Type } from 'typebox'
import { recordAudit, type Actor } from '../../audit/mod.ts'
import { invalidParameter, Refusal, notFound } from '../../core/mod.ts'
import type { Tx } from '../../db/mod.ts'
import { serveWaiting, waitedForFaces } from '../../fulfillment/mod.ts'
import {
  findImport,
  noSuchImport,
  type ImportResult,
  importCodes,
  type ImportedChunk,
  type ImportSource,
  IMPORT_STATES,
  listImports,
  LOT_LENGTH_MAX,
  readReport,
  resumeImport,
  type StockedProduct,
  type StockImport,
} from '../../imports/mod.ts'
import { isFromStock } from '../../inventory/mod.ts'
import { boundedUpload } from '../bodies/bounded-upload.ts'
import { created, ok, paged } from '../response.ts'
import type { Context } from '../context.ts'
import { PagedOf } from '../shapes/page-shape.ts'
import { optionalOneOf, optionalText, optionalUuid, pages, optionalSort } from '../queries/query.ts'
import { operatorRoute, operatorUpload } from '../route.ts'
import { productTarget } from './audit-catalog.ts'
import { Instant, Text, Whole } from '../shapes/field.ts'
import { view } from '../shapes/view.ts'
import { fields } from '../shapes/fields.ts'
import { IMPORT_STATE } from './meanings.ts'
import { oneOf } from '../shapes/one-of.ts'

const Imported = Type.Object(
  {
    importId: fields.importId,
    lot: fields.lot,
    imported: fields.imported,
    duplicates: fields.duplicates,
    rejected: Type.Array(
      Type.Object({
        line: Whole('The number of the line in the file'),
        reason: Text('Why it was refused'),
      }),
      { description: 'The first lines that were refused, and why' },
    ),
    rejectedCount: fields.rejectedCount,
  },
  { title: 'ImportedCodes' },
)

const importCodesRoute = operatorUpload('POST /admin/v1/products/{productId}/codes', {
  permission: 'stock:write',
  operationId: 'importCodes',
  success: [200, 201],
  refuses: ['state_conflict', 'numbers_exhausted'],
  summary: 'Imports codes from a CSV stream',
  description:
    'Orders that wait for codes are served in the same transaction. `resume` continues an ' +
    'interrupted import from the same file. `importId` names a new import, so that its ' +
    'sender can follow and resume it. `dryRun` stores nothing.',
  contentTypes: ['text/csv'],
  query: {
    lot: optionalText(),
    importId: optionalUuid(),
    resume: optionalUuid(),
    dryRun: optionalOneOf(['true', 'false']),
  },
  response: Type.Object({ data: Imported }),
  async handle({ params, query, body, actor, headers }, context) {
    checkQuery(query)
    const product = await stockedProduct(context, Number(params.productId))
    const { resume, lot, importId } = query
    const isDryRun = query.dryRun === 'true'
    const bytesTotal = Number(headers['content-length'] ?? Number.NaN)
    const newImport = {
      actor: actor.name,
      lot,
      importId,
      isDryRun,
      ...(bytesTotal >= 0 && { bytesTotal }),
    }
    const imported = await importInto(context, { product, body, actor }, (source) =>
      resume === undefined
        ? importCodes(context, newImport, source)
        : resumeImport(context, resume, source),
    )
    return isDryRun ? ok({ data: imported }) : created({ data: imported })
  },
})

interface ImportQuery {
  readonly lot: string | undefined
  readonly importId: string | undefined
  readonly resume: string | undefined
  readonly dryRun: string | undefined
}

/** Refuses `resume` together with parameters of a new import. */
function checkQuery({ resume, ...newImport }: ImportQuery): void {
  if (newImport.lot !== undefined && newImport.lot.length > LOT_LENGTH_MAX) {
    throw invalidParameter('lot', `must have 1 to ${LOT_LENGTH_MAX} characters`)
  }
  const [other] = Object.entries(newImport).find(([, value]) => value !== undefined) ?? []
  if (resume !== undefined && other !== undefined) {
    throw invalidParameter(other, 'cannot be given for an import that is resumed')
  }
}

/**
 * Records the import in the audit log in the transaction that stores its first codes. The import
 * and its lot count the codes.
 */
async function importInto(
  context: Context,
  { product, body, actor }: { product: StockedProduct; body: Readable; actor: Actor },
  run: (source: ImportSource) => Promise<ImportResult>,
): Promise<ImportResult> {
  const { productId } = product
  const wokenPartners = new Set<number>()
  const target = productTarget(productId)
  const onChunk = async (tx: Tx, { isFirst, ...after }: ImportedChunk): Promise<void> => {
    const at = context.clock.now()
    const sale = { now: at, onEmptied: context.soldOut.note }
    if (isFirst)
      recordAudit(tx, { actor, action: 'codes.import', valueOut: 'none', target, after, at })
    for (const partnerId of await serveWaiting(tx, productId, sale)) {
      wokenPartners.add(partnerId)
    }
  }
  try {
    return await run({ product, csv: boundedUpload(body), onChunk })
  } finally {
    // Chunks that were stored before a refusal stay, and orders may have been served from them.
    context.catalogPages.stockChanged()
    for (const partnerId of wokenPartners) context.wake(partnerId)
  }
}

/** Returns the product, with face values that only waiting orders have. */
async function stockedProduct(
  { db, catalog }: Context,
  productId: number,
): Promise<StockedProduct> {
  const product = (await catalog.asOf(db)).products.get(productId)
  if (!product) throw notFound('product')
  if (!isFromStock(product)) {
    throw new Refusal('state_conflict', `codes of this product come from ${product.supplier}`)
  }
  return { ...product, waitedForMinor: new Set(await waitedForFaces(db, productId)) }
}

const ImportView = view<StockImport>()(
  {
    productId: fields.productId,
    importId: fields.importId,
    lot: fields.lot,
    dryRun: [fields.dryRun, (one) => one.isDryRun],
    state: oneOf('The state of the import', IMPORT_STATE),
    failure: Type.Optional(Text('Why it failed')),
    actor: fields.actor,
    imported: fields.imported,
    duplicates: fields.duplicates,
    rejectedCount: [fields.rejectedCount, (one) => one.rejected],
    linesRead: [Whole('Lines of the file that were read'), (one) => one.lines],
    bytesRead: [Whole('Bytes of the file that were read'), (one) => one.bytes],
    bytesTotal: Type.Optional(Whole('The size of the file in bytes, if it is known')),
    startedAt: fields.startedAt,
    progressAt: Instant('When it last advanced'),
    endedAt: Type.Optional(fields.endedAt),
  },
  { title: 'Import' },
)

const listImportsRoute = operatorRoute('GET /admin/v1/products/{productId}/imports', {
  permission: 'stock:read',
  operationId: 'listImports',
  summary: 'Lists the imports of a product, newest first',
  query: {
    state: optionalOneOf(IMPORT_STATES),
    sort: optionalSort(listImports.sorts),
    ...pages,
  },
  response: PagedOf(ImportView.schema),
  async handle({ params, query }, { db, catalog, clock }) {
    const productId = Number(params.productId)
    if (!(await catalog.asOf(db)).products.has(productId)) {
      throw notFound('product')
    }
    const { rows, total } = await listImports(db, { ...query, productId, now: clock.now() })
    return ok(paged(rows.map(ImportView.body), { ...query, totalRecords: total }))
  },
})

const getImportRoute = operatorRoute('GET /admin/v1/products/{productId}/imports/{importId}', {
  permission: 'stock:read',
  operationId: 'getImport',
  absent: { productId: noSuchImport },
  summary: 'Returns one import with its progress',
  response: Type.Object({ data: ImportView.schema }),
  async handle({ params }, { db, clock }) {
    return ok({ data: ImportView.body(await findImport(db, keyOf(params), clock.now())) })
  },
})

const importReportRoute = operatorRoute(
  'GET /admin/v1/products/{productId}/imports/{importId}/report',
  {
    permission: 'stock:read',
    operationId: 'importReport',
    absent: { productId: noSuchImport },
    produces: ['text/csv'],
    summary: 'Streams a CSV of every line that stored no new code, with the reason',
    description: 'While the import runs, it has the lines so far.',
    async handle({ params }, { db, clock }) {
      const { importId, productId } = await findImport(db, keyOf(params), clock.now())
      return {
        status: 200,
        headers: {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="import-${importId}.csv"`,
        },
        body: Readable.from(readReport(db, { productId, importId }), { objectMode: false }),
      }
    },
  },
)

function keyOf({ productId, importId }: { productId: string; importId: string }) {
  return { productId: Number(productId), importId }
}

export const importRoutes = [importCodesRoute, listImportsRoute, getImportRoute, importReportRoute]
