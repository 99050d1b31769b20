import { repeat, type Clock, type Repeated } from '../core/mod.ts'
import { durabilityFlaws, type Database, type DurabilityFlaw } from '../db/mod.ts'
import { followAlerts } from './follow.ts'

export interface DurabilityWatchOptions {
  readonly db: Database
  readonly clock: Clock
  /** Called when the fault changes. Undefined means that there is none. */
  onChange(flaw: string | undefined): void
  onFault(error: unknown): void
}

const CHECK_MS = 2_000

/**
 * Checks regularly whether commits are durable: a reload can change the settings of the database.
 * Each wrong setting has an alert while it lasts.
 */
export class DurabilityWatch {
  readonly #options: DurabilityWatchOptions
  #flaw: string | undefined

  constructor(options: DurabilityWatchOptions) {
    this.#options = options
  }

  /** Returns in one line why a crash may lose commits, or undefined. */
  get flaw(): string | undefined {
    return this.#flaw
  }

  start(): Repeated {
    return repeat(() => this.#check(), CHECK_MS, this.#options.onFault)
  }

  async #check(): Promise<void> {
    const flaws = await durabilityFlaws(this.#options.db)
    const worst = flaws.find((one) => one.isOurs)?.message
    if (worst !== this.#flaw) this.#options.onChange(worst)
    this.#flaw = worst
    await followFlaws(this.#options, flaws)
  }
}

async function followFlaws(
  { db, clock }: DurabilityWatchOptions,
  flaws: readonly DurabilityFlaw[],
): Promise<void> {
  const wanted = new Map(
    flaws.map(({ setting, isOurs, message }) => {
      const severity = isOurs ? ('critical' as const) : ('warning' as const)
      return [setting, { severity, message, details: { setting } }]
    }),
  )
  await followAlerts(db, { kind: 'durability_off', at: clock.now(), isCounted: false }, wanted)
}
