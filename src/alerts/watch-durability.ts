import type { Clock } from '../core/mod.ts'
import { durabilityFlaws, type Database, type DurabilityFlaw } from '../db/mod.ts'
import { FlawWatch, type FlawWatchOptions } from './flaw-watch.ts'
import { followAlerts } from './follow.ts'

export interface DurabilityWatchOptions extends FlawWatchOptions {
  readonly db: Database
  readonly clock: Clock
}

const CHECK_MS = 2_000

/**
 * Checks regularly whether commits are durable: a reload can change the settings of the database.
 * Each wrong setting has an alert while it lasts. The flaw that is reported says why a crash may
 * lose commits.
 */
export class DurabilityWatch extends FlawWatch<DurabilityWatchOptions> {
  constructor(options: DurabilityWatchOptions) {
    super(options, CHECK_MS)
  }

  protected override async check(): Promise<void> {
    const flaws = await durabilityFlaws(this.options.db)
    this.report(flaws.find((one) => one.isOurs)?.message)
    await followFlaws(this.options, flaws)
  }
}

async function followFlaws(
  { db, clock }: DurabilityWatchOptions,
  flaws: readonly DurabilityFlaw[],
): Promise<void> {
  const expected = new Map(
    flaws.map(({ setting, isOurs, message }) => {
      const severity = isOurs ? ('critical' as const) : ('warning' as const)
      return [setting, { severity, message, details: { setting } }]
    }),
  )
  await followAlerts(db, { kind: 'durability_off', at: clock.now(), isCounted: false }, expected)
}
