import { MS_PER_SECOND, errorMessage } from '../core/mod.ts'
import type { Creation, Unit, Verdict } from './adapter.ts'
import { decimalText } from './decimal-text.ts'
import { SKEW_SECONDS_MAX } from './plugin-signature.ts'
import { type Sums, type TestTarget, TestBuyer, sumsOf, textOf } from './test-buyer.ts'
import { codesOf } from './units.ts'

/** The result of one scenario. */
export interface Finding {
  readonly scenario: string
  readonly result: 'ok' | 'FAILED' | 'left out'
  readonly detail: string
}

/** Returns the fault; undefined if there is none. Throws NotApplicable if it is left out. */
type Scenario = (buyer: TestBuyer) => Promise<string | undefined>

class NotApplicable extends Error {}

const AT_ONCE = 50

/** Buys about ten units from a supplier, with faults on the way, and reports how it behaved. */
export async function trySupplier(target: TestTarget): Promise<readonly Finding[]> {
  let buyer: TestBuyer
  try {
    buyer = await TestBuyer.open(target)
  } catch (error) {
    return [{ scenario: 'the catalog is read', result: 'FAILED', detail: errorMessage(error) }]
  }
  try {
    const before = await buyer.funds().catch(() => undefined)
    const findings: Finding[] = []
    for (const [scenario, run] of Object.entries(SCENARIOS)) {
      findings.push({ scenario, ...(await resultOf(run, buyer)) })
    }
    const last = await resultOf(() => comparedWith(buyer, before), buyer)
    return [...findings, { scenario: 'the funds are less by what was charged', ...last }]
  } finally {
    buyer.close()
  }
}

async function resultOf(run: Scenario, buyer: TestBuyer): Promise<Omit<Finding, 'scenario'>> {
  try {
    const fault = await run(buyer)
    return fault === undefined ? { result: 'ok', detail: '' } : { result: 'FAILED', detail: fault }
  } catch (error) {
    const result = error instanceof NotApplicable ? 'left out' : 'FAILED'
    return { result, detail: errorMessage(error) }
  }
}

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'each listing of the catalog is there once': ({ listings }) => {
    const ids = listings.map(({ listing, currency }) => `${listing} ${currency}`)
    const again = ids.find((id, at) => ids.indexOf(id) !== at)
    return Promise.resolve(again === undefined ? undefined : `${again} is there twice`)
  },
  'a request with another secret buys nothing': async (buyer) => {
    const creation = buyer.newCreation()
    await buyer.createAsStranger(creation)
    return faultIfFound(buyer, creation)
  },
  'a request that was signed ten minutes ago buys nothing': async (buyer) => {
    if (buyer.target.adapter.manifest.hosts !== 'ofAccount')
      throw new NotApplicable('it signs in another way')
    const creation = buyer.newCreation()
    await buyer.create(creation, buyer.account().now - 2 * SKEW_SECONDS_MAX * MS_PER_SECOND)
    return faultIfFound(buyer, creation)
  },
  'a look-up by an unused reference finds nothing': (buyer) =>
    faultIfFound(buyer, buyer.newCreation()),
  'what is bought is delivered': async (buyer) => {
    const creation = buyer.newCreation()
    await buy(buyer, creation, await buyer.create(creation))
    return undefined
  },
  'two purchases have two codes': async (buyer) => {
    if (isForRecipient(buyer)) throw new NotApplicable('what is bought has no code')
    const [first, second] = [buyer.newCreation(), buyer.newCreation()]
    const one = await buy(buyer, first, await buyer.create(first))
    const other = await buy(buyer, second, await buyer.create(second))
    return same(one, other) ? 'both have the same' : undefined
  },
  'a purchase that is asked for again is the same': async (buyer) => {
    onlyIfRepeated(buyer)
    const creation = buyer.newCreation()
    const one = await buy(buyer, creation, await buyer.create(creation))
    const funds = await buyer.funds()
    const other = await buy(buyer, creation, await buyer.create(creation))
    if (!same(one, other)) return 'the second answer has other units'
    return differing(await buyer.funds(), funds) ? 'it was charged again' : undefined
  },
  [`a purchase that is asked for ${AT_ONCE} times at once is one`]: async (buyer) => {
    onlyIfRepeated(buyer)
    const creation = buyer.newCreation()
    const all = await Promise.all(Array.from({ length: AT_ONCE }, () => buyer.create(creation)))
    const units = await Promise.all(all.map((verdict) => buy(buyer, creation, verdict)))
    return units.every((one) => same(one, units[0] ?? [])) ? undefined : 'their units differ'
  },
  'a purchase whose answer is lost is found': async (buyer) => {
    const creation = buyer.newCreation()
    await buyer.createAndLeave(creation)
    const verdict = await buyer.settle(creation)
    // If it is still not found, it did not arrive, and a repeat might buy twice.
    if (verdict.is !== 'notFound') await buy(buyer, creation, verdict)
    return undefined
  },
  'a reference that was used buys nothing else': async (buyer) => {
    if (!isSpecifiedHere(buyer))
      throw new NotApplicable('docs/connectors.md does not specify its interface')
    const creation = buyer.newCreation()
    const one = await buy(buyer, creation, await buyer.create(creation))
    const settings = { ...creation.settings, other: 'yes' }
    const verdict = await buyer.create({ ...creation, settings })
    if (verdict.is === 'done') return 'it is done, and should be 409'
    return same(one, await buy(buyer, creation)) ? undefined : 'its units have changed'
  },
  'a face value that is not sold is refused': (buyer) => {
    const faceValue = { ...buyer.newCreation().faceValue, amount: '987654321.01' }
    return faultUnlessRefused(buyer, buyer.newCreation({ faceValue }))
  },
  'a product that is not sold is refused': (buyer) => {
    const { settings } = buyer.newCreation()
    const [first = ''] = Object.keys(settings)
    return faultUnlessRefused(
      buyer,
      buyer.newCreation({ settings: { ...settings, [first]: '987654321' } }),
    )
  },
  'a face value that is not a number is refused': (buyer) => {
    if (!isSpecifiedHere(buyer)) throw new NotApplicable('no such request is ever sent')
    const faceValue = { ...buyer.newCreation().faceValue, amount: 'ten' }
    return faultUnlessRefused(buyer, buyer.newCreation({ faceValue }))
  },
  'a purchase that is taken back is paid back': async (buyer) => {
    const creation = buyer.newCreation()
    const before = await buyer.funds()
    await buy(buyer, creation, await buyer.create(creation))
    const undoResult = await buyer.undo(creation)
    if (undoResult === undefined || undoResult === 'refused')
      throw new NotApplicable('it is not offered')
    if (undoResult !== 'undone') return `it is ${undoResult}, and was bought`
    buyer.charges.delete(creation.reference)
    const again = isSpecifiedHere(buyer) ? await buyer.undo(creation) : 'undone'
    if (again !== 'undone') return `asked again, it is ${again}`
    const verdict = await buyer.lookUp(creation)
    if (verdict.is === 'done') return 'it is done still'
    return differing(await buyer.funds(), before) ? 'it was not paid back' : undefined
  },
}

