import { createRequire } from 'node:module'

const packages = createRequire(import.meta.url)

/** Returns the path of a font. pdfkit reads a font once if a path names it; otherwise each time. */
const fontFile = (name: string): string => packages.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`)

/** The fonts have Latin, Greek, Cyrillic, Hebrew, Arabic, and the signs of currencies. */
export const FONTS = {
  plain: fontFile('DejaVuSansCondensed'),
  strong: fontFile('DejaVuSansCondensed-Bold'),
} as const
