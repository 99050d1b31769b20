import { Readable } from 'node:stream'
import { Type } from 'typebox'
import { isoTime, isUuid, Refusal } from '../../core/mod.ts'
import { findImport, listImports, readReport, type StockImport } from '../../imports/mod.ts'
import { ok, optionalTime, paged } from '../answer.ts'
import { PagedOf } from '../page-shape.ts'
import { pages } from '../query.ts'
import { operatorRoute } from '../route.ts'
import { readProductId } from '../wire-fields.ts'

const ImportShape = Type.Object({
  productId: Type.Integer(),
  importId: Type.String(),
  lot: Type.String(),
  dryRun: Type.Boolean(),
  state: Type.String(),
  failure: Type.Optional(Type.String()),
  actor: Type.String(),
  imported: Type.Integer(),
  duplicates: Type.Integer(),
  rejectedCount: Type.Integer(),
  linesRead: Type.Integer(),
  bytesRead: Type.Integer(),
  bytesTotal: Type.Optional(Type.Integer()),
  startedAt: Type.String(),
  progressAt: Type.String(),
  endedAt: Type.Optional(Type.String()),
})

/** The imports of a product, newest first. */
export const listImportsRoute = operatorRoute('GET /admin/v1/products/{productId}/imports', {
  query: pages,
  answer: PagedOf(ImportShape),
  async handle({ params, query }, { db, catalog, clock }) {
    const productId = readProductId(params.productId)
    if (!(await catalog.asOf(db)).products.has(productId)) {
      throw new Refusal('not_found', 'no such product')
    }
    const { rows, total } = await listImports(db, productId, { ...query, now: clock.now() })
    return ok(paged(rows.map(importOf), { ...query, totalRecords: total }))
  },
})

/** One import: while it runs, how far it is. */
export const getImportRoute = operatorRoute(
  'GET /admin/v1/products/{productId}/imports/{importId}',
  {
    answer: Type.Object({ data: ImportShape }),
    async handle({ params }, { db, clock }) {
      return ok({ data: importOf(await findImport(db, keyOf(params), clock.now())) })
    },
  },
)

/** Every line without a new code, with the reason, as CSV; of a running import, those so far. */
export const importReportRoute = operatorRoute(
  'GET /admin/v1/products/{productId}/imports/{importId}/report',
  {
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
  if (!isUuid(importId)) throw new Refusal('not_found', 'no such import')
  return { productId: readProductId(productId), importId }
}

function importOf({ isDryRun, rejected, lines, bytes, ...found }: StockImport) {
  return {
    ...found,
    dryRun: isDryRun,
    rejectedCount: rejected,
    linesRead: lines,
    bytesRead: bytes,
    startedAt: isoTime(found.startedAt),
    progressAt: isoTime(found.progressAt),
    endedAt: optionalTime(found.endedAt),
  }
}
