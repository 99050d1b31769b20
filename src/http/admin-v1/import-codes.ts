import type { Readable } from 'node:stream'
import { Type } from 'typebox'
import { isFromStock } from '../../catalog/mod.ts'
import { Refusal } from '../../core/mod.ts'
import type { Tx } from '../../db/mod.ts'
import { serveWaiting } from '../../fulfillment/mod.ts'
import { recordAudit } from '../../partners/mod.ts'
import { importCodes, type ImportAnswer, type StockedProduct } from '../../supply/mod.ts'
import { created } from '../answer.ts'
import type { Context } from '../context.ts'
import { operatorUpload } from '../route.ts'
import { readProductId } from '../wire-fields.ts'
import { productTarget } from './audit-catalog.ts'

/** Bytes of one upload: a million lines of the longest codes fit. */
export const IMPORT_BYTES_MAX = 536_870_912

const Imported = Type.Object({
  imported: Type.Integer(),
  duplicates: Type.Integer(),
  rejected: Type.Array(Type.Object({ line: Type.Integer(), reason: Type.String() })),
  rejectedCount: Type.Integer(),
})

/** Imports codes from CSV as it arrives; orders that wait for them are served in the same step. */
export const importCodesRoute = operatorUpload('POST /admin/v1/products/{productId}/codes', {
  contentTypes: ['text/csv'],
  answer: Type.Object({ data: Imported }),
  async handle({ params, body, actor }, context) {
    const product = await stockedProduct(context, readProductId(params.productId))
    return created({ data: await importInto(context, product, { body, actor }) })
  },
})

/** Each chunk is audited in its own transaction, whatever becomes of those after it. */
async function importInto(
  context: Context,
  product: StockedProduct,
  { body, actor }: { body: Readable; actor: string },
): Promise<ImportAnswer> {
  const { productId } = product
  const wokenPartners = new Set<number>()
  const target = productTarget(productId)
  const onChunk = async (tx: Tx, imported: number): Promise<void> => {
    const at = context.clock.now()
    recordAudit(tx, { actor, action: 'codes.import', target, after: { imported }, at })
    for (const partnerId of await serveWaiting(tx, productId, at)) {
      wokenPartners.add(partnerId)
    }
  }
  try {
    return await importCodes(context, product, bounded(body), onChunk)
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

async function stockedProduct(
  { db, catalog }: Context,
  productId: number,
): Promise<StockedProduct> {
  const product = (await catalog.asOf(db)).products.get(productId)
  if (!product) throw new Refusal('not_found', 'no such product')
  if (!isFromStock(product)) {
    throw new Refusal('state_conflict', `codes of this product come from ${product.supplier}`)
  }
  return product
}
