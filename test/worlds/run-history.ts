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

/** Does the acts in the world, and asks the oracle after each of them. */
export async function runHistory(
  acts: readonly Act[],
  world: World,
  partners: number,
): Promise<Transcript> {
  const oracle = new Oracle(partners)
  const pins = new Pins(oracle)
  const answers: (readonly Answer[])[] = []
  const done: Act[] = []
  const look = async (place: string, no: number | undefined): Promise<void> => {
    if (no === undefined) return
    const [found, expected] = [await world.view(no), viewOf(oracle.partner(no))]
    compare(`${place}: what partner ${no} sees`, shown(found), shown(expected))
  }
  for (const [at, act] of acts.entries()) {
    const pinned = pins.next(act)
    if (!pinned) continue
    const expected = oracle.take(pinned)
    const answered = await world.take(pinned)
    const place = `act ${at + 1}, ${JSON.stringify(pinned)}`
    compare(`${place}: the answer`, answered, expected)
    await look(place, ownerOf(pinned))
    answers.push(answered)
    done.push(pinned)
  }
  // No act may have changed what the other partner sees.
  for (const no of oracle.partners.keys()) await look('in the end', no)
  const views = await Promise.all(oracle.partners.map(({ no }) => world.view(no)))
  return { acts: done, answers, views }
}

/** The partner that an act is about. */
function ownerOf(act: Act): number | undefined {
  const [first] = act.act === 'together' ? act.acts : [act]
  return first && 'partner' in first ? first.partner : undefined
}

/** Whether a currency without money is listed depends on whether there ever was some. */
function shown(view: View): View {
  const funds = Object.entries(view.funds).filter(
    ([, { available, held }]) => available !== 0 || held !== 0,
  )
  return { ...view, funds: Object.fromEntries(funds) }
}

export function compare(what: string, found: unknown, expected: unknown): void {
  if (isSame(found, expected)) return
  const [is, should] = [plain(found), plain(expected)]
  throw new Disagreement(
    `${what} is not what it should be\n${differences(is, should, '').join('\n')}`,
  )
}

/** Whether both have the same JSON. It is called after every act. */
export function isSame(found: unknown, expected: unknown): boolean {
  if (found === expected) return true
  if (!isTree(found) || !isTree(expected)) return (found ?? null) === (expected ?? null)
  const names = namesOf(found)
  return (
    Array.isArray(found) === Array.isArray(expected) &&
    names.length === namesOf(expected).length &&
    names.every((name) => isSame(found[name], expected[name]))
  )
}

function namesOf(tree: Record<string, unknown>): string[] {
  return Object.keys(tree).filter((name) => tree[name] !== undefined)
}

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null))
}

function differences(found: unknown, expected: unknown, path: string): string[] {
  if (isDeepStrictEqual(found, expected)) return []
  if (!isTree(found) || !isTree(expected)) {
    return [`${path || 'all'}: ${JSON.stringify(found)}, expected ${JSON.stringify(expected)}`]
  }
  const names = new Set([...Object.keys(found), ...Object.keys(expected)])
  return [...names].flatMap((name) => differences(found[name], expected[name], `${path}/${name}`))
}

function isTree(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
