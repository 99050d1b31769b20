import type { Readable } from 'node:stream'
import { Type } from 'typebox'
import { isFromStock } from '../../catalog/mod.ts'
import { invalidParameter, Refusal } from '../../core/mod.ts'
import type { Tx } from '../../db/mod.ts'
import { serveWaiting, waitedForFaces } from '../../fulfillment/mod.ts'
import {
  type ImportAnswer,
  importCodes,
  type ImportedChunk,
  type ImportSource,
  LOT_LENGTH_MAX,
  resumeImport,
  type StockedProduct,
} from '../../imports/mod.ts'
import { recordAudit } from '../../partners/mod.ts'
import { created, ok } from '../answer.ts'
import type { Context } from '../context.ts'
import { optionalOneOf, optionalText, optionalUuid } from '../query.ts'
import { operatorUpload } from '../route.ts'
import { readProductId } from '../wire-fields.ts'
import { productTarget } from './audit-catalog.ts'

/** Bytes of one upload: a million lines of the longest codes fit. */
const IMPORT_BYTES_MAX = 536_870_912

const Imported = Type.Object({
  importId: Type.String(),
  lot: Type.String(),
  imported: Type.Integer(),
  duplicates: Type.Integer(),
  rejected: Type.Array(Type.Object({ line: Type.Integer(), reason: Type.String() })),
  rejectedCount: Type.Integer(),
})

/**
 * Imports codes from CSV as it arrives; orders that wait for them are served in the same step.
 * `resume` goes on with an import that broke off, from the same file; `importId` names a new one,
 * so that its sender can watch it and resume it; `dryRun` stores nothing.
 */
export const importCodesRoute = operatorUpload('POST /admin/v1/products/{productId}/codes', {
  contentTypes: ['text/csv'],
  query: {
    lot: optionalText(),
    importId: optionalUuid(),
    resume: optionalUuid(),
    dryRun: optionalOneOf(['true', 'false']),
  },
  answer: Type.Object({ data: Imported }),
  async handle({ params, query, body, actor, headers }, context) {
    checkQuery(query)
    const product = await stockedProduct(context, readProductId(params.productId))
    const { resume, lot, importId } = query
    const isDryRun = query.dryRun === 'true'
    const bytesTotal = Number(headers['content-length'] ?? Number.NaN)
    const given = { actor, lot, importId, isDryRun, ...(bytesTotal >= 0 && { bytesTotal }) }
    const answer = await importInto(context, { product, body, actor }, (source) =>
      resume === undefined
        ? importCodes(context, given, source)
        : resumeImport(context, resume, source),
    )
    return isDryRun ? ok({ data: answer }) : created({ data: answer })
  },
})

interface ImportQuery {
  readonly lot: string | undefined
  readonly importId: string | undefined
  readonly resume: string | undefined
  readonly dryRun: string | undefined
}

/** What is resumed keeps its names; a dry run stores nothing that could be. */
function checkQuery({ resume, ...begun }: ImportQuery): void {
  if (begun.lot !== undefined && begun.lot.length > LOT_LENGTH_MAX) {
    throw invalidParameter('lot', `must have 1 to ${LOT_LENGTH_MAX} characters`)
  }
  const [other] = Object.entries(begun).find(([, value]) => value !== undefined) ?? []
  if (resume !== undefined && other !== undefined) {
    throw invalidParameter(other, 'cannot be given for an import that is resumed')
  }
}

/** Each chunk is audited in its own transaction, whatever becomes of those after it. */
async function importInto(
  context: Context,
  { product, body, actor }: { product: StockedProduct; body: Readable; actor: string },
  run: (source: ImportSource) => Promise<ImportAnswer>,
): Promise<ImportAnswer> {
  const { productId } = product
  const wokenPartners = new Set<number>()
  const target = productTarget(productId)
  const onChunk = async (tx: Tx, chunk: ImportedChunk): Promise<void> => {
    const at = context.clock.now()
    const sale = { now: at, onEmptied: context.soldOut.note }
    recordAudit(tx, { actor, action: 'codes.import', target, after: { ...chunk }, at })
    for (const partnerId of await serveWaiting(tx, productId, sale)) {
      wokenPartners.add(partnerId)
    }
  }
  try {
    return await run({ product, csv: bounded(body), onChunk })
  } finally {
    // What was stored before a refusal stays, and so do the orders that it serves.
    context.catalogPages.stockChanged()
    for (const partnerId of wokenPartners) context.wake(partnerId)
  }
}

async function* bounded(body: Readable): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of body.iterator({ destroyOnReturn: false })) {
    if (!(chunk instanceof Uint8Array)) throw new Error('a request body is read as bytes')
    bytes += chunk.length
    if (bytes > IMPORT_BYTES_MAX) {
      throw new Refusal('body_too_large', `an upload has at most ${IMPORT_BYTES_MAX} bytes`)
    }
    yield chunk
  }
}

/** An order keeps its face value, also one that the product is not sold at any more. */
async function stockedProduct(
  { db, catalog }: Context,
  productId: number,
): Promise<StockedProduct> {
  const product = (await catalog.asOf(db)).products.get(productId)
  if (!product) throw new Refusal('not_found', 'no such product')
  if (!isFromStock(product)) {
    throw new Refusal('state_conflict', `codes of this product come from ${product.supplier}`)
  }
  return { ...product, waitedForMinor: new Set(await waitedForFaces(db, productId)) }
}
