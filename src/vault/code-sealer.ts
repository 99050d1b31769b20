import { blindIndexOf, blindText } from './blind-index.ts'
import type { CodeKeys } from './code-keys.ts'
import { seal } from './vault.ts'

/** Seals imported codes, in any thread. */
export interface CodeSealer {
  /** Seals a code under the key of codes; `context` must be the same when it is opened. */
  seal(context: string, plaintext: Buffer): Buffer
  /**
   * Returns 16 bytes, as Latin-1 text. They are equal for equal codes of one namespace, even of
   * different products, and reveal nothing about the code.
   *
   * Codes that differ only in case, or in spaces around them, count as equal. Case may be
   * significant, but random codes that differ only in case are rarer than codes that arrive in two
   * spellings. A false duplicate stays out of stock and is counted in the result of the import,
   * whereas a missed one would be sold twice.
   */
  blindIndex(codeNamespace: string | undefined, code: string): string
}

export function codeSealer({ codes, blindIndex }: CodeKeys): CodeSealer {
  const blind = blindIndexOf(blindIndex.key)
  return {
    seal: (context, plaintext) => seal(codes, context, plaintext),
    blindIndex: (codeNamespace, code) => blind(blindText(codeNamespace, code)),
  }
}
