const ARABIC_ZERO = 0x0660

/** Returns a text with its Arabic digits replaced by ASCII digits. */
export function asciiDigits(text: string): string {
  return text.replaceAll(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - ARABIC_ZERO))
}
