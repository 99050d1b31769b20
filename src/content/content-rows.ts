import { drawNumber, groupBy } from '../core/mod.ts'
import { oneRow, insertRow, sql } from '../db/mod.ts'
import type { Db, ProductContentsRow, ProductTextsRow, Statement, Tx } from '../db/mod.ts'
import type { Barcode } from './barcode.ts'
import type { Category } from './category.ts'
import type { ImageInfo, ProductContent, ProductTexts } from './content.ts'
import { readImageInfos } from './image-rows.ts'

/** The stored content of a product without its texts. */
export interface StoredFacts {
  readonly category: Category | undefined
  readonly barcode: Barcode | undefined
  readonly countries: readonly string[]
  readonly imageIds: readonly string[]
}

/** Returns the version of the contents. Each change gives the contents a new version. */
export async function readContentVersion(db: Db): Promise<bigint> {
  return (await oneRow(db, selectVersion())).version
}

/** Gives the contents another version. Other changes wait until the transaction ends. */
export async function raiseContentVersion(tx: Tx): Promise<void> {
  await tx.rows(sql`update content_version set version = ${drawNumber()}`)
}

/** Returns contents by productId: of the given product, or of every product that has one. */
export async function readContents(
  db: Db,
  productId?: number,
): Promise<Map<number, ProductContent>> {
  const facts = await db.rows(selectContents(productId))
  const texts = await db.rows(selectTexts(productId))
  const images = await readImageInfos(db, [...new Set(facts.flatMap((row) => row.image_ids))])
  const localesOf = groupBy(texts, (row) => row.product_id)
  return new Map(
    facts.map((row) => [
      row.product_id,
      toContent(row, { images, texts: localesOf.get(row.product_id) ?? [] }),
    ]),
  )
}

function toContent(
  row: ProductContentsRow,
  of: { images: ReadonlyMap<string, ImageInfo>; texts: readonly ProductTextsRow[] },
): ProductContent {
  return {
    // The category was checked when it was written.
    category: (row.category as Category | null) ?? undefined,
    barcode: (row.barcode as Barcode | null) ?? undefined,
    countries: row.countries,
    images: row.image_ids.flatMap((imageId) => of.images.get(imageId) ?? []),
    locales: of.texts.map(toTexts),
  }
}

function toTexts(row: ProductTextsRow): ProductTexts {
  return {
    locale: row.locale,
    name: row.name,
    description: row.description ?? undefined,
    terms: row.terms ?? undefined,
    redemptionSteps: row.redemption_steps,
    validity: row.validity ?? undefined,
    balanceCheckUrl: row.balance_check_url ?? undefined,
  }
}

function selectVersion(): Statement<{ version: bigint }> {
  return sql`select version from content_version`
}

function selectContents(productId?: number): Statement<ProductContentsRow> {
  return sql`
    select product_id, category, countries, image_ids, barcode from product_contents
    where ${productId ?? null}::integer is null or product_id = ${productId ?? null}`
}

function selectTexts(productId?: number): Statement<ProductTextsRow> {
  return sql`
    select product_id, locale, name, description, terms, redemption_steps, validity,
           balance_check_url
    from product_texts
    where ${productId ?? null}::integer is null or product_id = ${productId ?? null}
    order by product_id, locale collate "C"`
}

export function upsertFacts(
  productId: number,
  { category, barcode, countries, imageIds }: StoredFacts,
): Statement<never> {
  return sql`
    insert into product_contents (product_id, category, countries, image_ids, barcode)
    values (${productId}, ${category ?? null}, ${[...countries]}::text[], ${[...imageIds]}::text[],
      ${barcode ?? null})
    on conflict (product_id) do update
    set category = excluded.category, countries = excluded.countries,
        image_ids = excluded.image_ids, barcode = excluded.barcode`
}

export function upsertTexts(productId: number, texts: ProductTexts): Statement<never> {
  const inserted = insertRow<ProductTextsRow>('product_texts', {
    product_id: productId,
    locale: texts.locale,
    name: texts.name,
    description: texts.description,
    terms: texts.terms,
    redemption_steps: [...texts.redemptionSteps],
    validity: texts.validity,
    balance_check_url: texts.balanceCheckUrl,
  })
  return sql`
    ${inserted}
    on conflict (product_id, locale) do update
    set name = excluded.name, description = excluded.description, terms = excluded.terms,
        redemption_steps = excluded.redemption_steps, validity = excluded.validity,
        balance_check_url = excluded.balance_check_url`
}

export function deleteTexts(productId: number, locales: readonly string[]): Statement<never> {
  return sql`
    delete from product_texts
    where product_id = ${productId} and locale = any(${[...locales]}::text[])`
}
