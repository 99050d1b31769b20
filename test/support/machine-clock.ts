import { onTestFinished } from 'vitest'
import { systemClock, type Clock } from '../../src/core/mod.ts'
import { DatabaseClock, type ConnectionTarget } from '../../src/db/mod.ts'

/** The clock of a machine, which can be set. */
export interface MachineClock extends Clock {
  aheadMs: number
}

export function machineAhead(aheadMs: number): MachineClock {
  return {
    aheadMs,
    now() {
      return systemClock.now() + this.aheadMs
    },
    monotonic: systemClock.monotonic,
  }
}

function ignore(): void {}

/** The database's clock, as a process on that machine follows it; closed with the test. */
export async function followedClock(
  target: ConnectionTarget,
  machine: Clock,
  skewSecondsMax: number,
): Promise<DatabaseClock> {
  const options = { target, machine, skewSecondsMax, onSkew: ignore, onFault: ignore }
  const clock = await DatabaseClock.open(options)
  onTestFinished(() => clock.close())
  return clock
}
