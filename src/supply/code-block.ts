import assert from 'node:assert/strict'
import type { Code } from './port.ts'

/** Printable ASCII without quote and comma: what most codes are made of. */
const PLAIN = /^[ !#-+\--~]*$/
/** Would end a line, or could not be written as UTF-8. */
const UNWRITABLE = /[\p{Cc}\p{Cs}\u2028\u2029]/u

/**
 * The bytes of a block of codes: one line of CSV (RFC 4180) per code, giftCardNumber, giftCardPin,
 * barCodeNumber, redemptionUrl, joined by a line feed, as UTF-8. A CSV export copies the lines as
 * they are. No field may hold a control character or half of a surrogate pair.
 */
export function encodeCodes(codes: readonly Code[]): Buffer {
  return Buffer.from(codes.map(lineOf).join('\n'), 'utf8')
}

/** The codes of a block, in their order. */
export function decodeCodes(block: Buffer): Code[] {
  return codeLines(block).map(codeOf)
}

/** The lines of a block, one per code, without line ends. */
export function codeLines(block: Buffer): string[] {
  return block.length === 0 ? [] : block.toString('utf8').split('\n')
}

function lineOf({ giftCardNumber, giftCardPin, barCodeNumber, redemptionUrl }: Code): string {
  if (PLAIN.test(giftCardNumber + giftCardPin + barCodeNumber + redemptionUrl)) {
    return `${giftCardNumber},${giftCardPin},${barCodeNumber},${redemptionUrl}`
  }
  return [giftCardNumber, giftCardPin, barCodeNumber, redemptionUrl].map(csvField).join(',')
}

function csvField(text: string): string {
  assert(!UNWRITABLE.test(text), 'a code has no control characters')
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function codeOf(line: string): Code {
  const fields = line.includes('"') ? quotedFields(line) : line.split(',')
  const [giftCardNumber, giftCardPin, barCodeNumber, redemptionUrl] = fields
  assert(
    fields.length === 4 &&
      giftCardNumber !== undefined &&
      giftCardPin !== undefined &&
      barCodeNumber !== undefined &&
      redemptionUrl !== undefined,
    'a line of a code block has four fields',
  )
  return { giftCardNumber, giftCardPin, barCodeNumber, redemptionUrl }
}

/** With a comma in front, every field begins with one, and no match is empty. */
function quotedFields(line: string): string[] {
  return Array.from(`,${line}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^",]*))/g), ([, quoted, plain]) =>
    quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'),
  )
}
