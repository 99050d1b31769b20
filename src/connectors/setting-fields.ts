import { Type, type TString } from 'typebox'

/**
 * Types of fields in the settings of an adapter that do not accept every text. A value that cannot
 * be sent is refused at once, and not only when something is bought. `must` is the text of that
 * refusal.
 */
export function wholeNumber(description: string): TString {
  const must = 'be a whole number above 0'
  return Type.String({ pattern: String.raw`^[1-9]\d{0,14}$`, must, description })
}

export function decimalNumber(description: string): TString {
  const must = 'be a decimal number above 0, such as 12.50'
  const pattern = String.raw`^(?![0.]+$)(0|[1-9]\d{0,11})(\.\d{1,5})?$`
  return Type.String({ pattern, must, description })
}

export function countryCode(description: string): TString {
  return Type.String({ pattern: '^[A-Za-z]{2}$', must: 'be two letters, such as DE', description })
}

export function currencyCode(description: string): TString {
  return Type.String({
    pattern: '^[A-Za-z]{3}$',
    must: 'be three letters, such as EUR',
    description,
  })
}
