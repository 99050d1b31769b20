import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { letOthersRun } from '../core/mod.ts'
import { encodeCodes } from './code-block.ts'
import { BLANK_CODE, BYTES_PER_CODE, CODE_LENGTH, groupedCode, writeCode } from './grouped-code.ts'
import type { Code, IssueOutcome, IssueRequest, Supplier } from './port.ts'
import { receipt } from './receipt.ts'

/**
 * Codes that the operator issues itself: 100 random bits each, so nobody guesses one and no two are
 * equal, with a redemption URL below `redemptionBaseUrl`. For a recipient, whom the operator serves
 * itself, a code is the receipt, and there is nothing to redeem.
 *
 * It keeps nothing: a code comes into being when the caller stores it. So asking twice under one
 * key makes two sets of codes, of which the caller, who commits under its lease, stores one; and
 * there is nothing to take back.
 */
export function createGenerator(redemptionBaseUrl: string): Supplier {
  const line = blankLine(redemptionBaseUrl)
  async function issue(requests: readonly IssueRequest[]): Promise<IssueOutcome[]> {
    const outcomes: IssueOutcome[] = []
    for (const request of requests) {
      outcomes.push(generate(request, line))
      await letOthersRun(request.quantity)
    }
    return outcomes
  }
  return {
    name: 'generator',
    isLocal: true,
    issue,
    lookUp: issue,
    release: () => Promise.resolve(),
  }
}

function generate({ recipient, quantity }: IssueRequest, line: BlankLine): IssueOutcome {
  if (recipient) return { outcome: 'issued', goods: [{ codes: receipts(quantity) }] }
  return { outcome: 'issued', goods: [{ block: generateCodes(quantity, line), quantity }] }
}

function receipts(quantity: number): Code[] {
  return Array.from({ length: quantity }, () => receipt(groupedCode(randomBytes(BYTES_PER_CODE))))
}

/** A line of a block of codes with its line feed, in which the code itself is yet to be written. */
export interface BlankLine {
  readonly bytes: Buffer
  /** Where the code stands: as its number, and at the end of its URL. */
  readonly numberAt: number
  readonly urlEndAt: number
}

/** The line of a code without PIN and barcode. */
export function blankLine(redemptionBaseUrl: string): BlankLine {
  const blank = {
    giftCardNumber: BLANK_CODE,
    giftCardPin: '',
    barCodeNumber: '',
    redemptionUrl: `${redemptionBaseUrl}/${BLANK_CODE}`,
  }
  const bytes = Buffer.concat([encodeCodes([blank]), Buffer.from('\n')])
  const [numberAt, urlEndAt] = [bytes.indexOf(BLANK_CODE), bytes.lastIndexOf(BLANK_CODE)]
  assert(numberAt + CODE_LENGTH < urlEndAt, 'the line has the code twice')
  return { bytes, numberAt, urlEndAt }
}

/**
 * A block of fresh codes from the system's random generator, as `encodeCodes` would write it. They
 * are written as bytes where they end up, because a million are made at once.
 */
export function generateCodes(quantity: number, line: BlankLine): Buffer {
  const random = randomBytes(quantity * BYTES_PER_CODE)
  const block = Buffer.alloc(quantity * line.bytes.length, line.bytes)
  for (let n = 0; n < quantity; n += 1) {
    const start = n * line.bytes.length
    writeCode(block, start + line.numberAt, random, n * BYTES_PER_CODE)
    block.copyWithin(
      start + line.urlEndAt,
      start + line.numberAt,
      start + line.numberAt + CODE_LENGTH,
    )
  }
  return block.subarray(0, -1)
}
