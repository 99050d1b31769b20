import { Type } from 'typebox'
import {
  encodeImage,
  IMAGE_BYTES_MAX,
  IMAGE_CONTENT_TYPES,
  insertImage,
  NO_CONTENT,
  readContents,
  updateContent,
  type Barcode,
  type ProductContent,
} from '../../content/mod.ts'
import { transact } from '../../db/mod.ts'
import { created, ok } from '../response.ts'
import { readWhole } from '../bodies/read-whole.ts'
import { operatorRoute, operatorUpload } from '../route.ts'
import {
  ContentShape,
  countriesShape,
  ImageShape,
  textsFields,
  wireContent,
  wireImage,
} from '../shapes/content-shape.ts'
import { Text } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import { oneOf } from '../shapes/one-of.ts'
import { auditCatalog, productTarget } from './audit-catalog.ts'
import { Reason } from '../shapes/reason.ts'
import { existingProduct } from './stock.ts'

const BARCODE: Readonly<Record<Barcode, string>> = {
  CODE_128: 'bars for any text of ASCII',
  CODE_39: 'bars for digits and capital letters',
  EAN_13: 'bars for 13 digits, the last one a check digit',
  QR: 'a square for any text',
  PDF_417: 'stacked bars for any text of ASCII',
}

const imageId = Text('Identifies the image: the SHA-256 of its bytes, and the ending of its format')

const UploadedImage = Type.Object({ imageId, ...ImageShape.properties }, { title: 'UploadedImage' })

/** The content of a product as operators see it: images have the ids that a change names. */
const AdminContent = Type.Object(
  {
    productId: fields.productId,
    ...ContentShape.properties,
    barcode: Type.Optional(
      oneOf('Barcode that tills scan; absent: chosen to fit the text', BARCODE),
    ),
    images: Type.Array(UploadedImage, { description: 'The first one is the main image' }),
  },
  { title: 'AdminProductContent' },
)

function adminContentOf(productId: number, content: ProductContent, baseUrl: string) {
  const images = content.images.map((image) => ({
    imageId: image.imageId,
    ...wireImage(image, baseUrl),
  }))
  return { productId, ...wireContent(content, baseUrl), barcode: content.barcode, images }
}

const ContentChange = Type.Object(
  {
    category: Type.Optional(
      Type.Union([Type.String(), Type.Null()], {
        description: 'Kind of shop or service that it is for; null for none',
      }),
    ),
    barcode: Type.Optional(
      Type.Union([Type.String(), Type.Null()], {
        description: 'Barcode that tills scan, on the pages of links; null: chosen to fit the text',
      }),
    ),
    countries: Type.Optional(countriesShape),
    images: Type.Optional(
      Type.Array(Type.String(), {
        description: 'The ids of up to 20 uploaded images, in the order in which they are shown',
      }),
    ),
    locales: Type.Optional(
      Type.Array(
        Type.Object({
          ...textsFields,
          redemptionSteps: Type.Optional(textsFields.redemptionSteps),
        }),
        { description: 'Texts that replace those of their locale; other locales stay' },
      ),
    ),
    removedLocales: Type.Optional(
      Type.Array(Type.String(), { description: 'Locales whose texts are removed' }),
    ),
    reason: Type.Optional(Reason),
  },
  { title: 'ProductContentChange' },
)

const getContentRoute = operatorRoute('GET /admin/v1/products/{productId}/content', {
  permission: 'catalog:read',
  operationId: 'getProductContent',
  summary: 'Returns what a shop shows of a product: texts, category, countries, images',
  response: Type.Object({ data: AdminContent }),
  async handle({ params }, context) {
    const { productId } = await existingProduct(context, params.productId)
    const content = (await readContents(context.db, productId)).get(productId) ?? NO_CONTENT
    return ok({ data: adminContentOf(productId, content, context.apiUrl()) })
  },
})

const updateContentRoute = operatorRoute('PATCH /admin/v1/products/{productId}/content', {
  permission: 'catalog:write',
  operationId: 'updateProductContent',
  summary: 'Changes the given parts of the content of a product',
  description:
    'Texts are replaced by locale, all others stay. Partners see it with `include=content`.',
  body: ContentChange,
  response: Type.Object({ data: AdminContent }),
  async handle({ params, body: { reason, ...change }, actor }, context) {
    const { db, clock, contents } = context
    const product = await existingProduct(context, params.productId)
    const { productId } = product
    const at = clock.now()
    const data = await transact(db, async (tx) => {
      const changed = await updateContent(tx, { product, change }, at)
      const before = adminContentOf(productId, changed.before, context.apiUrl())
      const after = adminContentOf(productId, changed.after, context.apiUrl())
      const target = productTarget(productId)
      const act = { actor, action: 'product_content.update', target, reason, before, after, at }
      auditCatalog(tx, { ...act, valueOut: 'none' })
      return after
    })
    contents.changed()
    return ok({ data })
  },
})

const uploadImageRoute = operatorUpload('POST /admin/v1/product-images', {
  permission: 'catalog:write',
  operationId: 'uploadImage',
  success: [201],
  summary: 'Stores an image that products can show',
  description:
    'A PNG, JPEG or WebP of up to 5 MiB and 4,096 pixels to a side. It is decoded and encoded ' +
    'anew, without its metadata. The same image has the same id.',
  contentTypes: IMAGE_CONTENT_TYPES,
  response: Type.Object({ data: UploadedImage }),
  async handle({ body, actor }, { db, clock, apiUrl }) {
    const image = await encodeImage(await readWhole(body, IMAGE_BYTES_MAX))
    const after = { imageId: image.imageId, ...wireImage(image, apiUrl()) }
    const at = clock.now()
    await transact(db, async (tx) => {
      await tx.rows(insertImage(image, at))
      const target = `image:${image.imageId}`
      const act = { actor, action: 'image.upload', target, reason: undefined, after, at }
      auditCatalog(tx, { ...act, valueOut: 'none' })
    })
    return created({ data: after })
  },
})

export const contentRoutes = [getContentRoute, updateContentRoute, uploadImageRoute]
