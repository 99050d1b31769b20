import { invalidField, MS_PER_MINUTE } from '../core/mod.ts'

/**
 * The hours of each day in which no link is sent and nobody is reminded, by the clock of a time
 * zone.
 */
export interface QuietHours {
  /** Such as `21:00`. */
  readonly from: string
  /**
   * The first minute after the quiet hours. If it is earlier than `from`, it belongs to the next
   * day.
   */
  readonly to: string
  /** The IANA name, such as `Europe/Berlin`. */
  readonly timeZone: string
}

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/
/** Only names are accepted, because versions of Node.js differ in the offsets that they accept. */
const ZONE = /^[A-Za-z]/
const MINUTES_PER_DAY = 1_440
/** The minutes by which a time zone may change its clocks. */
const SHIFTS = [-60, -30, 0, 30, 60]

/**
 * Refuses invalid_request, naming the field, for an invalid time or zone, and if both times are
 * equal.
 */
export function checkQuietHours({ from, to, timeZone }: QuietHours): void {
  for (const [name, text] of [
    ['from', from],
    ['to', to],
  ] as const) {
    if (!TIME.test(text)) throw invalidField(`quietHours.${name}`, 'must be a time such as "21:00"')
  }
  if (from === to) throw invalidField('quietHours.to', 'must differ from `from`')
  if (!ZONE.test(timeZone) || !isZone(timeZone)) {
    throw invalidField('quietHours.timeZone', 'must be a time zone such as "Europe/Berlin"')
  }
}

function isZone(timeZone: string): boolean {
  try {
    return clockOf(timeZone) !== undefined
  } catch {
    return false
  }
}

/** Returns the end of the quiet hours in which an instant is; the instant if it is in none. */
export function afterQuietHours(hours: QuietHours | undefined, atMs: number): number {
  if (!hours) return atMs
  const clock = clockOf(hours.timeZone)
  const [from, to] = [minutesOf(hours.from), minutesOf(hours.to)]
  const minutesAt = (ms: number): number => minutesOf(clock.format(ms))
  const isQuiet = (ms: number): boolean => daysRest(minutesAt(ms) - from) < daysRest(to - from)
  if (!isQuiet(atMs)) return atMs
  const startMs = atMs - (atMs % MS_PER_MINUTE)
  const restMinutes = daysRest(to - minutesAt(startMs))
  // The zone may change its clocks before the end, so the first candidate that is not quiet is
  // used.
  const ends = SHIFTS.map((shift) => startMs + (restMinutes + shift) * MS_PER_MINUTE)
  return ends.find((ms) => ms > atMs && !isQuiet(ms)) ?? startMs + restMinutes * MS_PER_MINUTE
}

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const format = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  return new Intl.DateTimeFormat('en-GB', { ...format, timeZone })
}

function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
}

function daysRest(minutes: number): number {
  return (minutes + MINUTES_PER_DAY) % MINUTES_PER_DAY
}
