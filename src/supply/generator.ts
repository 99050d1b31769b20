import { randomBytes } from 'node:crypto'
import { letOthersRun } from '../core/mod.ts'
import { BYTES_PER_CODE, groupedCodes } from './grouped-code.ts'
import type { Code, IssueOutcome, IssueRequest, Supplier } from './port.ts'

/**
 * Codes that the operator issues itself: 100 random bits each, so nobody guesses one and no two are
 * equal, with a redemption URL below `redemptionBaseUrl`.
 *
 * It keeps nothing: a code comes into being when the caller stores it. So asking twice under one
 * key makes two sets of codes, of which the caller, who commits under its lease, stores one; and
 * there is nothing to take back.
 */
export function createGenerator(redemptionBaseUrl: string): Supplier {
  async function issue(requests: readonly IssueRequest[]): Promise<IssueOutcome[]> {
    const outcomes: IssueOutcome[] = []
    for (const request of requests) {
      outcomes.push(generate(request, redemptionBaseUrl))
      await letOthersRun(request.quantity)
    }
    return outcomes
  }
  return { name: 'generator', issue, lookUp: issue, release: () => Promise.resolve() }
}

function generate({ recipient, quantity }: IssueRequest, redemptionBaseUrl: string): IssueOutcome {
  if (recipient) return { outcome: 'refused', reason: 'the generator cannot reach a recipient' }
  return { outcome: 'issued', goods: [{ codes: generateCodes(quantity, redemptionBaseUrl) }] }
}

/** Fresh codes from the system's random generator, without PIN and barcode. */
export function generateCodes(quantity: number, redemptionBaseUrl: string): Code[] {
  return groupedCodes(randomBytes(quantity * BYTES_PER_CODE)).map((code) => ({
    giftCardNumber: code,
    giftCardPin: '',
    barCodeNumber: '',
    redemptionUrl: `${redemptionBaseUrl}/${code}`,
  }))
}
