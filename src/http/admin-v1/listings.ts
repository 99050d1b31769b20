import { Type } from 'typebox'
import { lockProduct, PRODUCT_TYPES, type Product } from '../../catalog/mod.ts'
import {
  accountText,
  existingListing,
  listListings,
  lockListing,
  type MirroredListing,
  parseAccountText,
  routesWith,
  routesWithout,
  suggestProducts,
  LISTING_SORTS,
} from '../../connectors/mod.ts'
import { contentIn } from '../../content/mod.ts'
import { notFound } from '../../core/mod.ts'
import { transact, type Tx } from '../../db/mod.ts'
import type { Context } from '../context.ts'
import {
  optionalFlag,
  optionalOneOf,
  optionalPart,
  optionalStoredCurrency,
  optionalText,
  pages,
  optionalSort,
} from '../queries/query.ts'
import { ok, paged } from '../response.ts'
import { operatorRoute } from '../route.ts'
import { Instant, Text, Whole, YesOrNo } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import { PRODUCT_TYPE } from '../shapes/meanings.ts'
import { oneOf } from '../shapes/one-of.ts'
import { PagedOf } from '../shapes/page-shape.ts'
import { view } from '../shapes/view.ts'
import {
  announceProduct,
  type ChangedProduct,
  changedProductOf,
  ChangedProductShape,
  changeProduct,
} from './products.ts'
import { Reason } from '../shapes/reason.ts'

export const PERCENT = 'Our discount on the face value, in percent, as exact decimal text'

export const ListingView = view<MirroredListing>()(
  {
    listingId: Whole('Identifies the listing'),
    supplier: [
      Text('Our account there, such as `reloadly:main`'),
      (one) => accountText(one.account),
    ],
    listing: Text("The supplier's id of the listing"),
    name: Text("The supplier's name of the product"),
    brand: Text('The brand, as the supplier calls it'),
    productType: oneOf('Type of the product', PRODUCT_TYPE),
    currency: fields.currency,
    countries: Type.Array(Type.String(), { description: 'Countries where it can be redeemed' }),
    faceValues: [
      Type.Optional(
        Type.Array(Type.String(), { description: 'Its face values, as exact decimal texts' }),
      ),
      ({ faceValues }) => ('min' in faceValues ? undefined : faceValues),
    ],
    minFaceValue: [
      Type.Optional(Text('The lowest face value, if any in a range is sold')),
      (one) => rangeOf(one)?.min,
    ],
    maxFaceValue: [
      Type.Optional(Text('The highest face value, if any in a range is sold')),
      (one) => rangeOf(one)?.max,
    ],
    faceValueStep: [
      Type.Optional(Text('Step between face values of the range')),
      (one) => rangeOf(one)?.step,
    ],
    discountPercent: Type.Optional(Text(`${PERCENT}; without it, we pay the face value`)),
    waitingChangeId: [
      Type.Optional(Text('Id of a change of its price that waits for a person')),
      ({ waiting }) => waiting && String(waiting.changeId),
    ],
    waitingPercent: [
      Type.Optional(Text(`${PERCENT}, if that change is accepted`)),
      ({ waiting }) => waiting && (waiting.discountPercent ?? '0'),
    ],
    onSale: [
      YesOrNo('True if the supplier sells it now'),
      (one) => one.isOnSale && one.goneAt === undefined,
    ],
    goneAt: Type.Optional(Instant('When it disappeared from the catalog')),
    changedAt: Instant('When its entry in the catalog last changed'),
    products: Type.Array(
      Type.Object({
        productId: fields.productId,
        faceValue: Type.Optional(Text('The only face value that is bought here, in its currency')),
      }),
      { description: 'The products that buy it' },
    ),
  },
  { title: 'SupplierListing' },
)

const ListingDetailShape = Type.Object(
  {
    ...ListingView.schema.properties,
    settings: Type.Unknown({ description: 'The settings of a product that buys it' }),
    imageUrl: Type.Optional(
      Text("Address of the supplier's picture of it; never shown to partners"),
    ),
    redemption: Type.Optional(Text('Redemption instructions of the supplier')),
    terms: Type.Optional(Text('Terms of the supplier')),
    suggestions: Type.Array(
      Type.Object({
        productId: fields.productId,
        brand: fields.brand,
        sameBrand: YesOrNo('True if the brands are the same'),
        sameCountry: YesOrNo('True if both can be redeemed in one country'),
        sameFaceValues: YesOrNo('True if the listing has all face values of the product'),
      }),
      { description: 'Products that could buy it, the likeliest first' },
    ),
  },
  { title: 'SupplierListingDetail' },
)

function rangeOf({ faceValues }: MirroredListing) {
  return 'min' in faceValues ? faceValues : undefined
}

