import { isoTime, repeat, type Clock, type Repeated } from '../core/mod.ts'
import { connect, oneRow, type ConnectionTarget, type Database } from './db.ts'
import { sql } from './sql.ts'

export interface DatabaseClockOptions {
  readonly target: ConnectionTarget
  /** The clock of this machine: its durations are used, and its instants are only compared. */
  readonly machine: Clock
  /** How far the instants of the two clocks may lie apart. */
  readonly skewSecondsMax: number
  /** The clock begins to be skewed, or ends to be; undefined then. */
  onSkew(skew: string | undefined): void
  onFault(error: unknown): void
}

const READ_MS = 1_000
const READS_AT_START = 5
const MS_PER_SECOND = 1_000

/** One reading: the database's instant lies between the two times of this machine. */
interface Reading {
  /** Milliseconds since 1970, as the database says. */
  readonly instant: number
  readonly before: Times
  readonly after: Times
}

interface Times {
  readonly wall: number
  readonly monotonic: number
}

/**
 * The clock of the database, as this process follows it: all processes of one database stamp
 * instants and decide deadlines by the same clock, whatever the clocks of their machines say.
 *
 * An instant is the machine's monotonic time and an offset. Each reading bounds the offset from
 * both sides, and the offset moves no further than into these bounds, so a slow answer changes
 * nothing. While the clocks of the two machines lie further apart than they may, one of them is
 * wrong and nobody knows which. Readings are then not followed, so a database whose clock leaps
 * ahead cancels no order.
 */
export class DatabaseClock implements Clock {
  readonly #options: DatabaseClockOptions
  readonly #db: Database
  #offset = Number.NaN
  #skew: string | undefined
  #repeated: Repeated | undefined

  /** Throws where the database cannot be read. */
  static async open(options: DatabaseClockOptions): Promise<DatabaseClock> {
    const clock = new DatabaseClock(options)
    try {
      for (let read = 0; read < READS_AT_START; read += 1) await clock.read()
    } catch (error) {
      await clock.close()
      throw error
    }
    clock.#repeated = repeat(() => clock.read(), READ_MS, options.onFault)
    return clock
  }

  private constructor(options: DatabaseClockOptions) {
    this.#options = options
    // A pool of its own: readings do not wait for what keeps the connections of others busy.
    this.#db = connect(options.target, { connectionsMax: 1, onIdleError: options.onFault })
  }

  now(): number {
    const { machine } = this.#options
    return Math.floor(machine.monotonic() + this.#offset)
  }

  monotonic(): number {
    return this.#options.machine.monotonic()
  }

  /** One line that says how far the two clocks lie apart, while that is further than they may. */
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

/** With a fraction. */
function databaseInstant() {
  return sql<{ instant: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as instant`
}

/** What is certain of the difference: an answer that takes long is no skew. */
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
