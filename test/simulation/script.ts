import type { Act, ActOf } from '../oracle/acts.ts'
import type { Line } from '../worlds/lines.ts'
import type { Code } from '../oracle/facts.ts'
import type { Random } from '../faults/chaos-random.ts'

/** A fault of a process, of its proxies, or of the database and its sessions. */
export const FAULTS = [
  'kill',
  'freeze',
  'cut database',
  'slow database',
  'lose commits',
  'trouble requests',
  'end sessions',
  'trouble receiver',
  'lose power',
  'trouble mails',
  'trouble suppliers',
  'crash database',
  'fail over',
  'fill disk',
] as const
/** Faults of the server of the database. Each takes seconds, so most draws pass over them. */
export const SERVER_FAULTS: readonly Fault[] = ['crash database', 'fail over', 'fill disk']
const SERVER_PERCENT = 25
export type Fault = (typeof FAULTS)[number]

/** An act of a client. Places that are not known yet are drawn by `draw` when it is sent. */
export interface ClientStep {
  readonly act: DrawnAct
  /** Number of times that it is sent at once, to different processes. */
  readonly times: number
  /** Draws for choices that depend on what the client knows by then. */
  readonly draw: number
}

/** The end of a link: its sender cancels it, its person returns it, or its date passes. */
export type LinkEnd = 'cancel' | 'return' | 'pass'

export type DrawnAct =
  | ActOf<'deposit' | 'reverse' | 'place' | 'credit' | 'debit' | 'bulk'>
  | { readonly act: 'cancel'; readonly partner: number }
  | { readonly act: 'case'; readonly partner: number }
  | ActOf<'send'>
  | { readonly act: 'claim'; readonly partner: number }
  | { readonly act: 'end link'; readonly partner: number; readonly how: LinkEnd }
  | { readonly act: 'spend'; readonly partner: number; readonly wallet: number }
  | { readonly act: 'restock'; readonly amount: number; readonly count: number }
  | { readonly act: 'read'; readonly partner: number }
  | { readonly act: 'follow'; readonly partner: number }
  | { readonly act: 'again'; readonly other: boolean }

export interface FaultStep {
  readonly fault: Fault
  /** The position of the process among the present ones. */
  readonly at: number
  /** The number of further steps after which it ends. */
  readonly steps: number
  readonly draw: number
}

export type Step = ClientStep | FaultStep

export const PARTNERS = 2
/** Wallets of each partner, by their place; those of the oracle are the same. */
export const WALLETS: readonly Code[] = ['USD', 'USD', 'KWD']
/** The product that is bought from suppliers. */
export const BOUGHT_PRODUCT = 3
/** The card that is taken of each wallet, of a product that is never out of stock. */
export const CARDS = [
  { product: BOUGHT_PRODUCT, face: 3 },
  { product: BOUGHT_PRODUCT, face: 3 },
  { product: 1, face: 2 },
] as const
/** The first funds of each partner, in minor units, by keys that no step has. */
export const FIRST_DEPOSITS = [
  { act: 'deposit', partner: 0, code: 'USD', amount: 15_000, key: 100_001 },
  { act: 'deposit', partner: 0, code: 'KWD', amount: 40_000, key: 100_002 },
] as const satisfies readonly Act[]
/** The amounts of links, in minor units, and the card that is taken of each. */
export const LINKS = [
  { amount: 1_000, product: 0, face: 0 },
  { amount: 2_500, product: 0, face: 1 },
  { amount: 999, product: BOUGHT_PRODUCT, face: 3 },
] as const
const FAULT_PERCENT = 14
/** The weight of each act. */
const ACTS: Readonly<Record<DrawnAct['act'], number>> = {
  place: 30,
  credit: 10,
  debit: 8,
  bulk: 8,
  deposit: 8,
  reverse: 7,
  cancel: 8,
  case: 5,
  send: 9,
  claim: 18,
  'end link': 6,
  spend: 12,
  read: 8,
  follow: 6,
  restock: 3,
  again: 12,
}
const NAMES = Object.keys(ACTS) as DrawnAct['act'][]
const DRAWN_FROM = NAMES.flatMap((name) => Array<DrawnAct['act']>(ACTS[name]).fill(name))