const listListingsRoute = operatorRoute('GET /admin/v1/supplier-listings', {
  permission: 'upstreams:read',
  operationId: 'listSupplierListings',
  refuses: ['not_found'],
  summary: 'Lists the products of suppliers by brand, from their catalogs as last read',
  query: {
    supplier: optionalText('One of our accounts, such as `reloadly:main`'),
    brand: optionalPart(),
    country: optionalText('Two letters of ISO 3166'),
    currency: optionalStoredCurrency(),
    productType: optionalOneOf(PRODUCT_TYPES),
    q: optionalText("A part of the name, the brand or the supplier's id of the listing"),
    mapped: optionalFlag(),
    sort: optionalSort(LISTING_SORTS),
    ...pages,
  },
  response: PagedOf(ListingView.schema),
  async handle({ query: { supplier, page, pageSize, currency, ...filter } }, { db }) {
    const account = supplier === undefined ? undefined : parseAccountText(supplier)
    const selected = { ...filter, account, currency: currency?.code, page, pageSize }
    const { rows, total } = await listListings(db, selected)
    return ok(paged(rows.map(ListingView.body), { page, pageSize, totalRecords: total }))
  },
})

const getListingRoute = operatorRoute('GET /admin/v1/supplier-listings/{listingId}', {
  permission: 'upstreams:read',
  operationId: 'getSupplierListing',
  summary: 'Returns a listing of a supplier, and the products that could buy it',
  response: Type.Object({ data: ListingDetailShape }),
  async handle({ params }, { db, catalog, contents }) {
    const listing = await existingListing(db, Number(params.listingId))
    const { products } = await catalog.asOf(db)
    const content = await contents.current()
    const found = suggestProducts(
      products.values(),
      listing,
      (productId) => contentIn(content, productId).countries,
    )
    const { imageUrl, redemption, terms, settings } = listing
    const suggestions = found.map(({ productId, ...likeness }) => ({
      productId,
      brand: products.get(productId)?.brand ?? '',
      ...likeness,
    }))
    const detail = { settings, imageUrl, redemption, terms, suggestions }
    return ok({ data: { ...ListingView.body(listing), ...detail } })
  },
})

const Mapping = Type.Object(
  {
    productId: fields.productId,
    faceValue: Type.Optional(
      Text('The only fixed face value that is bought here, such as `10.00`; else all of them'),
    ),
    reason: Type.Optional(Reason),
  },
  { title: 'ListingMapping' },
)

type RoutesOf = (product: Product, listing: MirroredListing) => ReturnType<typeof routesWith>

interface MappingAct {
  readonly listingId: string
  readonly productId: number
  readonly routesOf: RoutesOf
  readonly act: Parameters<typeof changeProduct>[2]['act']
}

/** Changes the suppliers of a product by a listing, both of them locked. */
async function mapInto(
  tx: Tx,
  context: Pick<Context, 'suppliers'>,
  { listingId, productId, routesOf, act }: MappingAct,
): Promise<ChangedProduct> {
  const product = await lockProduct(tx, productId)
  if (!product) throw notFound('product')
  const listing = await lockListing(tx, Number(listingId))
  const change = { suppliers: routesOf(product, listing) }
  return changeProduct(tx, context, { productId, change, act })
}

const mapListingRoute = operatorRoute('POST /admin/v1/supplier-listings/{listingId}/map', {
  permission: 'catalog:write',
  approval: 'suppliers',
  operationId: 'mapSupplierListing',
  refuses: ['state_conflict'],
  summary: 'Adds a listing of a supplier to a product, after the suppliers that it has',
  description:
    'The listing must have the type, the currency and the face values of the product. It ' +
    'replaces a supplier of the product that has the same settings.',
  body: Mapping,
  response: Type.Object({ data: ChangedProductShape }),
  async handle({ params: { listingId }, body, actor }, context) {
    const { db, clock } = context
    const { productId, faceValue, reason } = body
    const act = { actor, reason, at: clock.now() }
    const routesOf: RoutesOf = (product, listing) => routesWith(product, listing, faceValue)
    const changed = await transact(db, (tx) =>
      mapInto(tx, context, { listingId, productId, routesOf, act }),
    )
    await announceProduct(context, changed)
    return ok({ data: changedProductOf(changed) })
  },
})

const unmapListingRoute = operatorRoute('POST /admin/v1/supplier-listings/{listingId}/unmap', {
  permission: 'catalog:write',
  approval: 'suppliers',
  operationId: 'unmapSupplierListing',
  refuses: ['state_conflict'],
  summary: 'Removes a listing of a supplier from a product',
  body: Type.Object(
    { productId: fields.productId, reason: Type.Optional(Reason) },
    { title: 'ListingUnmapping' },
  ),
  response: Type.Object({ data: ChangedProductShape }),
  async handle({ params: { listingId }, body: { productId, reason }, actor }, context) {
    const { db, clock } = context
    const act = { actor, reason, at: clock.now() }
    const changed = await transact(db, (tx) =>
      mapInto(tx, context, { listingId, productId, routesOf: routesWithout, act }),
    )
    await announceProduct(context, changed)
    return ok({ data: changedProductOf(changed) })
  },
})

export const listingRoutes = [
  listListingsRoute,
  getListingRoute,
  mapListingRoute,
  unmapListingRoute,
]
