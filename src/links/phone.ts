/** E.164: a plus, then 8 to 15 digits that do not begin with 0. */
const PHONE = /^\+[1-9]\d{7,14}$/
const SEPARATORS = /[ \u00a0().-]/g

/** Returns a phone number as E.164 writes it; undefined if it is not one of a country. */
export function readPhone(text: string): string | undefined {
  const phone = text.replaceAll(SEPARATORS, '')
  return PHONE.test(phone) ? phone : undefined
}
