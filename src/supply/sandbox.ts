import { createHash } from 'node:crypto'
import { setTimeout as pauseFor } from 'node:timers/promises'
import { BYTES_PER_CODE, groupedCode } from './grouped-code.ts'
import type { Code, IssueOutcome, IssueRequest, Settings, Supplier } from './port.ts'
import { receipt } from './receipt.ts'
import { MS_PER_SECOND, MS_PER_MINUTE } from '../core/mod.ts'

/** The values of a product's `settings.outcome`. The default is `issued`. */
export const SANDBOX_OUTCOMES = [
  'issued',
  'slow',
  'out_of_stock',
  'refused',
  'unknown',
  'pending',
  'unfunded',
] as const
export type SandboxOutcome = (typeof SANDBOX_OUTCOMES)[number]

/** The account in the settings of products of test partners. */
export const TEST_ACCOUNT = 'test'

const SANDBOX_DELAY_MS_DEFAULT = 3_000
const SANDBOX_DELAY_MS_MAX = MS_PER_MINUTE

/** The account of `settings.account`; orders that wait for it are not resumed by other products. */
function accountOf({ account }: Settings): string {
  return typeof account === 'string' ? account : ''
}

export interface SandboxOptions {
  readonly redemptionBaseUrl: string
  /** Waits for `ms`. Tests pass one that does not wait. */
  readonly pause?: (ms: number) => Promise<unknown>
}

/**
 * A supplier for trying the service out. Its codes are derived from the batch's key and the unit's
 * number, so it returns the same ones again, even after a restart, without storing anything.
 *
 *   issued         at once
 *   slow           after `settings.delayMs` (default 3,000, at most 60,000)
 *   out_of_stock   always
 *   refused        always
 *   unknown        `issue` loses its response although it issued; `lookUp` finds what it issued
 *   pending        issued after `settings.delayMs`, in whole seconds, by the next `lookUp`
 *   unfunded       always, at the account of `settings.account`; without an alert if it is `test`
 *
 * Unlike real suppliers, it cannot refuse a released key.
 */
export function createSandbox({ redemptionBaseUrl, pause = wait }: SandboxOptions): Supplier {
  return {
    name: 'sandbox',
    isLocal: true,
    async issue(requests) {
      const delayMs = Math.max(0, ...requests.map(delayOf))
      if (delayMs > 0) await pause(delayMs)
      return requests.map((request) => outcomeOfRequest(request, redemptionBaseUrl))
    },
    lookUp: (requests) =>
      Promise.resolve(
        requests.map((request) => {
          const outcome = outcomeOfRequest(request, redemptionBaseUrl)
          const isPending = outcome.outcome === 'unknown' || outcome.outcome === 'pending'
          return isPending ? issued(request, redemptionBaseUrl) : outcome
        }),
      ),
    release: () => Promise.resolve(),
    accountOf,
    availability: (_db, offers) =>
      Promise.resolve(offers.filter((offer) => outcomeOf(offer) !== 'out_of_stock')),
  }
}

/** Waits without keeping the process alive. */
function wait(ms: number): Promise<void> {
  return pauseFor(ms, undefined, { ref: false })
}

const FIXED_OUTCOMES: Readonly<Partial<Record<SandboxOutcome, IssueOutcome>>> = {
  out_of_stock: { outcome: 'out_of_stock' },
  refused: { outcome: 'refused', reason: 'the sandbox was asked to refuse' },
  unknown: { outcome: 'unknown', reason: 'the sandbox was asked to lose its answer' },
}

function outcomeOfRequest(request: IssueRequest, redemptionBaseUrl: string): IssueOutcome {
  const result = outcomeOf(request)
  if (result === 'pending') return pending(request)
  if (result === 'unfunded') return unfunded(request)
  if (result) return FIXED_OUTCOMES[result] ?? issued(request, redemptionBaseUrl)
  const reason = `settings.outcome must be one of ${SANDBOX_OUTCOMES.join(', ')}`
  return { outcome: 'refused', reason }
}

function outcomeOf({ settings }: Pick<IssueRequest, 'settings'>): SandboxOutcome | undefined {
  const requestedOutcome = settings['outcome'] ?? 'issued'
  return SANDBOX_OUTCOMES.find((outcome) => outcome === requestedOutcome)
}

function delayOf(request: IssueRequest): number {
  return outcomeOf(request) === 'slow' ? settingsDelayMs(request) : 0
}

function pending(request: IssueRequest): IssueOutcome {
  return {
    outcome: 'pending',
    askAgainInSeconds: Math.ceil(settingsDelayMs(request) / MS_PER_SECOND),
  }
}

function unfunded({ settings }: IssueRequest): IssueOutcome {
  const isOfTests = accountOf(settings) === TEST_ACCOUNT
  const reason = 'the sandbox was asked to have no funds'
  return { outcome: 'unfunded', reason, ...(isOfTests && { isExpected: true }) }
}

function settingsDelayMs({ settings }: IssueRequest): number {
  const delayMs = settings['delayMs']
  if (typeof delayMs !== 'number' || !(delayMs >= 0)) return SANDBOX_DELAY_MS_DEFAULT
  return Math.min(delayMs, SANDBOX_DELAY_MS_MAX)
}

function issued(request: IssueRequest, redemptionBaseUrl: string): IssueOutcome {
  return { outcome: 'issued', goods: [{ codes: sandboxCodes(request, redemptionBaseUrl) }] }
}

const PIN_SPAN = 10_000
const BARCODE_SPAN = 1_000_000_000_000
const DIGITS_BYTES = 6
const UNIT_BYTES = BYTES_PER_CODE + DIGITS_BYTES

function sandboxCodes(request: IssueRequest, redemptionBaseUrl: string): Code[] {
  const { partnerId, orderNo, batchNo, quantity } = request
  // An extendable hash: unit n uses its own bytes, so its code does not depend on the quantity.
  const bytes = createHash('shake256', { outputLength: quantity * UNIT_BYTES })
    .update(`sandbox:${partnerId}:${orderNo}:${batchNo}`)
    .digest()
  return Array.from({ length: quantity }, (_, unit) => {
    const unitBytes = bytes.subarray(unit * UNIT_BYTES, (unit + 1) * UNIT_BYTES)
    const number = `SANDBOX-${groupedCode(unitBytes.subarray(0, BYTES_PER_CODE))}`
    return request.recipient ? receipt(number) : giftCard(number, unitBytes, redemptionBaseUrl)
  })
}

function giftCard(number: string, bytes: Buffer, redemptionBaseUrl: string): Code {
  const digits = bytes.readUIntBE(BYTES_PER_CODE, DIGITS_BYTES)
  return {
    giftCardNumber: number,
    giftCardPin: String(digits % PIN_SPAN).padStart(4, '0'),
    barCodeNumber: String(digits % BARCODE_SPAN).padStart(12, '0'),
    redemptionUrl: `${redemptionBaseUrl}/${number}`,
  }
}
