import { hash } from 'node:crypto'
import { invalidPart, runExclusive } from '../core/mod.ts'
import type { ImageInfo } from './content.ts'

/** The most bytes of an upload, and of the encoded image. */
export const IMAGE_BYTES_MAX = 5_242_880
/** The most pixels of each side. An image of this size takes 64 MB while it is decoded. */
const PIXELS_MAX = 4_096
const JPEG_QUALITY = 85
const WEBP_QUALITY = 85

/** An image that this service has encoded itself, and stores and serves unchanged. */
export interface EncodedImage extends ImageInfo {
  readonly bytes: Buffer
}

type Format = 'png' | 'jpg' | 'webp'

const IMAGE_TYPES: Readonly<Record<Format, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
}

export const IMAGE_CONTENT_TYPES = Object.values(IMAGE_TYPES)

/** Returns the content type of an image, by the file extension in its id. */
export function imageTypeOf(imageId: string): string {
  const format = FORMATS.find((one) => imageId.endsWith(`.${one}`))
  if (!format) throw new Error('the id of an image ends with its format')
  return IMAGE_TYPES[format]
}

/**
 * Decodes an image and encodes it again in its own format, upright and without metadata, so that
 * only its pixels are served. The same upload always gives the same image. Images are encoded one
 * at a time, which bounds the memory.
 *
 * Refuses invalid_request, naming `body`, if it is not PNG, JPEG or WebP, is too large or damaged.
 */
export function encodeImage(original: Buffer): Promise<EncodedImage> {
  return runExclusive(encodeImage, () => encode(original))
}

async function encode(original: Buffer): Promise<EncodedImage> {
  const format = await formatOf(original)
  const { Transformer } = await import('@napi-rs/image')
  let bytes: Buffer
  try {
    const upright = new Transformer(original).rotate()
    if (format === 'png') bytes = await upright.png()
    else if (format === 'jpg') bytes = await upright.jpeg(JPEG_QUALITY)
    else bytes = await upright.webp(WEBP_QUALITY)
  } catch {
    throw invalidPart('body', 'is a damaged image')
  }
  if (bytes.length > IMAGE_BYTES_MAX) {
    throw invalidPart('body', `has more than ${IMAGE_BYTES_MAX} bytes once it is encoded anew`)
  }
  const { width, height } = await new Transformer(bytes).metadata()
  return { imageId: `${hash('sha256', bytes, 'hex')}.${format}`, bytes, width, height }
}

/** Reads the format and the size from the head of the image, before anything is decoded. */
async function formatOf(original: Buffer): Promise<Format> {
  const { imageSize } = await import('image-size')
  let head: { readonly type?: string | undefined; readonly width: number; readonly height: number }
  try {
    head = imageSize(original)
  } catch {
    throw invalidPart('body', NO_IMAGE)
  }
  const format = FORMATS.find((one) => one === head.type)
  if (!format) throw invalidPart('body', NO_IMAGE)
  if (Math.max(head.width, head.height) > PIXELS_MAX) {
    throw invalidPart('body', `has more than ${PIXELS_MAX} pixels to a side`)
  }
  return format
}

const FORMATS: readonly Format[] = ['png', 'jpg', 'webp']
const NO_IMAGE = 'must be an image: PNG, JPEG or WebP'
