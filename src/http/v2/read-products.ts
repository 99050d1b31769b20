import { Type } from 'typebox'
import { productIn } from '../../catalog/mod.ts'
import { Refusal } from '../../core/mod.ts'
import { isMatch } from '../etag.ts'
import { ok, type RouteResponse } from '../response.ts'
import { pages, requiredCurrency } from '../query.ts'
import { route } from '../route.ts'
import type { CatalogPage } from './catalog-pages.ts'
import { PagedOf } from '../shapes/page-shape.ts'
import { productOf, ProductShape } from './product.ts'

export const listProducts = route('GET /v2/products', {
  operationId: 'listProducts',
  documentedResponse: PagedOf(ProductShape),
  isCached: true,
  summary:
    'Lists the products that have a price in the currency, by productId, as cached bytes ' +
    'with an ETag',
  permission: 'catalog:read',
  query: { currency: requiredCurrency(), ...pages },
  async handle({ partnerId, credential, query, headers }, { catalog, catalogPages }) {
    const { isTest } = credential
    const page = await catalogPages.page(await catalog.current(), { partnerId, isTest, ...query })
    return pageResponse(page, headers['if-none-match'])
  },
})

export const getProduct = route('GET /v2/products/{productId}', {
  absent: { productId: noProduct },
  operationId: 'getProduct',
  summary: 'Returns a product with its price in the currency',
  permission: 'catalog:read',
  query: { currency: requiredCurrency() },
  response: Type.Object({ data: ProductShape }),
  async handle({ partnerId, credential, params, query }, { catalog, catalogPages }) {
    const snapshot = await catalog.current()
    const audience = { currency: query.currency, isTest: credential.isTest }
    const priced = productIn(snapshot, Number(params.productId), audience)
    if (!priced) throw noProduct()
    const { product, rate } = priced
    const available = await catalogPages.available(snapshot)
    const inStock = available.has(product.productId)
    const terms = snapshot.priceRules.ruleFor(partnerId, product)
    return ok({ data: productOf(product, { rate, inStock, terms }) })
  },
})

function pageResponse({ bytes, etag }: CatalogPage, ifNoneMatch: unknown): RouteResponse<never> {
  const cacheControl = 'private, no-cache'
  if (isMatch(etag, ifNoneMatch)) {
    return { status: 304, headers: { etag, 'cache-control': cacheControl }, body: undefined }
  }
  const contentType = 'application/json; charset=utf-8'
  const headers = { etag, 'cache-control': cacheControl, 'content-type': contentType }
  return { status: 200, headers, body: bytes }
}

function noProduct(): Refusal {
  return new Refusal('not_found', 'no such product in this currency')
}
