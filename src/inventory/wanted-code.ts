import { decodeCodes, type Code } from '../supply/mod.ts'
import type { CodeSealer } from '../vault/mod.ts'
import { nameOf } from './chunk-sealer.ts'

/** A code to be found. */
export interface WantedCode {
  /**
   * Returns the blinds that the code may have in these namespaces, BLIND_BYTES each. Undefined is
   * the namespace of products that name none.
   */
  blindsIn(
    codeNamespaces: readonly (string | undefined)[],
    blindIndex: CodeSealer['blindIndex'],
  ): Buffer
  /** Returns the position of the code in an opened block; undefined if it is not there. */
  positionIn(block: Buffer): number | undefined
}

const NO_FIELDS: Code = {
  giftCardNumber: '',
  giftCardPin: '',
  barCodeNumber: '',
  redemptionUrl: '',
}

/**
 * Returns the code with this text as its number or, if it has no number, as its only field. Ignores
 * case and outer spaces, as the index does.
 */
export function wantCode(text: string): WantedCode {
  const value = text.trim()
  const fields = Object.keys(NO_FIELDS) as (keyof Code)[]
  const names = fields.map((field) => nameOf({ ...NO_FIELDS, [field]: value }))
  const folded = new Set(names.map((name) => name.toUpperCase()))
  // Quotes are doubled in the lines of a block.
  const needle = value.replaceAll('"', '""').toUpperCase()
  return {
    blindsIn(codeNamespaces, blindIndex) {
      const blinds = codeNamespaces.flatMap((one) => names.map((name) => blindIndex(one, name)))
      return Buffer.from([...new Set(blinds)].toSorted().join(''), 'latin1')
    },
    positionIn(block) {
      // Most blocks do not have the text, and decoding costs much more than searching.
      if (!block.toString('utf8').toUpperCase().includes(needle)) return undefined
      const at = decodeCodes(block).findIndex((code) => folded.has(nameOf(code).toUpperCase()))
      return at < 0 ? undefined : at
    },
  }
}
