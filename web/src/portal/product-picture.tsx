import type { CSSProperties } from 'react'
import type { Entry } from '../api/client.ts'
import classes from './shop.module.css'

type Product = Entry<'listOwnProducts'>

/** The picture of a product, or a tile of its own where it has none. */
export function ProductPicture({ product }: { readonly product: Product }) {
  const [image] = product.content?.images ?? []
  if (image) {
    // The service serves its images itself, so the path of the address is enough.
    const { pathname } = new URL(image.url)
    return (
      <img
        className={classes.picture}
        src={pathname}
        alt=""
        width={image.width}
        height={image.height}
        loading="lazy"
      />
    )
  }
  return (
    <div className={classes.tile} style={tileOf(product.brand)} aria-hidden="true">
      {initialsOf(product.brand)}
    </div>
  )
}

const HUES = 360
const HASH_FACTOR = 31

function tileOf(brand: string): CSSProperties {
  return { '--hue': hueOf(brand) } as CSSProperties
}

/** A brand has the same tile everywhere. */
function hueOf(brand: string): number {
  return Array.from(brand).reduce(
    (hash, char) => (hash * HASH_FACTOR + (char.codePointAt(0) ?? 0)) % HUES,
    0,
  )
}

function initialsOf(brand: string): string {
  const words = brand.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  return words
    .slice(0, 2)
    .map(([first = '']) => first.toUpperCase())
    .join('')
}
