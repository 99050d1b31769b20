import type { AlertChannel } from '../alerts/mod.ts'
import { MS_PER_DAY, MS_PER_SECOND, repeat, type RepeatedWork } from '../core/mod.ts'
import { removeOld, type OldRows } from '../db/mod.ts'
import type { Worker } from '../fulfillment/mod.ts'
import type { Services } from '../http/mod.ts'
import type { UserMailer } from '../identity/mod.ts'
import type { Config } from '../settings/mod.ts'

/** The parts of a process that its jobs use. */
export interface JobParts extends Config, Services {
  readonly worker: Worker
  readonly channels: readonly AlertChannel[]
  /** Undefined if the settings name no mail server. */
  readonly mailer: UserMailer | undefined
}

/** A pause of at least this length is long. */
const LONG_MS = 10 * MS_PER_SECOND
const FIRST_MS = 3 * MS_PER_SECOND

interface JobText {
  /** The work of the job, in a few words. */
  readonly name: string
  /** `worker`: the job is not run by `api` processes, because one process can do it for all. */
  readonly role: 'all' | 'worker'
  /** The log message if a run fails. The next run follows anyway. */
  readonly fault: string
  readonly level?: 'error'
}

/**
 * Work that is done at the start, and again after a pause. If its pauses are long, it waits some
 * seconds after the start, because the first requests need the connections.
 */
interface PacedJob extends JobText {
  readonly everyMs: number
  /** True if it does not wait, because other work needs its effect. */
  readonly isNeededAtStart?: true
  /** Called once. Returns the work of one run, or undefined if the settings ask for none. */
  create(parts: JobParts): (() => Promise<void>) | undefined
  /** Called after the last run. */
  end?(parts: JobParts): Promise<void> | void
}

/** Work whose pauses depend on what it finds. */
interface SelfPacedJob extends JobText {
  readonly pauses: string
  start(parts: JobParts, onFault: (error: unknown) => void): RepeatedWork
}

export type Job = PacedJob | SelfPacedJob

/** Starts a job. Returns undefined if the settings ask for no work. */
export function startJob(job: Job, parts: JobParts): RepeatedWork | undefined {
  const onFault = (error: unknown): void => {
    parts.log[job.level ?? 'warn']({ err: error }, job.fault)
  }
  if ('start' in job) return job.start(parts, onFault)
  const work = job.create(parts)
  if (!work) return undefined
  const isLater = job.everyMs >= LONG_MS && job.isNeededAtStart !== true
  const repeated = repeat(work, job.everyMs, onFault, isLater ? FIRST_MS : 0)
  return {
    async stop() {
      await repeated.stop()
      try {
        await job.end?.(parts)
      } catch (error) {
        onFault(error)
      }
    },
  }
}

/** Returns the work of a job that removes rows after a number of days; 0 keeps them for ever. */
export function removeAfterDays(
  daysOf: (parts: JobParts) => number,
  all: readonly OldRows<JobParts>[],
): (parts: JobParts) => () => Promise<void> {
  return (parts) => async () => {
    for (const old of all) await removeOld(parts, old, daysOf(parts) * MS_PER_DAY)
  }
}
