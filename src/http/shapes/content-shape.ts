import { Type } from 'typebox'
import { CATEGORIES, imageTypeOf, type ImageInfo, type ProductContent } from '../../content/mod.ts'
import { Text, Whole } from './field.ts'

/** The path of images. Requests for them need no signature. */
const IMAGES_PATH = '/images'

export const ImageShape = Type.Object(
  {
    url: Text('The address of the image: the same image for ever'),
    contentType: Text('`image/png`, `image/jpeg` or `image/webp`'),
    width: Whole('In pixels'),
    height: Whole('In pixels'),
  },
  { title: 'ProductImage' },
)

const categoryDescription = 'Kind of shop or service that it is for. The list may grow'

const CategoryShape = Type.String({
  enum: [...CATEGORIES],
  description: categoryDescription,
  'x-extensible': true,
})

export const countriesShape = Type.Array(Type.String(), {
  description: 'Countries where it can be redeemed, as ISO 3166 codes; empty if unknown',
})

export const textsFields = {
  locale: Text('The language, as a tag of BCP 47 such as `de` or `pt-BR`'),
  name: Text('The name that people read: up to 200 characters'),
  description: Type.Optional(Text('Description of the product: up to 20,000 characters')),
  terms: Type.Optional(Text('The terms of the issuer: up to 20,000 characters')),
  redemptionSteps: Type.Array(Type.String(), {
    description: 'Steps of the redemption: up to 20 of 1,000 characters',
  }),
  validity: Type.Optional(Text('Validity of a code, in words: up to 200 characters')),
  balanceCheckUrl: Type.Optional(
    Text('Page that shows the balance of a code; begins with https://'),
  ),
}

export const ContentShape = Type.Object(
  {
    category: Type.Optional(CategoryShape),
    countries: countriesShape,
    images: Type.Array(ImageShape, { description: 'The first one is the main image' }),
    locales: Type.Array(Type.Object(textsFields, { title: 'ProductTexts' }), {
      description: 'The texts by language, ordered by `locale`',
    }),
  },
  { title: 'ProductContent' },
)

/** Returns content as partners see it. `baseUrl` is that of this service. */
export function wireContent(
  { category, countries, images, locales }: ProductContent,
  baseUrl: string,
) {
  return {
    category,
    countries,
    images: images.map((image) => wireImage(image, baseUrl)),
    locales,
  }
}

export function wireImage({ imageId, width, height }: ImageInfo, baseUrl: string) {
  const url = `${baseUrl}${IMAGES_PATH}/${imageId}`
  return { url, contentType: imageTypeOf(imageId), width, height }
}
