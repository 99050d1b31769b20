import type { Answer } from './acts.ts'
import type { Case } from './cases.ts'
import type { Code } from './facts.ts'
import type { OracleLink } from './link.ts'
import type { Funds } from './money.ts'
import type { Oracle } from './oracle.ts'
import type { OracleOrder } from './order.ts'
import type { Quote } from './prices.ts'
import { Refused } from './refused.ts'
import type { Campaign, Wallet } from './wallets.ts'

const none = (): Funds => ({ posted: 0n, limit: 0n, limits: [], spent: [] })

/** What a partner has. All else is derived from it. Lists that an undo restores are replaced. */
export class OraclePartner {
  readonly no: number
  readonly world: Oracle
  readonly funds: Readonly<Record<Code, Funds>>
  movements: readonly (readonly [kind: string, code: Code, minor: bigint])[] = []
  /** The rest of each deposit. */
  readonly deposits: { readonly code: Code; left: bigint }[] = []
  readonly quotes: (Quote | undefined)[] = []
  readonly orders: OracleOrder[] = []
  readonly links: OracleLink[] = []
  readonly cases: Case[] = []
  /** Their names. */
  readonly consumers: number[] = []
  readonly campaigns: Campaign[] = []
  readonly wallets: Wallet[] = []
  /** By key: the payload, and the first response. */
  keys: ReadonlyMap<string, { readonly payload: string; readonly answer: Answer }> = new Map()

  constructor(no: number, world: Oracle) {
    this.no = no
    this.world = world
    this.funds = { JPY: none(), USD: none(), KWD: none() }
  }

  /** Returns a function that restores money, wallets and keys. */
  mark(): () => void {
    const { movements, keys } = this
    const all = [...Object.values(this.funds), ...this.wallets, ...this.campaigns]
    const before = all.map((one) => ({ ...one }))
    return () => {
      Object.assign(this, { movements, keys })
      for (const [at, one] of all.entries()) Object.assign(one, before[at])
    }
  }

  /** A key returns its first response. With another payload it is refused. */
  once(key: string, payload: unknown, refused: Refused, act: () => Answer): Answer {
    const text = JSON.stringify(payload)
    const earlier = this.keys.get(key)
    if (earlier && earlier.payload !== text) throw refused
    const answer = earlier?.answer ?? act()
    this.keys = new Map(this.keys).set(key, { payload: text, answer })
    return answer
  }

  /** The same for a header, if there is one. A repeated response says that it is one. */
  onceByHeader(
    [name, once]: readonly [string, number | undefined],
    payload: unknown,
    act: () => Answer,
  ): Answer {
    if (once === undefined) return act()
    const isKnown = this.keys.has(`${name} ${once}`)
    const refused = new Refused(409, ['Idempotency-Key'])
    const answer = this.once(`${name} ${once}`, payload, refused, act)
    return isKnown ? { ...answer, replayed: true } : answer
  }
}
