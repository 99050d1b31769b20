import type { Barcode } from '../../content/mod.ts'
import { Html, markup } from '../../core/mod.ts'

/** Bars of more characters are too fine for a till to read from the screen of a phone. */
const BARS_LENGTH_MAX = 32
const PRINTABLE = /^[\x20-\x7e]+$/
const ADDRESS = /^https?:\/\//i
/** The blank margin around a code, in modules, that its standard demands. */
const QUIET_BARS = 11
const QUIET_QR = 4
const QUIET_PDF = 2
const BAR_MM = 14

interface Drawing {
  readonly text: string
  /** Its name for people who do not see it. */
  readonly label: string
  /** The symbology that is set for the product. */
  readonly barcode?: Barcode | undefined
}

/**
 * Returns an inline picture for a till to scan, in the symbology of the product. A product without
 * one gets Code 128, or a QR code for an address or a text that is too long for bars. Undefined if
 * the symbology cannot carry the text: another one would not be what the till expects. It is black
 * on white in each theme, with the text below it.
 */
export async function barcodeOf({ text, label, barcode }: Drawing): Promise<Html | undefined> {
  const kind = barcode ?? fittingOf(text)
  if (!CARRIED[kind].test(text)) return undefined
  // Loaded by the first card that has one: it takes 10 MB of memory.
  const { code128, code39, drawingSVG, ean13, pdf417, qrcode } = await import('bwip-js/generic')
  const bars = { text, scale: 1, height: BAR_MM, paddingwidth: QUIET_BARS } as const
  const draw: Readonly<Record<Barcode, () => string>> = {
    CODE_128: () => code128({ bcid: 'code128', ...bars }, drawingSVG()),
    CODE_39: () => code39({ bcid: 'code39', ...bars }, drawingSVG()),
    EAN_13: () => ean13({ bcid: 'ean13', ...bars }, drawingSVG()),
    // A module of a QR code, and of PDF417, is drawn in units of its own.
    QR: () => qrcode({ bcid: 'qrcode', text, scale: 1, padding: QUIET_QR * 2 }, drawingSVG()),
    PDF_417: () => pdf417({ bcid: 'pdf417', text, scale: 1, padding: QUIET_PDF * 2 }, drawingSVG()),
  }
  try {
    const svg = draw[kind]()
    const [shape = ''] = /<path.*(?=<\/svg>)/s.exec(svg) ?? []
    const [, box = ''] = /viewBox="([\d. ]+)"/.exec(svg) ?? []
    return markup`<svg class="${kind === 'QR' ? 'qr' : 'bars'}" viewBox="${box}" role="img"
      aria-label="${label}" shape-rendering="crispEdges">${new Html(shape)}</svg>`
  } catch {
    // Too long, or its check digit is wrong: the number is shown as text only.
    return undefined
  }
}

function fittingOf(text: string): Barcode {
  const isBars = text.length <= BARS_LENGTH_MAX && PRINTABLE.test(text) && !ADDRESS.test(text)
  return isBars ? 'CODE_128' : 'QR'
}

/** The texts that each symbology carries unchanged. Those of bars are short enough for a phone. */
const CARRIED: Readonly<Record<Barcode, RegExp>> = {
  CODE_128: /^[\x20-\x7e]{1,48}$/,
  CODE_39: /^[0-9A-Z .$/+%-]{1,24}$/,
  EAN_13: /^\d{13}$/,
  QR: /^.+$/su,
  PDF_417: PRINTABLE,
}
