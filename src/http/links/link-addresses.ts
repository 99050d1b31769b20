import { normalizeEmail, Refusal, type FieldFault } from '../../core/mod.ts'
import { readPhone } from '../../links/mod.ts'

export const PHONE_TEXT_MAX = 40
export const NO_PHONE = 'must be a number with its country, such as +4915112345678'

/** Returns an e-mail address as it is stored. Adds its fault, if it has one, to `faults`. */
export function emailOf(
  text: string | undefined,
  { field, faults }: { field: string; faults: FieldFault[] },
): string | undefined {
  if (text === undefined) return undefined
  try {
    return normalizeEmail(text)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    faults.push({ field, message: error.extras.details?.[0]?.message ?? error.message })
    return undefined
  }
}

/** Returns a phone number as it is stored. Adds its fault, if it has one, to `faults`. */
export function phoneOf(
  text: string | undefined,
  { field, faults }: { field: string; faults: FieldFault[] },
): string | undefined {
  const phone = text === undefined ? undefined : readPhone(text)
  if (text !== undefined && phone === undefined) faults.push({ field, message: NO_PHONE })
  return phone
}
