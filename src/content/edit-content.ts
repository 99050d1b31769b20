import { publishProduct, type Product } from '../catalog/mod.ts'
import { invalidField } from '../core/mod.ts'
import type { Tx } from '../db/mod.ts'
import {
  checkImageIds,
  LOCALES_MAX,
  readBarcode,
  readCategory,
  readCountries,
  readRemovedLocales,
  readTexts,
  type ContentChange,
} from './content-input.ts'
import { NO_CONTENT, type ProductContent, type ProductTexts } from './content.ts'
import {
  deleteTexts,
  raiseContentVersion,
  readContents,
  upsertFacts,
  upsertTexts,
  type StoredFacts,
} from './content-rows.ts'
import { readImageInfos } from './image-rows.ts'

/** The content of a product, before and after a change. */
export interface ChangedContent {
  readonly before: ProductContent
  readonly after: ProductContent
}

/**
 * Changes the given parts of the content of a product. Changes run one after the other. Texts of a
 * locale are replaced as a whole. Refuses invalid_request, naming the first invalid field:
 * category, barcode, countries, images (also if an image is not stored), locales, removedLocales.
 */
export async function updateContent(
  tx: Tx,
  { product, change }: { product: Pick<Product, 'productId' | 'isTest'>; change: ContentChange },
  now: number,
): Promise<ChangedContent> {
  const { productId } = product
  await raiseContentVersion(tx)
  const before = await contentOf(tx, productId)
  const facts = await readFacts(tx, before, change)
  const texts = readTexts(change.locales ?? [])
  const removed = readRemovedLocales(change.removedLocales ?? [])
  refuseWrittenAndRemoved(removed, texts)
  await tx.rows(upsertFacts(productId, facts))
  if (removed.length > 0) await tx.rows(deleteTexts(productId, removed))
  for (const one of texts) await tx.rows(upsertTexts(productId, one))
  const after = await contentOf(tx, productId)
  if (after.locales.length > LOCALES_MAX) {
    throw invalidField('locales', `must be at most ${LOCALES_MAX} for a product`)
  }
  publishProduct(tx, product, now)
  return { before, after }
}

async function contentOf(tx: Tx, productId: number): Promise<ProductContent> {
  return (await readContents(tx, productId)).get(productId) ?? NO_CONTENT
}

/** Reads the given fields; the others stay as they are. */
async function readFacts(
  tx: Tx,
  before: ProductContent,
  { category, barcode, countries, images }: ContentChange,
): Promise<StoredFacts> {
  return {
    category: category === undefined ? before.category : readUnlessNull(category, readCategory),
    barcode: barcode === undefined ? before.barcode : readUnlessNull(barcode, readBarcode),
    countries: countries === undefined ? before.countries : readCountries(countries),
    imageIds:
      images === undefined
        ? before.images.map(({ imageId }) => imageId)
        : await readImageIds(tx, images),
  }
}

function readUnlessNull<Value>(
  text: string | null,
  read: (text: string) => Value,
): Value | undefined {
  return text === null ? undefined : read(text)
}

/** Refuses invalid_request for an image that is not stored. Stored images are never removed. */
async function readImageIds(tx: Tx, imageIds: readonly string[]): Promise<readonly string[]> {
  checkImageIds(imageIds)
  const stored = await readImageInfos(tx, imageIds)
  const missing = imageIds.findIndex((imageId) => !stored.has(imageId))
  if (missing < 0) return imageIds
  throw invalidField(`images[${missing}]`, 'names no image: upload it first')
}

/** Refuses a locale that is both written and removed. */
function refuseWrittenAndRemoved(removed: readonly string[], texts: readonly ProductTexts[]): void {
  const at = removed.findIndex((locale) => texts.some((one) => one.locale === locale))
  if (at >= 0) throw invalidField(`removedLocales[${at}]`, 'has texts in the same request')
}
