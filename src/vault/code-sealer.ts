import { blindIndexOf, blindText } from './blind-index.ts'
import type { CodeKeys } from './code-keys.ts'
import { seal } from './vault.ts'

/** Seals imported codes, in any thread. */
export interface CodeSealer {
  /** Seals a code under the key of codes; `context` must be the same when it is opened. */
  seal(context: string, plaintext: Buffer): Buffer
  /**
   * 16 bytes, as Latin-1 text, that are equal for equal codes of one namespace, whatever their
   * products, and tell nothing about the code.
   *
   * Codes that differ only in case, or in spaces around them, count as equal. Case may be
   * significant, but random codes that collide without it are rarer than codes that arrive in two
   * spellings; and a false duplicate stays out of stock and is counted in the import's answer,
   * while a missed one is sold twice and found out by the person who holds it.
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
