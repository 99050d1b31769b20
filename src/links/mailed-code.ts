import type { Vault } from '../vault/mod.ts'

/**
 * Long enough that ten million guesses, each at the code of another person, find none. So guesses
 * need no overall limit, which strangers could use up to lock out the person who has the code.
 */
const DIGITS = 9

/** Returns the code that a message brings: a keyed hash of its name, so that no row has it. */
export function mailedCode(vault: Pick<Vault, 'blindIndex'>, name: string): string {
  const number = vault.blindIndex('consumer_index', name).readBigUInt64BE() % 10n ** BigInt(DIGITS)
  return String(number).padStart(DIGITS, '0')
}
