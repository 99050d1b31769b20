import assert from 'node:assert/strict'
import { randomBytes, randomFillSync } from 'node:crypto'
import { encodeCodes } from './code-block.ts'
import { BLANK_CODE, BYTES_PER_CODE, CODE_LENGTH, groupedCode, writeCode } from './grouped-code.ts'
import type { Code, IssueOutcome, IssueRequest, Supplier, UnsealedGoods } from './port.ts'
import { receipt } from './receipt.ts'

/**
 * Codes that the operator issues itself: 100 random bits each, so nobody guesses one and no two are
 * equal, with a redemption URL below `redemptionBaseUrl`. For a recipient, whom the operator serves
 * itself, a code is the receipt, and there is nothing to redeem.
 *
 * It keeps nothing: a code comes into being when the caller seals it. So asking twice under one
 * key makes two sets of codes, of which the caller, who commits under its lease, stores one; and
 * there is nothing to take back.
 */
export function createGenerator(redemptionBaseUrl: string): Supplier {
  const workbench = new Workbench(blankLine(redemptionBaseUrl))
  const issueNow = (request: IssueRequest): UnsealedGoods[] => [generate(request, workbench)]
  const issue = (requests: readonly IssueRequest[]): Promise<IssueOutcome[]> =>
    Promise.resolve(requests.map((one) => ({ outcome: 'issued', goods: issueNow(one) })))
  return {
    name: 'generator',
    isLocal: true,
    issue,
    issueNow,
    lookUp: issue,
    release: () => Promise.resolve(),
  }
}

function generate({ recipient, quantity }: IssueRequest, workbench: Workbench): UnsealedGoods {
  if (recipient) return { codes: receipts(quantity) }
  return { sealWith: (seal) => workbench.sealCodes(quantity, seal), quantity }
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

type Seal = (block: Buffer) => Buffer

/**
 * Where codes are in the clear, one block of them at a time, while they are sealed. Memory of its
 * own for each block would have the whole heap collected for every few hundred thousand codes.
 */
class Workbench {
  readonly #line: BlankLine
  #bytes = Buffer.alloc(0)

  constructor(line: BlankLine) {
    this.#line = line
  }

  /** What `seal` makes of a block of fresh codes. */
  sealCodes(quantity: number, seal: Seal): Buffer {
    const length = quantity * this.#line.bytes.length
    const needed = length + quantity * BYTES_PER_CODE
    if (this.#bytes.length < needed) this.#bytes = Buffer.alloc(needed)
    const block = this.#bytes.subarray(0, length)
    const random = randomFillSync(this.#bytes.subarray(length, needed))
    try {
      return seal(writeCodes(block, random, this.#line))
    } finally {
      this.#bytes.fill(0, 0, needed)
    }
  }
}

/**
 * Fills a block with lines of codes, each of 20 of the random bytes, as `encodeCodes` would write
 * them; answers it without its last line feed. As bytes, because a million are made at once.
 */
export function writeCodes(block: Buffer, random: Buffer, line: BlankLine): Buffer {
  block.fill(line.bytes)
  const quantity = random.length / BYTES_PER_CODE
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