/** The steps of a history follow from its seed. `killsMax` saves time: processes start slowly. */
export function drawSteps(random: Random, count: number, killsMax = Infinity): Step[] {
  let kills = 0
  const withinKillsMax = (fault: Fault): Fault => {
    // A short run has no time for what starts all processes or the database again.
    const isSlow = fault === 'lose power' || SERVER_FAULTS.includes(fault)
    if (isSlow && killsMax < Infinity) return 'freeze'
    if (fault === 'kill') kills += 1
    return fault === 'kill' && kills > killsMax ? 'freeze' : fault
  }
  return Array.from({ length: count }, (_, no) => {
    const draw = random.below(2 ** 32)
    if (random.chance(FAULT_PERCENT)) {
      const of = { at: random.below(60), steps: random.between(4, 16), draw }
      const fault = withinKillsMax(random.pick(FAULTS))
      const isPassedOver = SERVER_FAULTS.includes(fault) && !random.chance(SERVER_PERCENT)
      return { fault: isPassedOver ? 'freeze' : fault, ...of }
    }
    const act = drawAct(random.pick(DRAWN_FROM), random, no)
    return { act, times: random.chance(12) ? 2 : 1, draw }
  })
}

function drawAct(act: DrawnAct['act'], random: Random, key: number): DrawnAct {
  const partner = random.below(PARTNERS)
  const code = random.chance(75) ? 'USD' : 'KWD'
  switch (act) {
    case 'deposit':
    case 'reverse':
      return { act, partner, code, amount: random.between(100, 12_000), key }
    case 'place':
      return drawOrder(random, { partner, code, key })
    case 'credit':
    case 'debit':
      return { ...drawTransaction(random, partner, key), act }
    case 'bulk': {
      const keys = Array.from({ length: random.between(2, 5) }, (_, at) => 1_000 * (key + 1) + at)
      const rows = keys.map((one) => drawTransaction(random, partner, one))
      return { act, partner, rows, isAtomic: random.chance(50), by: 0 }
    }
    case 'send':
      return drawLinks(random, { partner, key })
    case 'end link':
      return { act, partner, how: random.pick(['cancel', 'return', 'cancel', 'return', 'pass']) }
    case 'spend':
      return { act, partner, wallet: random.below(WALLETS.length) }
    case 'cancel':
    case 'case':
    case 'claim':
    case 'read':
    case 'follow':
      return { act, partner }
    case 'restock':
      return { act, amount: random.pick([0, 1]), count: random.between(2, 9) }
    case 'again':
      return { act, other: random.chance(25) }
  }
}

function drawOrder(
  random: Random,
  of: { partner: number; code: Code; key: number },
): Extract<DrawnAct, { act: 'place' }> {
  const lines = Array.from({ length: random.pick([1, 1, 2]) }, () => drawLine(random))
  return { act: 'place', ...of, lines, once: of.key, quote: undefined, by: 0 }
}

/** A code from stock, a generated one, or a purchased one. */
function drawLine(random: Random): Line {
  const units = random.pick([1, 1, 2, 5])
  const kind = random.below(10)
  if (kind < 4) return [0, random.pick([0, 1]), units]
  return kind < 5 ? [1, 4, units] : [BOUGHT_PRODUCT, 3, units]
}

/** Each amount buys one card of the products. */
function drawLinks(random: Random, of: { partner: number; key: number }) {
  const amounts = Array.from(
    { length: random.pick([1, 1, 2]) },
    () => random.pick([...LINKS, ...LINKS.slice(2)]).amount,
  )
  const rest = { code: 'USD', products: undefined, seconds: 90_000, by: 0 } as const
  return { act: 'send' as const, ...of, amounts, once: of.key, ...rest }
}

function drawTransaction(random: Random, partner: number, key: number) {
  const act = random.pick(['credit', 'debit'] as const)
  const of = { partner, wallet: random.below(WALLETS.length), by: 0, key }
  return { act, ...of, amount: random.between(1, 4_000) }
}