function onlyIfRepeated(buyer: TestBuyer): void {
  if (buyer.repeats() !== 'replays')
    throw new NotApplicable('no purchase is sent again at this supplier')
}

function isSpecifiedHere({ target }: TestBuyer): boolean {
  return target.adapter.manifest.isSpecifiedHere === true
}

function isForRecipient(buyer: TestBuyer): boolean {
  return Object.keys(buyer.target.recipient).length > 0
}

async function buy(
  buyer: TestBuyer,
  creation: Creation,
  first?: Verdict,
): Promise<readonly Unit[]> {
  const units = await buyer.unitsOf(creation, await buyer.settle(creation, first))
  codesOf(units, { quantity: creation.units, isReceipt: isForRecipient(buyer) })
  return units
}

async function faultIfFound(buyer: TestBuyer, creation: Creation): Promise<string | undefined> {
  if (buyer.target.adapter.lookUp(creation, buyer.account()) === 'repeat') {
    throw new NotApplicable('nothing but a repeat would find it')
  }
  const verdict = await buyer.lookUp(creation)
  return verdict.is === 'notFound'
    ? undefined
    : `a look-up says ${textOf(verdict)}, and not notFound`
}

async function faultUnlessRefused(
  buyer: TestBuyer,
  creation: Creation,
): Promise<string | undefined> {
  const verdict = await buyer.create(creation)
  if (verdict.is === 'refused') return undefined
  // An order would wait in vain for an outcome. Interfaces that we do not specify may respond so.
  if (verdict.is === 'unknown' && isSpecifiedHere(buyer)) {
    return `it is ${textOf(verdict)}, and should be refused`
  }
  const fault =
    verdict.is === 'unknown' ? await faultIfFound(buyer, creation) : 'it was not refused'
  return fault && `it is ${textOf(verdict)}; ${fault}`
}

function same(left: readonly Unit[], right: readonly Unit[]): boolean {
  return JSON.stringify(left) === JSON.stringify(right)
}

function sumIn(sums: Sums, currency: string): bigint {
  return sums.get(currency) ?? 0n
}

/** Returns a currency whose sums differ. */
function differing(one: Sums, other: Sums): string | undefined {
  const currencies = [...one.keys(), ...other.keys()]
  return currencies.find((currency) => sumIn(one, currency) !== sumIn(other, currency))
}

/** The funds may be in another currency than what is bought. */
async function comparedWith(buyer: TestBuyer, before?: Sums): Promise<string | undefined> {
  if (before === undefined) return 'they cannot be read'
  const fundsLeft = await buyer.funds()
  const spent = new Map([...before].map(([name, sum]) => [name, sum - sumIn(fundsLeft, name)]))
  const charged = sumsOf(buyer.charges.values())
  const currency = differing(spent, charged)
  if (currency === undefined) return undefined
  const [by, named] = [spent, charged].map((sums) => decimalText(sumIn(sums, currency)))
  return `they are less by ${by} ${currency}, and ${named} was charged`
}
