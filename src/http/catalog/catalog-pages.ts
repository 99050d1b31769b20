import { type CatalogSnapshot, groupOf, productsIn } from '../../catalog/mod.ts'
import {
  contentIn,
  type Contents,
  type ContentSnapshot,
  isWanted,
  needsContent,
  type ProductFilter,
} from '../../content/mod.ts'
import { type Clock, type Currency, SingleFlight } from '../../core/mod.ts'
import { type Database, PerDatabaseLife } from '../../db/mod.ts'
import type { SoldOut } from '../../inventory/mod.ts'
import type { SupplierRegistry } from '../../supply/mod.ts'
import { etagOf } from '../responses/etag.ts'
import { pageOf } from '../response.ts'
import { productOf } from './product.ts'

type ProductIds = ReadonlySet<number>

/** One page of a currency's catalog, as it is sent. */
export interface CatalogPage {
  readonly bytes: Buffer
  /** A strong validator: equal for equal bytes only. */
  readonly etag: string
}

export interface PageRequest {
  readonly partnerId: number
  readonly isTest: boolean
  readonly currency: Currency
  readonly page: number
  readonly pageSize: number
  /** Selects products; undefined for all. */
  readonly filter?: ProductFilter | undefined
  readonly hasContent: boolean
}

/**
 * Caches catalog pages as bytes. A page is built once per state of catalog and stock, for all
 * partners without price rules of their own together.
 */
export interface CatalogPages {
  page(snapshot: CatalogSnapshot, request: PageRequest): Promise<CatalogPage>
  /**
   * Returns the products that a supplier can sell. Changes by other processes show within
   * STOCK_FRESH_MS.
   */
  available(snapshot: CatalogSnapshot): Promise<ProductIds>
  /** Makes the next call read the stock, because this process has changed it. */
  stockChanged(): void
}

/** Changes that other processes make show within this time. */
const STOCK_FRESH_MS = 500
const CACHED_BYTES_MAX = 33_554_432

interface CatalogPagesOptions extends StockWatchOptions {
  readonly contents: Contents
  /** Returns the scheme and host of this service, which serves the images. */
  apiUrl(): string
}

interface StockWatchOptions {
  readonly db: Database
  readonly clock: Clock
  readonly soldOut: SoldOut
  readonly suppliers: SupplierRegistry
}

export function createCatalogPages(options: CatalogPagesOptions): CatalogPages {
  const stock = createStockWatch(options)
  const pages = new PageCache()
  return {
    async page(snapshot, request) {
      const seen = await stock.read(snapshot)
      const { partnerId, isTest, currency, page, pageSize, filter, hasContent } = request
      const isContentRead = hasContent || (filter !== undefined && needsContent(filter))
      const contents = isContentRead ? await options.contents.current() : undefined
      const { available, generation } = seen
      const state = { snapshot, available, contents, baseUrl: options.apiUrl() }
      // Not cached: pages of the many possible filters would evict those that everybody requests.
      if (filter) return buildPage(state, request)
      pages.startGeneration(`${snapshot.version} ${snapshot.readAt} ${generation}`)
      const group = groupOf(snapshot, partnerId)
      const version = contents ? `${contents.version}` : ''
      const key = `${isTest} ${group} ${currency.code} ${page} ${pageSize} ${version}`
      return pages.get(key) ?? pages.add(key, buildPage(state, request))
    },
    available: async (snapshot) => (await stock.read(snapshot)).available,
    stockChanged: () => stock.changed(),
  }
}

/** The data that a page shows. */
interface ShownState {
  readonly snapshot: CatalogSnapshot
  readonly available: ProductIds
  readonly contents: ContentSnapshot | undefined
  readonly baseUrl: string
}

function buildPage(
  { snapshot, available, contents, baseUrl }: ShownState,
  { partnerId, isTest, currency, filter, hasContent, ...request }: PageRequest,
): CatalogPage {
  const all = productsIn(snapshot, { partnerId, currency, isTest })
  const selected = filter
    ? all.filter(({ product }) => {
        const { productId } = product
        const isInStock = available.has(productId)
        return isWanted(filter, { product, content: contentIn(contents, productId), isInStock })
      })
    : all
  const page = pageOf(selected, request, ({ product, rate }) => {
    const inStock = available.has(product.productId)
    const terms = snapshot.priceRules.ruleFor(partnerId, product)
    const shown = hasContent
      ? { content: contentIn(contents, product.productId), baseUrl }
      : undefined
    return productOf(product, { rate, inStock, terms, shown })
  })
  const bytes = Buffer.from(JSON.stringify(page))
  return { bytes, etag: etagOf(bytes) }
}

/** The pages of one state of catalog and stock, up to CACHED_BYTES_MAX. */
class PageCache {
  readonly #pages = new Map<string, CatalogPage>()
  #generation = ''
  #bytes = 0

  startGeneration(generation: string): void {
    if (generation === this.#generation) return
    this.#generation = generation
    this.#pages.clear()
    this.#bytes = 0
  }

  get(key: string): CatalogPage | undefined {
    return this.#pages.get(key)
  }

  add(key: string, page: CatalogPage): CatalogPage {
    this.#pages.set(key, page)
    this.#bytes += page.bytes.length
    for (const [oldest, { bytes }] of this.#pages) {
      if (this.#bytes <= CACHED_BYTES_MAX) break
      this.#pages.delete(oldest)
      this.#bytes -= bytes.length
    }
    return page
  }
}

interface SeenStock {
  readonly available: ProductIds
  /** Changes whenever the set of products does. */
  readonly generation: number
  readonly version: bigint
}

interface StockWatch {
  read(snapshot: CatalogSnapshot): Promise<SeenStock>
  changed(): void
}

function createStockWatch({ db, clock, soldOut, suppliers }: StockWatchOptions): StockWatch {
  const caches = new PerDatabaseLife(db, () => new SingleFlight<SeenStock>(clock, STOCK_FRESH_MS))
  let generations = 0

  async function readStock(
    { version, products }: CatalogSnapshot,
    before: SeenStock | undefined,
  ): Promise<SeenStock> {
    const available = await suppliers.availableProducts(db, products.values(), clock.now())
    if (before && isSame(before.available, available)) return { ...before, version }
    generations += 1
    return { available, generation: generations, version }
  }

  return {
    read: async (snapshot) => {
      const seen = caches.present
      const readNow = (): Promise<SeenStock> => readStock(snapshot, seen.last)
      if (soldOut.isRecent()) return await seen.readAnew(readNow)
      const { fresh } = seen
      return fresh?.version === snapshot.version ? fresh : await seen.read(readNow)
    },
    changed: () => caches.present.forget(),
  }
}

function isSame(one: ProductIds, other: ProductIds): boolean {
  return one.size === other.size && [...other].every((id) => one.has(id))
}
