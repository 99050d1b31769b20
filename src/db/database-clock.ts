import { isoTime, MS_PER_SECOND, repeatInTime, type Clock, type RepeatedWork } from '../core/mod.ts'
import { connect, oneRow, type ConnectionTarget, type Database } from './db.ts'
import { sql } from './sql.ts'

export interface DatabaseClockOptions {
  readonly target: ConnectionTarget
  /** See `PoolOptions`. */
  readonly sessionName?: string | undefined
  /** This machine's clock. Its monotonic time is used; its instants are only compared. */
  readonly machine: Clock
  /** The most that the instants of the two clocks may differ. */
  readonly skewSecondsMax: number
  /** Called when the clocks differ too much, and with undefined when they no longer do. */
  onSkew(skew: string | undefined): void
  onFault(error: unknown): void
}

const READ_MS = 1_000
const READS_AT_START = 5

/** One reading. The database's instant is between the two times of this machine. */
interface Reading {
  /** The database's time, in milliseconds since 1970. */
  readonly instant: number
  readonly before: Times
  readonly after: Times
}

interface Times {
  readonly wall: number
  readonly monotonic: number
}

/**
 * The database's clock as this process follows it. All processes of one database stamp instants and
 * decide deadlines by it, whatever the clocks of their machines are.
 *
 * An instant is the machine's monotonic time plus an offset. Each reading bounds the offset on both
 * sides, and the offset moves only as far as these bounds demand, so a slow response changes
 * nothing. If the two clocks differ by more than allowed, one of them is wrong and nobody knows
 * which. Readings are ignored then, so a database whose clock leaps ahead cancels no order.
 */
export class DatabaseClock implements Clock {
  readonly #options: DatabaseClockOptions
  readonly #db: Database
  #offset = Number.NaN
  #skew: string | undefined
  #repeated: RepeatedWork | undefined

  /** Throws if the database cannot be read. */
  static async open(options: DatabaseClockOptions): Promise<DatabaseClock> {
    const clock = new DatabaseClock(options)
    try {
      for (let read = 0; read < READS_AT_START; read += 1) await clock.read()
    } catch (error) {
      await clock.close()
      throw error
    }
    clock.#repeated = repeatInTime(() => clock.read(), READ_MS, options.onFault)
    return clock
  }

  private constructor(options: DatabaseClockOptions) {
    this.#options = options
    // Its own pool, so that readings do not wait for busy connections.
    const { target, sessionName, onFault } = options
    this.#db = connect(target, { connectionsMax: 1, sessionName, onIdleError: onFault })
  }

  now(): number {
    const { machine } = this.#options
    return Math.floor(machine.monotonic() + this.#offset)
  }

  monotonic(): number {
    return this.#options.machine.monotonic()
  }

  atDatabase(instant: number): number {
    return instant
  }

  /** Returns one line about the difference of the clocks, or undefined if it is within bounds. */
  get skew(): string | undefined {
    return this.#skew
  }

  async close(): Promise<void> {
    await this.#repeated?.stop()
    await this.#db.close()
  }

  async read(): Promise<void> {
    const { skewSecondsMax, onSkew } = this.#options
    const before = this.#times()
    const { instant } = await oneRow(this.#db, databaseInstant())
    const reading = { instant, before, after: this.#times() }
    const wasSkewed = this.#skew !== undefined
    this.#skew = skewOf(reading, skewSecondsMax)
    if (this.#skew === undefined || Number.isNaN(this.#offset)) this.#follow(reading)
    if (wasSkewed !== (this.#skew !== undefined)) onSkew(this.#skew)
  }

  #follow({ instant, before, after }: Reading): void {
    const least = instant - after.monotonic
    const most = instant - before.monotonic
    const offset = Number.isNaN(this.#offset) ? (least + most) / 2 : this.#offset
    this.#offset = Math.min(Math.max(offset, least), most)
  }

  #times(): Times {
    const { machine } = this.#options
    return { wall: machine.now(), monotonic: machine.monotonic() }
  }
}

/** Has fractions of a millisecond. */
function databaseInstant() {
  return sql<{ instant: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as instant`
}

/** Returns the certain part of the difference. A slow response is not a skew. */
function skewOf({ instant, before, after }: Reading, secondsMax: number): string | undefined {
  const ahead = Math.max(0, before.wall - instant)
  const behind = Math.max(0, instant - after.wall)
  const seconds = Math.max(ahead, behind) / MS_PER_SECOND
  if (seconds <= secondsMax) return undefined
  const here = isoTime(Math.floor(after.wall))
  const there = isoTime(Math.floor(instant))
  return (
    `the clock of this machine is ${Math.round(seconds)} s ${ahead > 0 ? 'ahead of' : 'behind'} ` +
    `the database's (${here} here, ${there} there), and ${secondsMax} s are allowed: ` +
    'set the one that is wrong, best by NTP'
  )
}
