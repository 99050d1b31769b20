import { Transformer } from '@napi-rs/image'

/** A PNG of one color. */
export function anImage({ width = 8, height = 4, color = 200 } = {}): Buffer {
  return imageOf({ width, height, color }).pngSync()
}

/** An image of one color, to be encoded. */
export function imageOf({ width = 8, height = 4, color = 200 } = {}): Transformer {
  const pixels = new Uint8Array(width * height * 4).fill(color)
  return Transformer.fromRgbaPixels(pixels, width, height)
}
