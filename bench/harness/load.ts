import type { LoadOrder, LoadReport } from '../processes/load.ts'
import type { BenchService } from './service.ts'
import { Child } from './child.ts'
import { cpuSeconds } from './cpu.ts'
import type { Sample } from './interleave.ts'

const MICROSECONDS = 1e6

/**
 * The result of a run: the report of the load, and the CPU microseconds of each process per
 * success.
 */
export interface Run extends LoadReport {
  readonly successes: number
  readonly perSecond: number
  readonly cpu: Readonly<Record<string, number>>
}

/** Returns the CPU seconds of each counted process so far. */
export type CpuClocks = () => Readonly<Record<string, number>>

export function clocksOf(service: BenchService): CpuClocks {
  return () => service.cpu()
}

export function clockOf(name: string, child: Child): CpuClocks {
  return () => ({ [name]: cpuSeconds(child.pid) })
}

/** Returns the CPU microseconds of each process for one of `count` operations. */
export function perOperation(
  before: Readonly<Record<string, number>>,
  after: Readonly<Record<string, number>>,
  count: number,
): Record<string, number> {
  const names = Object.keys(after)
  const microseconds = (name: string): number =>
    (((after[name] ?? 0) - (before[name] ?? 0)) * MICROSECONDS) / count
  return Object.fromEntries(names.map((name) => [name, microseconds(name)]))
}

/**
 * Returns the rate of `count` operations, by the seconds that `work` returns, and the CPU time of
 * each process.
 */
export async function rateOf(
  count: number,
  clocks: CpuClocks,
  work: () => Promise<number>,
): Promise<Sample> {
  const before = clocks()
  const seconds = await work()
  return { value: count / seconds, cpu: perOperation(before, clocks(), count) }
}

export function sampleOf({ perSecond, cpu }: Run): Sample {
  return { value: perSecond, cpu }
}

/** The process that sends. It serializes and signs all requests before the clock starts. */
export class Load {
  readonly #child = new Child('load')

  /** Prepares the requests. Returns a function that sends all of them. */
  async prepare(order: LoadOrder, clocks: CpuClocks): Promise<() => Promise<Run>> {
    await this.#child.ask(order)
    return async () => {
      const before = clocks()
      const { report } = await this.#child.ask<{ report: LoadReport }>('go')
      const after = clocks()
      const successes = successesOf(report)
      const load = (report.cpuSeconds * MICROSECONDS) / successes
      return {
        ...report,
        successes,
        perSecond: successes / report.seconds,
        cpu: { ...perOperation(before, after, successes), load },
      }
    }
  }

  async run(order: LoadOrder, clocks: CpuClocks): Promise<Run> {
    const fire = await this.prepare(order, clocks)
    return fire()
  }

  /** Runs, and throws unless each response is a success: otherwise the figure does not count. */
  async runWhole(order: LoadOrder, clocks: CpuClocks): Promise<Run> {
    return whole(await this.run(order, clocks), order)
  }

  end(): Promise<void> {
    return this.#child.end()
  }
}

/** Throws unless every request succeeded. */
export function whole(run: Run, { plan }: LoadOrder): Run {
  if (run.successes !== plan.count) {
    throw new Error(`not every request succeeded: ${JSON.stringify(run.statuses)}`)
  }
  return run
}

function successesOf({ statuses }: LoadReport): number {
  return Object.entries(statuses)
    .filter(([status]) => Number(status) < 300)
    .reduce((sum, [, count]) => sum + count, 0)
}
