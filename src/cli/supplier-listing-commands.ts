import { fieldOf, listOf, type JsonValue } from './json.ts'
import { operation } from './operation.ts'
import { plain } from './print.ts'

const LISTING = 'as shown by `suppliers listings`'
const PRODUCT = 'the id of the product'

/** The commands about what suppliers sell, and at which price, in the group `suppliers`. */
export const SUPPLIER_LISTINGS = {
  listings: operation('listSupplierListings', {
    about: 'list what suppliers sell, by their latest catalogs',
    fields: {
      q: 'a part of the name or the brand',
      mapped: { help: 'only those that a product buys', helpOfNo: 'only those that none buys' },
    },
    columns: [
      'listingId',
      'supplier',
      'listing',
      'brand',
      'name',
      'productType',
      { title: 'faceValues', read: facesOf },
      'currency',
      {
        title: 'countries',
        read: (row) =>
          listOf(fieldOf(row, 'countries') ?? [])
            .map(plain)
            .join(' '),
      },
      'discountPercent',
      { title: 'products', read: productsOf },
    ],
  }),
  listing: operation('getSupplierListing', {
    about: 'show what a supplier sells, and which products could buy it',
  }),
  mirror: operation('mirrorSupplier', {
    about: 'read the catalog of a supplier at once',
  }),
  map: operation('mapSupplierListing', {
    about: 'add a listing to a product, after its other suppliers',
    args: ['productId'],
    fields: { listingId: LISTING, productId: PRODUCT },
  }),
  unmap: operation('unmapSupplierListing', {
    about: 'remove a listing from a product',
    args: ['productId'],
    fields: { listingId: LISTING, productId: PRODUCT },
  }),
  sell: operation('createProductOfListing', {
    about: 'create a product that sells what a supplier lists, with its texts and picture',
    fields: {
      listingId: LISTING,
      active: { help: 'sell it at once', helpOfNo: 'do not sell it yet' },
    },
  }),
  prices: operation('listSupplierPriceChanges', {
    about: 'list prices that suppliers have changed, newest first',
    columns: [
      'changeId',
      'status',
      'supplier',
      'listing',
      'brand',
      'oldPercent',
      'newPercent',
      'seenAt',
    ],
  }),
  accept: operation('acceptSupplierPriceChange', {
    about: 'accept a price that waits',
    fields: { changeId: 'as shown by `suppliers prices`' },
  }),
}

function facesOf(row: JsonValue): string {
  const [min, max] = [fieldOf(row, 'minFaceValue'), fieldOf(row, 'maxFaceValue')]
  if (min !== undefined && max !== undefined) return `${plain(min)} to ${plain(max)}`
  return listOf(fieldOf(row, 'faceValues') ?? [])
    .map(plain)
    .join(', ')
}

function productsOf(row: JsonValue): string {
  return listOf(fieldOf(row, 'products') ?? [])
    .map((one) => plain(fieldOf(one, 'productId')))
    .join(', ')
}
