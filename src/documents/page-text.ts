import { printableText } from './printed-text.ts'
import { visualOrder } from './visual-order.ts'

export type Pdf = PDFKit.PDFDocument

const ELLIPSIS = '…'
/** Replaces a character that the font lacks, such as an emoji. */
const NO_GLYPH = '\u25a1'

/** A part of a page that a text must fit into: its width and its number of lines. */
export interface Room {
  readonly width: number
  readonly linesMax: number
}

/**
 * Sets texts in a font that may lack characters. Breaks lines by measuring, because words in names
 * may have any width.
 */
export class PageText {
  readonly #pdf: Pdf
  readonly #printed = new Map<string, string>()
  /** The widths of characters at the size 1, by font. */
  readonly #widths = new Map<object, Map<string, number>>()

  constructor(pdf: Pdf) {
    this.#pdf = pdf
  }

  /** Returns a text whose every character can be printed. */
  plain(text: string): string {
    return Array.from(printableText(text), (character) => this.#shown(character)).join('')
  }

  /** Returns the lines of a text in the font and size that are set. The last one may be cut. */
  linesOf(text: string, { width, linesMax }: Room): string[] {
    const lines: string[] = []
    let rest = Array.from(this.plain(text))
    while (rest.length > 0) {
      const fits = this.#fitting(rest, width)
      if (lines.length === linesMax - 1 && fits < rest.length) {
        return [...lines, this.#cut(rest.slice(0, fits), width)]
      }
      const end = fits < rest.length ? breakBefore(rest, fits) : fits
      lines.push(rest.slice(0, end).join('').trimEnd())
      rest = Array.from(rest.slice(end).join('').trimStart())
    }
    return lines
  }

  /**
   * Returns the width of a text without kerning, which is slightly too much. Shaping each part that
   * is tried took a third of the drawing time.
   */
  widthOf(text: string): number {
    const { _font: font, _fontSize: size } = current(this.#pdf)
    let widths = this.#widths.get(font)
    if (!widths) this.#widths.set(font, (widths = new Map()))
    let width = 0
    for (const character of text) {
      let one = widths.get(character)
      if (one === undefined) widths.set(character, (one = font.widthOfString(character, 1)))
      width += one * size
    }
    return width
  }

  /** Draws one line in the font and size that are set. */
  draw(line: string, x: number, y: number): void {
    const pieces = visualOrder(line)
    let left = x
    for (const piece of pieces) {
      this.#pdf.text(piece, left, y, { lineBreak: false })
      if (pieces.length > 1) left += this.#pdf.widthOfString(piece)
    }
  }

  /**
   * Returns the number of characters that fit: at least one, so that breaking lines also ends in a
   * narrow column.
   */
  #fitting(characters: readonly string[], width: number): number {
    let [low, high] = [1, characters.length]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if (this.widthOf(characters.slice(0, middle).join('')) <= width) low = middle
      else high = middle - 1
    }
    return low
  }

  #cut(characters: readonly string[], width: number): string {
    const rest = [...characters]
    while (rest.length > 1 && this.widthOf(rest.join('') + ELLIPSIS) > width) rest.pop()
    return rest.join('').trimEnd() + ELLIPSIS
  }

  #shown(character: string): string {
    const cached = this.#printed.get(character)
    if (cached !== undefined) return cached
    const shown = hasGlyph(this.#pdf, character) ? character : NO_GLYPH
    this.#printed.set(character, shown)
    return shown
  }
}

/** Members that the types of the package leave out. */
interface Current {
  readonly _font: {
    readonly font: { hasGlyphForCodePoint(codePoint: number): boolean }
    widthOfString(text: string, size: number): number
  }
  readonly _fontSize: number
}

/** Returns the font that is set. */
function current(pdf: Pdf): Current {
  return pdf as unknown as Current
}

function hasGlyph(pdf: Pdf, character: string): boolean {
  const { _font: font } = current(pdf)
  return font.font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)
}

/**
 * Returns where a line with room for `fits` characters ends: after a space or a hyphen, if one is
 * near.
 */
function breakBefore(characters: readonly string[], fits: number): number {
  const isBreak = (at: number): boolean => [' ', '-', '_', '/'].includes(characters[at] ?? '')
  if (characters[fits] === ' ') return fits
  for (let at = fits - 1; at > fits / 2; at--) if (isBreak(at)) return at + 1
  return fits
}
