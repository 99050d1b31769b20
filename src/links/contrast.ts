/** The least contrast that WCAG 2.2 demands of text that is not large (1.4.3, AA). */
export const CONTRAST_MIN = 4.5

const COLOR = /^#[0-9a-f]{6}$/
/** The weights of red, green and blue in the luminance of sRGB. */
const WEIGHTS = [0.2126, 0.7152, 0.0722] as const

/** True for a color in the form of these pages, such as `#a3452a`. */
export function isColor(text: string): boolean {
  return COLOR.test(text)
}

/** Returns the contrast of two colors by WCAG 2.2: from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [first, second] = [luminanceOf(one), luminanceOf(other)]
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05)
}

/** Returns a contrast as text for people, such as `4.49:1`, rounded down. */
export function shownContrast(ratio: number): string {
  return `${(Math.floor(ratio * 100) / 100).toFixed(2)}:1`
}

function luminanceOf(color: string): number {
  return WEIGHTS.reduce((sum, weight, at) => {
    const channel = Number.parseInt(color.slice(1 + 2 * at, 3 + 2 * at), 16) / 255
    const linear = channel <= 0.040_45 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
    return sum + weight * linear
  }, 0)
}
