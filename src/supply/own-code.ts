import { ALPHABET, BLANK_CODE, GROUP } from './grouped-code.ts'

/** Letters that a person may read or type in place of a symbol. */
const MISREAD: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' }
const SYMBOLS = BLANK_CODE.replaceAll('-', '').length
const OWN_CODE = new RegExp(`^[${ALPHABET.toString('latin1')}]{${SYMBOLS}}$`)
const TYPED_LENGTH_MAX = 100

/**
 * Returns a code of the generator as it was issued, from what a person typed: in any case, with or
 * without dashes and spaces, with O for 0 and I or L for 1. Undefined if it cannot be one, so that
 * no lookup is needed.
 */
export function spellOwnCode(typed: string): string | undefined {
  if (typed.length > TYPED_LENGTH_MAX) return undefined
  const symbols = typed
    .toUpperCase()
    .replaceAll(/[\s-]/g, '')
    .replaceAll(/[OIL]/g, (letter) => MISREAD[letter] ?? letter)
  if (!OWN_CODE.test(symbols)) return undefined
  return symbols.match(new RegExp(`.{${GROUP}}`, 'g'))?.join('-')
}
