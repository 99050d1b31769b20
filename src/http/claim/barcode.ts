import { Html, markup } from '../../core/mod.ts'

/** Bars of more characters are too fine for a till to read from the screen of a phone. */
const BARS_LENGTH_MAX = 32
const PRINTABLE = /^[\x20-\x7e]+$/
const ADDRESS = /^https?:\/\//i
/** The blank margin around a code, in modules, that its standard demands. */
const QUIET_BARS = 10
const QUIET_QR = 4
const BAR_MM = 14

/**
 * Returns an inline picture for a till to scan: Code 128, or a QR code for an address or a text
 * that is too long for bars. Undefined if neither is possible. It is black on white in each theme,
 * with the text below it.
 */
export async function barcodeOf(text: string, label: string): Promise<Html | undefined> {
  const isBars = text.length <= BARS_LENGTH_MAX && PRINTABLE.test(text) && !ADDRESS.test(text)
  // Loaded by the first card that has one: it takes 10 MB of memory.
  const { code128, drawingSVG, qrcode } = await import('bwip-js/generic')
  try {
    const svg = isBars
      ? code128(
          { bcid: 'code128', text, scale: 1, height: BAR_MM, paddingwidth: QUIET_BARS },
          drawingSVG(),
        )
      : // A module of a QR code is drawn two units wide.
        qrcode({ bcid: 'qrcode', text, scale: 1, padding: QUIET_QR * 2 }, drawingSVG())
    const [shape = ''] = /<path.*(?=<\/svg>)/s.exec(svg) ?? []
    const [, box = ''] = /viewBox="([\d. ]+)"/.exec(svg) ?? []
    return markup`<svg class="${isBars ? 'bars' : 'qr'}" viewBox="${box}" role="img"
      aria-label="${label}" shape-rendering="crispEdges">${new Html(shape)}</svg>`
  } catch {
    // Longer than a QR code can be: the number is shown as text only.
    return undefined
  }
}
