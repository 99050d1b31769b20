import { Type } from 'typebox'
import { productIn } from '../../catalog/mod.ts'
import {
  CATEGORIES,
  contentIn,
  isCountry,
  isWanted,
  NO_COUNTRY,
  type ProductFilter,
} from '../../content/mod.ts'

import { Refusal, notFound } from '../../core/mod.ts'
import { isMatch } from '../responses/etag.ts'
import { ok, type RouteResponse } from '../response.ts'
import {
  maybe,
  optionalFlag,
  optionalListOf,
  optionalOneOf,
  optionalText,
  pages,
  ParameterFault,
  requiredCurrency,
  type QueryOf,
} from '../queries/query.ts'
import { route } from '../route.ts'
import type { CatalogPage } from '../catalog/catalog-pages.ts'
import { PagedOf } from '../shapes/page-shape.ts'
import { productOf, ProductShape } from '../catalog/product.ts'

const filters = {
  country: maybe({ type: 'string', description: 'An ISO 3166 code of a country' }, (text) => {
    if (isCountry(text)) return text
    throw new ParameterFault(NO_COUNTRY)
  }),
  category: optionalOneOf(CATEGORIES),
  brand: optionalText('The whole brand, in upper or lower case'),
  q: optionalText('A part of the brand, a name or a description, in upper or lower case'),
  inStock: optionalFlag(),
} as const
const query = { currency: requiredCurrency(), include: optionalListOf(['content']), ...filters }

type Selection = QueryOf<typeof query>

const description =
  'With `include=content`, products have `content`: texts by language, category, countries and ' +
  'images. `country` and `category` select by it.'

export const listProducts = route('GET /v2/products', {
  operationId: 'listProducts',
  documentedResponse: PagedOf(ProductShape),
  isCached: true,
  summary:
    'Lists the products that have a price in the currency, by productId, as cached bytes ' +
    'with an ETag',
  description,
  permission: 'catalog:read',
  query: { ...query, ...pages },
  async handle({ partnerId, isTest, query: selection, headers }, { catalog, catalogPages }) {
    const { currency, page, pageSize } = selection
    const [filter, hasContent] = [filterOf(selection), selection.include !== undefined]
    const request = { partnerId, isTest, currency, page, pageSize, filter, hasContent }
    const catalogPage = await catalogPages.page(await catalog.current(), request)
    return pageResponse(catalogPage, headers['if-none-match'])
  },
})

export const getProduct = route('GET /v2/products/{productId}', {
  absent: { productId: noProduct },
  operationId: 'getProduct',
  summary: 'Returns a product with its price in the currency',
  description: `${description} A product that they do not select is not found.`,
  permission: 'catalog:read',
  query,
  response: Type.Object({ data: ProductShape }),
  async handle({ partnerId, isTest, params, query: selection }, context) {
    const { catalog, catalogPages, contents, apiUrl } = context
    const snapshot = await catalog.current()
    const audience = { partnerId, currency: selection.currency, isTest }
    const priced = productIn(snapshot, Number(params.productId), audience)
    if (!priced) throw noProduct()
    const { product, rate } = priced
    const available = await catalogPages.available(snapshot)
    const inStock = available.has(product.productId)
    const terms = snapshot.priceRules.ruleFor(partnerId, product)
    const filter = filterOf(selection)
    if (!filter && !selection.include) {
      return ok({ data: productOf(product, { rate, inStock, terms }) })
    }
    const content = contentIn(await contents.current(), product.productId)
    if (filter && !isWanted(filter, { product, content, isInStock: inStock })) throw noProduct()
    const shown = selection.include && { content, baseUrl: apiUrl() }
    return ok({ data: productOf(product, { rate, inStock, terms, shown }) })
  },
})

/** Returns undefined if no parameter selects products. */
function filterOf({ country, category, brand, q, inStock }: Selection): ProductFilter | undefined {
  const filter = { country, category, brand, q, inStock }
  return Object.values(filter).some((one) => one !== undefined) ? filter : undefined
}

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
  return notFound('product in this currency')
}
