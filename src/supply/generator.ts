import assert from 'node:assert/strict'
import { fillRandom, randomBytes } from '../core/mod.ts'
import { encodeCodes } from './code-block.ts'
import { BLANK_CODE, BYTES_PER_CODE, CODE_LENGTH, groupedCode, writeCode } from './grouped-code.ts'
import type { Code, IssueOutcome, IssueRequest, Supplier, UnsealedGoods } from './port.ts'
import { receipt } from './receipt.ts'

/**
 * Creates codes that the operator redeems: 100 random bits each, with a URL below
 * `redemptionBaseUrl`. If the order has a recipient, the code is a receipt, and there is nothing to
 * redeem.
 *
 * If the product's settings say `redeemable`, each code has a card account, which merchants redeem
 * (`src/issuer`). Its URL is the page of cards, without the code, because addresses get logged.
 *
 * The generator stores nothing: codes are made while the caller seals them. Two calls under one key
 * make two sets of codes. The caller commits under its lease, so it stores only one of them.
 */
export function createGenerator(
  redemptionBaseUrl: string,
  cardPage: () => string | undefined = () => undefined,
): Supplier {
  const workbench = new Workbench(blankLine(redemptionBaseUrl))
  const cards = new Map<string, Workbench>()
  const benchOfCards = (url: string): Workbench => {
    const bench = cards.get(url) ?? new Workbench(blankCard(url))
    cards.set(url, bench)
    return bench
  }
  const issueNow = (request: IssueRequest): UnsealedGoods[] => {
    if (request.settings['redeemable'] !== true || request.recipient) {
      return [generate(request, workbench)]
    }
    const { quantity } = request
    const bench = benchOfCards(cardPage() ?? redemptionBaseUrl)
    const sealWith = (seal: Seal): Buffer => bench.sealCodes(quantity, seal)
    return [{ sealWith, quantity, isRedeemable: true }]
  }
  const issue = (requests: readonly IssueRequest[]): Promise<IssueOutcome[]> =>
    Promise.resolve(requests.map((one) => ({ outcome: 'issued', goods: issueNow(one) })))
  return {
    name: 'generator',
    isLocal: true,
    issue,
    issueNow,
    lookUp: issue,
    release: () => Promise.resolve(),
    validateSettings: (_tx, { redeemable = false }) =>
      Promise.resolve(
        typeof redeemable === 'boolean'
          ? undefined
          : { field: 'redeemable', fault: 'must be true or false' },
      ),
  }
}

function generate({ recipient, quantity }: IssueRequest, workbench: Workbench): UnsealedGoods {
  if (recipient) return { codes: receipts(quantity) }
  return { sealWith: (seal) => workbench.sealCodes(quantity, seal), quantity }
}

function receipts(quantity: number): Code[] {
  return Array.from({ length: quantity }, () => receipt(groupedCode(randomBytes(BYTES_PER_CODE))))
}

/** A line of a block with its line feed, and a placeholder for the code. */
export interface BlankLine {
  readonly bytes: Buffer
  /** The positions of the code: as the number, and at the end of the URL if the URL contains it. */
  readonly numberAt: number
  readonly urlEndAt: number | undefined
}

/** Returns the line of a code without PIN and barcode. */
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

/** Returns the line of a code whose URL does not contain it. */
function blankCard(redemptionUrl: string): BlankLine {
  const blank = { giftCardNumber: BLANK_CODE, giftCardPin: '', barCodeNumber: '', redemptionUrl }
  const bytes = Buffer.concat([encodeCodes([blank]), Buffer.from('\n')])
  return { bytes, numberAt: bytes.indexOf(BLANK_CODE), urlEndAt: undefined }
}

type Seal = (block: Buffer) => Buffer

/**
 * Holds codes in the clear while they are sealed, one block at a time. A buffer for each block
 * would cause a full garbage collection every few hundred thousand codes.
 */
class Workbench {
  readonly #line: BlankLine
  #bytes = Buffer.alloc(0)

  constructor(line: BlankLine) {
    this.#line = line
  }

  /** Makes a block of new codes, and returns it sealed by `seal`. */
  sealCodes(quantity: number, seal: Seal): Buffer {
    const length = quantity * this.#line.bytes.length
    const needed = length + quantity * BYTES_PER_CODE
    if (this.#bytes.length < needed) this.#bytes = Buffer.alloc(needed)
    const block = this.#bytes.subarray(0, length)
    const random = fillRandom(this.#bytes.subarray(length, needed))
    try {
      return seal(writeCodes(block, random, this.#line))
    } finally {
      this.#bytes.fill(0, 0, needed)
    }
  }
}

/**
 * Fills a block with lines of codes, each made of 20 random bytes, as `encodeCodes` would write
 * them. Returns it without its last line feed. Works on bytes for speed: a million are made at a
 * time.
 */
export function writeCodes(block: Buffer, random: Buffer, line: BlankLine): Buffer {
  block.fill(line.bytes)
  const quantity = random.length / BYTES_PER_CODE
  for (let n = 0; n < quantity; n += 1) {
    const start = n * line.bytes.length
    writeCode(block, start + line.numberAt, random, n * BYTES_PER_CODE)
    if (line.urlEndAt === undefined) continue
    block.copyWithin(
      start + line.urlEndAt,
      start + line.numberAt,
      start + line.numberAt + CODE_LENGTH,
    )
  }
  return block.subarray(0, -1)
}
