import { fieldTexts } from '../messages/en-field-names.ts'

/** Returns the name of a field in words: `discountPercent` as "Discount percent". */
export function fieldName(name: string): string {
  const { fieldNames } = fieldTexts
  const own = Object.hasOwn(fieldNames, name) ? fieldNames[name] : undefined
  if (own !== undefined) return own
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
