import { credentialTexts } from '../messages/en-credentials.ts'
import type { Field } from './act-fields.ts'

const texts = credentialTexts

/**
 * Returns the field for the mode of a new credential. It has no default, because a test credential
 * creates a test partner.
 */
export function modeField(modes: readonly (keyof typeof texts.modes)[]): Field<'mode'> {
  const choices = modes.map((value) => ({ value, label: texts.modes[value] }))
  return { name: 'mode', label: texts.mode, kind: 'choice', choices, help: texts.modeHelp }
}
