import type { ChildProcess } from 'node:child_process'
import { on } from 'node:events'
import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as immediately, setTimeout as pause } from 'node:timers/promises'
import type { ConnectionTarget } from '../../src/db/mod.ts'
import { Random } from '../faults/chaos-random.ts'
import { quickDirectory } from '../support/quick-directory.ts'
import { withClient } from '../support/with-client.ts'

const LOOK_MS = 2
/** Without traffic for this long, nobody has something under way, or it is stuck. */
const QUIET_MS = 3
const STUCK_MS = 80
/** A process that does not respond by then is at work. */
const RESPONSE_MS_MAX = 25
/** Timers fire up to this late, as on a busy machine. */
const LATE_MS_MAX = 60
const LEAPS_BYTES = 16
/** The real clocks. */
const machine = { now: Date.now, monotonic: performance.now.bind(performance) }

interface ProcessState {
  /** The number of the question. */
  readonly no: number
  readonly isBusy: boolean
  readonly dueMs: number
}

/**
 * The time of all clocks of a simulation: of its processes, their database, and the suppliers. It
 * is real time, and leaps to the next timer of anybody when nobody does anything. All of them read
 * how far it has leapt in one file, so that they leap at once. Processes re-arm their timers.
 */
export class VirtualTime {
  readonly leapsFile: string
  readonly #file: number
  readonly #processes = new Set<ChildProcess>()
  readonly #waits = new Map<() => void, number>()
  /** Connections to the database whose statement has no response yet. */
  readonly #statements = new Set<object>()
  #random = new Random(0)
  #leaptMs = 0
  #leaps = 0
  #changes = 0
  #changedAt = 0
  #looking: Promise<void> | undefined
  #isClosed = false

  constructor() {
    this.leapsFile = join(quickDirectory(), `leaps-${process.pid}`)
    this.#file = openSync(this.leapsFile, 'w', 0o644)
    this.#write()
    Date.now = () => Math.floor(machine.now() + this.#leaptMs)
  }

  /** Makes the database read its time here, and begins to leap. */
  async start(target: ConnectionTarget): Promise<void> {
    await withClient(target, (client) => client.query(clockOfDatabase(this.leapsFile)))
    this.#looking = this.#look()
  }

  /** The number of leaps, and the seconds by which time has leapt. */
  get summary(): string {
    return `${this.#leaps} leaps over ${Math.round(this.#leaptMs / 1_000)} s`
  }

  /** From now on, leaps are drawn by this seed. */
  drawBy(random: Random): void {
    this.#random = random
  }

  /** A process waits for the leaps of time while it runs. */
  join(child: ChildProcess): void {
    this.#processes.add(child)
    child.once('exit', () => this.#processes.delete(child))
  }

  /** A frozen process responds to nothing. */
  freeze(child: ChildProcess): void {
    this.#processes.delete(child)
  }

  thaw(child: ChildProcess): void {
    if (child.exitCode === null && child.signalCode === null) this.#processes.add(child)
    child.send('leapt', () => undefined)
  }

  /** Something has arrived somewhere. */
  touch(): void {
    this.#changes += 1
    this.#changedAt = machine.monotonic()
  }

  /** A connection to the database has sent something, or has its whole response. */
  setUnderWay(connection: object, isUnderWay: boolean): void {
    this.touch()
    if (isUnderWay) this.#statements.add(connection)
    else this.#statements.delete(connection)
  }

  /** Returns the result of `work`; undefined if it takes longer than `ms`. */
  async atMost<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
    let end: (() => void) | undefined
    const over = new Promise<undefined>((resolve) => {
      end = () => resolve(undefined)
      this.#waits.set(end, machine.monotonic() + this.#leaptMs + ms)
    })
    const timer = setTimeout(() => end?.(), ms)
    try {
      return await Promise.race([work, over])
    } finally {
      clearTimeout(timer)
      if (end) this.#waits.delete(end)
    }
  }

  /** Waits for `ms` of this time, which leaps no further meanwhile. */
  async pause(ms: number): Promise<void> {
    await this.atMost(ms, new Promise<never>(() => undefined))
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#looking
    Date.now = machine.now
    closeSync(this.#file)
  }

  async #look(): Promise<void> {
    while (!this.#isClosed) {
      await pause(LOOK_MS)
      const quietMs = machine.monotonic() - this.#changedAt
      if (quietMs >= (this.#statements.size > 0 ? STUCK_MS : QUIET_MS)) await this.#leapIfIdle()
    }
  }

  async #leapIfIdle(): Promise<void> {
    const changes = this.#changes
    const states = await Promise.all([...this.#processes].map(stateOf))
    // What they sent before they responded has arrived after this.
    await immediately()
    await immediately()
    if (changes !== this.#changes || states.some((state) => state?.isBusy !== false)) return
    const now = machine.monotonic() + this.#leaptMs
    const own = [...this.#waits.values()].map((dueAt) => dueAt - now)
    const dueMs = Math.min(...own, ...states.map((state) => state?.dueMs ?? Infinity))
    if (dueMs > 1 && dueMs < Infinity) this.#leap(Math.ceil(dueMs))
  }

  #leap(dueMs: number): void {
    this.#leaps += 1
    this.#leaptMs += dueMs + this.#random.below(LATE_MS_MAX)
    this.#write()
    for (const child of this.#processes) child.send('leapt', () => undefined)
    const now = machine.monotonic() + this.#leaptMs
    for (const [end, dueAt] of this.#waits) if (dueAt <= now) end()
  }

  #write(): void {
    writeSync(this.#file, String(this.#leaptMs).padStart(LEAPS_BYTES, '0'), 0)
  }
}

let questions = 0

/** Returns undefined if the process does not respond soon: it is at work, or has ended. */
async function stateOf(child: ChildProcess): Promise<ProcessState | undefined> {
  const no = (questions += 1)
  const messages = on(child, 'message', { signal: AbortSignal.timeout(RESPONSE_MS_MAX) })
  child.send({ no }, () => undefined)
  try {
    for await (const [message] of messages) {
      const state = message as ProcessState
      // Another response may have come too late.
      if (state.no === no) return state
    }
  } catch {
    // It has not responded in time.
  }
  return undefined
}

/** The functions of `public` come before those of PostgreSQL with the same names. */
function clockOfDatabase(leapsFile: string): string {
  const clock = (name: string, volatility: string): string => `
    create function public.${name}() returns timestamptz language plpgsql ${volatility} as $$
    begin
      return pg_catalog.${name}() + pg_read_file('${leapsFile}')::float8 * interval '1 millisecond';
    end $$;`
  return `
    ${clock('now', 'stable')} ${clock('statement_timestamp', 'stable')}
    ${clock('clock_timestamp', 'volatile')}
    do $$ begin
      execute format('alter database %I set search_path = public, pg_catalog', current_database());
    end $$`
}
