import assert from 'node:assert/strict'
import { csvField } from '../core/mod.ts'
import type { Code } from './port.ts'

/** Printable ASCII without quote and comma: most codes have only these characters. */
const PLAIN = /^[ !#-+\--~]*$/
/** Control characters would end a line; half of a surrogate pair is not UTF-8. */
const UNWRITABLE = /[\p{Cc}\p{Cs}\u2028\u2029]/u

/**
 * Returns a block of codes as UTF-8: one line of CSV (RFC 4180) for each, joined by line feeds,
 * with giftCardNumber, giftCardPin, barCodeNumber and redemptionUrl. A CSV export copies the lines.
 * No field may have a control character or half of a surrogate pair.
 */
export function encodeCodes(codes: readonly Code[]): Buffer {
  return Buffer.from(codes.map(lineOf).join('\n'), 'utf8')
}

/** Returns the codes of a block, in order. */
export function decodeCodes(block: Buffer): Code[] {
  return block.length === 0 ? [] : block.toString('utf8').split('\n').map(codeOf)
}

/** Returns `quantity` codes after the first `skipped`, as a block. Does not copy. */
export function rangeOfBlock(
  block: Buffer,
  { skipped, quantity }: { skipped: number; quantity: number },
): Buffer {
  const begin = afterLines(block, 0, skipped)
  const end = afterLines(block, begin, quantity)
  // Without the last line feed: a block does not end with one.
  return block.subarray(begin, block[end - 1] === LINE_FEED ? end - 1 : end)
}

const LINE_FEED = 0x0a

/** Returns the start of the line that is `count` lines after `from`, or the end of the block. */
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
  return [giftCardNumber, giftCardPin, barCodeNumber, redemptionUrl].map(writableField).join(',')
}

function writableField(text: string): string {
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

/** Expects a comma before the line, so that each field begins with one and no match is empty. */
function quotedFields(line: string): string[] {
  return Array.from(`,${line}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^",]*))/g), ([, quoted, plain]) =>
    quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'),
  )
}
