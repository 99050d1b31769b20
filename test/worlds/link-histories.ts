import * as fc from 'fast-check'
import type { Act } from '../oracle/acts.ts'
import type { Acts } from './acts.ts'
import { anyAct, FUNDED } from './histories.ts'

type Name = keyof Acts
/** The weight of each act; others are not drawn. */
type Chances = Readonly<Partial<Record<Name, number>>>

function oneOf(chances: Chances): fc.Arbitrary<Act> {
  const each = Object.entries(chances) as [Name, number][]
  return fc.oneof(...each.map(([name, weight]) => ({ weight, arbitrary: anyAct(name) })))
}

/**
 * The weights of acts that change a link: claims of several devices, each end, and the outcomes of
 * the orders.
 */
const CHANCES: Chances = {
  send: 14,
  claim: 48,
  'end link': 14,
  'replace link': 4,
  'review link': 5,
  'release link': 4,
  lease: 24,
  answer: 24,
  cancel: 10,
  resume: 3,
  case: 3,
  restock: 6,
  time: 5,
  deposit: 4,
  reverse: 4,
  'credit limit': 1,
  rule: 2,
  rate: 1,
  again: 8,
}
/**
 * Acts of a link that are decided in one group. A token is replaced in a group of its own. Ends are
 * those that cannot come too early, because the response has the state after the group.
 */
const AT_ONCE: Chances = {
  claim: 6,
  'end link': 2,
  'review link': 1,
  'release link': 1,
  deposit: 1,
}

const together: fc.Arbitrary<Act> = fc
  .tuple(fc.nat(20), fc.array(oneOf(AT_ONCE), { minLength: 2, maxLength: 5 }))
  .map(([link, acts]) => {
    const own = acts.map((each) => ({
      ...each,
      ...('link' in each && { link }),
      ...('how' in each && { how: each.how === 'return' ? each.how : 'cancel' }),
    }))
    return { act: 'together', acts: own as Act[] }
  })

const PLENTY: Act = { act: 'deposit', partner: 0, code: 'USD', amount: 1_000_000, key: 91 }

/**
 * Returns the acts as those of one partner. Most links get keys of their own, and a currency in
 * which cards are sold.
 */
function ofOneSender(acts: readonly Act[], firstKey = 0): Act[] {
  return acts.map((each, at) => {
    const ownKey = firstKey + at
    if (each.act === 'together') return { ...each, acts: ofOneSender(each.acts, 10 * ownKey) }
    const own = 'partner' in each ? { ...each, partner: 0 } : each
    if (own.act === 'claim') return own.key % 5 === 0 ? own : { ...own, key: 1_000 + ownKey }
    if (own.act !== 'send' || own.key % 5 === 4) return own
    return { ...own, key: 100 + ownKey, code: 'USD', products: undefined }
  })
}

/** Histories of links, with the money and the codes that these need. */
export function linkHistories(actsMax: number): fc.Arbitrary<Act[]> {
  const act = fc.oneof({ weight: 5, arbitrary: oneOf(CHANCES) }, { weight: 1, arbitrary: together })
  const acts = fc.array(act, { minLength: actsMax / 2, maxLength: actsMax, size: 'max' })
  return acts.map((taken) => ofOneSender([PLENTY, ...FUNDED, ...taken]))
}
