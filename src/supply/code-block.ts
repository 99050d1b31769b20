import assert from 'node:assert/strict'
import { csvField } from '../core/mod.ts'
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
  return block.length === 0 ? [] : block.toString('utf8').split('\n').map(codeOf)
}

/** Part of a block, itself a block: `quantity` of its codes after the first `skipped`. No copy. */
export function rangeOfBlock(
  block: Buffer,
  { skipped, quantity }: { skipped: number; quantity: number },
): Buffer {
  const begin = afterLines(block, 0, skipped)
  const end = afterLines(block, begin, quantity)
  // Without the line feed behind the last one, which the end of the block does not have.
  return block.subarray(begin, block[end - 1] === LINE_FEED ? end - 1 : end)
}

const LINE_FEED = 0x0a

/** Where the line begins that stands `count` lines after the one at `from`; or the block's end. */
function afterLines(block: Buffer, from: number, count: number): number {
  let at = from
  for (let passed = 0; passed < count; passed += 1) {
    const end = block.indexOf(LINE_FEED, at)
    if (end < 0) return block.length
    at = end + 1
  }
  return at
}

function lineOf({ giftCardNumber, giftCardPin, barCodeNumber, redemptionUrl }: Code): string {
  if (PLAIN.test(giftCardNumber + giftCardPin + barCodeNumber + redemptionUrl)) {
    return `${giftCardNumber},${giftCardPin},${barCodeNumber},${redemptionUrl}`
  }
  return [giftCardNumber, giftCardPin, barCodeNumber, redemptionUrl].map(fieldOf).join(',')
}

function fieldOf(text: string): string {
  assert(!UNWRITABLE.test(text), 'a code has no control characters')
  return csvField(text)
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
