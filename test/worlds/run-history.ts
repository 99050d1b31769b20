import { isDeepStrictEqual } from 'node:util'
import type { Act, Answer } from '../oracle/acts.ts'
import { viewOf, type View } from '../oracle/view.ts'
import { Oracle } from '../oracle/oracle.ts'
import { Pins } from './pins.ts'
import type { World } from './world.ts'

/** The expected results of an act, and the real ones. */
export class Disagreement extends Error {
  override readonly name = 'Disagreement'
}

/** All responses, so that two runs of one history can be compared. */
export interface Transcript {
  /** The pinned acts that were done. */
  readonly acts: readonly Act[]
  readonly answers: readonly (readonly Answer[])[]
  readonly views: readonly View[]
}

/** Does the acts in the world, and compares it with the oracle after each of them. */
export async function runHistory(
  acts: readonly Act[],
  world: World,
  partners: number,
): Promise<Transcript> {
  const oracle = new Oracle(partners)
  const pins = new Pins(oracle)
  const answers: (readonly Answer[])[] = []
  const pinnedActs: Act[] = []
  const compareViews = async (place: string, no: number | undefined): Promise<void> => {
    if (no === undefined) return
    const [actual, expected] = [await world.view(no), viewOf(oracle.partner(no))]
    compare(`${place}: what partner ${no} sees`, withMoney(actual), withMoney(expected))
  }
  for (const [at, act] of acts.entries()) {
    const pinned = pins.next(act)
    if (!pinned) continue
    const expected = oracle.take(pinned)
    const actualAnswers = await world.take(pinned)
    const place = `act ${at + 1}, ${JSON.stringify(pinned)}`
    compare(`${place}: the answer`, actualAnswers, expected)
    await compareViews(place, ownerOf(pinned))
    answers.push(actualAnswers)
    pinnedActs.push(pinned)
  }
  // No act may have changed what the other partner sees.
  for (const no of oracle.partners.keys()) await compareViews('in the end', no)
  const views = await Promise.all(oracle.partners.map(({ no }) => world.view(no)))
  return { acts: pinnedActs, answers, views }
}

/** The partner that an act is about. */
function ownerOf(act: Act): number | undefined {
  const [first] = act.act === 'together' ? act.acts : [act]
  return first && 'partner' in first ? first.partner : undefined
}

/** Leaves out currencies without money: whether they are listed depends on earlier amounts. */
function withMoney(view: View): View {
  const funds = Object.entries(view.funds).filter(
    ([, { available, held }]) => available !== 0 || held !== 0,
  )
  return { ...view, funds: Object.fromEntries(funds) }
}

export function compare(what: string, actual: unknown, expected: unknown): void {
  if (isSame(actual, expected)) return
  const [is, should] = [plain(actual), plain(expected)]
  throw new Disagreement(
    `${what} is not what it should be\n${differences(is, should, '').join('\n')}`,
  )
}

/** Returns true if both have the same JSON. It is fast, because it is called after every act. */
export function isSame(actual: unknown, expected: unknown): boolean {
  if (actual === expected) return true
  if (!isTree(actual) || !isTree(expected)) return (actual ?? null) === (expected ?? null)
  const names = namesOf(actual)
  return (
    Array.isArray(actual) === Array.isArray(expected) &&
    names.length === namesOf(expected).length &&
    names.every((name) => isSame(actual[name], expected[name]))
  )
}

function namesOf(tree: Record<string, unknown>): string[] {
  return Object.keys(tree).filter((name) => tree[name] !== undefined)
}

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null))
}

function differences(actual: unknown, expected: unknown, path: string): string[] {
  if (isDeepStrictEqual(actual, expected)) return []
  if (!isTree(actual) || !isTree(expected)) {
    return [`${path || 'all'}: ${JSON.stringify(actual)}, expected ${JSON.stringify(expected)}`]
  }
  const names = new Set([...Object.keys(actual), ...Object.keys(expected)])
  return [...names].flatMap((name) => differences(actual[name], expected[name], `${path}/${name}`))
}

function isTree(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
