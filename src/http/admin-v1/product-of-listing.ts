import { Type } from 'typebox'
import { createProduct, routesOf } from '../../catalog/mod.ts'
import {
  contentOfListing,
  existingListing,
  fetchPicture,
  getAccount,
  lockListing,
  type MirroredListing,
  productOf,
} from '../../connectors/mod.ts'
import { encodeImage, IMAGE_BYTES_MAX, insertImage, updateContent } from '../../content/mod.ts'
import { LANGUAGE_FALLBACK, Refusal, errorMessage } from '../../core/mod.ts'
import type { Tx } from '../../db/mod.ts'
import type { Context } from '../context.ts'
import { created } from '../response.ts'
import { operatorRoute } from '../route.ts'
import { Text } from '../shapes/field.ts'
import { changeCatalog, productTarget } from './audit-catalog.ts'
import { adminProductOf, AdminProductShape } from './products.ts'
import { Reason } from '../shapes/reason.ts'

const ProductOfListing = Type.Object(
  {
    brand: Type.Optional(Text('The brand of the product; else that of the listing')),
    locale: Type.Optional(Text('The language of its texts, such as `de`; else English')),
    active: Type.Optional(Type.Boolean({ description: 'False does not sell it yet' })),
    reason: Type.Optional(Reason),
  },
  { title: 'ProductOfListing' },
)

type Body = Type.Static<typeof ProductOfListing>

const ListedProductShape = Type.Object(
  {
    ...AdminProductShape.properties,
    pictureFault: Type.Optional(Text('Why it has no picture')),
  },
  { title: 'ProductOfSupplierListing' },
)

type Picture =
  | { readonly image: Awaited<ReturnType<typeof encodeImage>> }
  | { readonly fault: string }

/** Reads and re-encodes the picture of a listing. Without a picture, the product has no image. */
async function readPicture(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { imageUrl, account: name }: MirroredListing,
): Promise<Picture> {
  if (imageUrl === undefined) return { fault: 'the supplier has no picture of it' }
  const account = await getAccount(db, name, clock.now())
  try {
    return { image: await encodeImage(await fetchPicture(imageUrl, account, IMAGE_BYTES_MAX)) }
  } catch (error) {
    if (error instanceof Refusal) return { fault: "the supplier's file is not a picture" }
    return { fault: errorMessage(error, 'there was no response') }
  }
}

interface ListedProduct {
  readonly listingId: number
  readonly body: Body
  readonly picture: Picture
  readonly at: number
}

async function createListed(
  tx: Tx,
  { suppliers }: Pick<Context, 'suppliers'>,
  { listingId, body, picture, at }: ListedProduct,
) {
  const listing = await lockListing(tx, listingId)
  if (listing.goneAt !== undefined) throw new Refusal('state_conflict', 'this listing is gone')
  const input = { ...productOf(listing, body.brand), active: body.active ?? true }
  const product = await createProduct(tx, input, { suppliers: suppliers.types, now: at })
  await suppliers.validateSettings(tx, routesOf(product), { isList: true })
  const imageIds = 'image' in picture ? [picture.image.imageId] : []
  if ('image' in picture) await tx.rows(insertImage(picture.image, at))
  const texts = { locale: body.locale ?? LANGUAGE_FALLBACK, imageIds }
  await updateContent(tx, { product, change: contentOfListing(listing, texts) }, at)
  return adminProductOf(product)
}

const createOfListingRoute = operatorRoute('POST /admin/v1/supplier-listings/{listingId}/product', {
  permission: 'catalog:write',
  approval: 'suppliers',
  operationId: 'createProductOfListing',
  success: [201],
  refuses: ['state_conflict', 'numbers_exhausted'],
  summary: 'Creates a product from a listing of a supplier, with its texts and picture',
  description:
    'The picture is read once, decoded and encoded anew; without one the product is created all ' +
    'the same, and `pictureFault` says why.',
  body: ProductOfListing,
  response: Type.Object({ data: ListedProductShape }),
  async handle({ params, body, actor }, context) {
    const { db, contents } = context
    const listingId = Number(params.listingId)
    const picture = await readPicture(context, await existingListing(db, listingId))
    const act = { actor, reason: body.reason }
    const product = await changeCatalog(context, act, async (tx, at) => {
      const after = await createListed(tx, context, { listingId, body, picture, at })
      const target = productTarget(after.productId)
      return { action: 'product.create', target, valueOut: { kind: 'suppliers' }, after }
    })
    contents.changed()
    return created({
      data: { ...product, ...('fault' in picture && { pictureFault: picture.fault }) },
    })
  },
})

export const productOfListingRoutes = [createOfListingRoute]
