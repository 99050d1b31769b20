import type { ImageInfo } from '../../content/mod.ts'
import { markup, type Html } from '../../core/mod.ts'

const HUES = 360
const HASH_FACTOR = 31
const INITIALS = 2

/**
 * Returns the picture of a product. A product without one gets the tile of its brand, which is the
 * same as in the portal (`product-picture.tsx`). Its colors are attributes, because the pages allow
 * no inline styles.
 */
export function pictureOf(brand: string, image: ImageInfo | undefined): Html {
  if (image) {
    return markup`<img class="picture" alt="" loading="lazy" src="/images/${image.imageId}" />`
  }
  return markup`<svg class="picture" viewBox="0 0 8 5" aria-hidden="true"
    ><path fill="hsl(${String(hueOf(brand))} 34% 36%)" d="M0 0h8v5H0z" /><path d="M8 0v5H0z" /><text
      x="4" y="3">${initialsOf(brand)}</text></svg>`
}

function hueOf(brand: string): number {
  return Array.from(brand).reduce(
    (hash, char) => (hash * HASH_FACTOR + (char.codePointAt(0) ?? 0)) % HUES,
    0,
  )
}

function initialsOf(brand: string): string {
  const words = brand.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  return words
    .slice(0, INITIALS)
    .map(([first = '']) => first.toUpperCase())
    .join('')
}
