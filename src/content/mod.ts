/**
 * The content that shops show for products: texts, images, categories. Owns product_contents,
 * product_texts, images and content_version.
 */
export { BARCODES, type Barcode } from './barcode.ts'
export { CATEGORIES, type Category } from './category.ts'
export { NO_CONTENT, type ImageInfo, type ProductContent } from './content.ts'
export { isCountry, NO_COUNTRY, type ContentChange } from './content-input.ts'
export { readContents } from './content-rows.ts'
export { createContents, type Contents, type ContentSnapshot } from './contents.ts'
export { updateContent } from './edit-content.ts'
export { encodeImage, IMAGE_BYTES_MAX, IMAGE_CONTENT_TYPES, imageTypeOf } from './encode-image.ts'
export { insertImage, readImageBytes, readImageInfos } from './image-rows.ts'
export { contentIn, isWanted, needsContent, type ProductFilter } from './product-filter.ts'
