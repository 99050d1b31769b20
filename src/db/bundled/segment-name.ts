/** The size of a file of the log, in MiB, as `initdb` gets it. */
export const SEGMENT_MIB = 2
export const SEGMENT_BYTES = SEGMENT_MIB * 2 ** 20

const NAME = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})$/
const HISTORY = /^([0-9A-F]{8})\.history$/
const PER_LOG_FILE = 2 ** 32 / SEGMENT_BYTES
const HEX = 16
const DIGITS = 8
const HALF_BITS = 32n
const HALF_MASK = 0xff_ff_ff_ffn

/** A file of the log: its timeline, and its number within the log. */
export interface Segment {
  readonly timeline: number
  readonly number: number
}

/** Returns undefined if this is not the name of a whole segment. */
export function parseSegment(name: string): Segment | undefined {
  const [, timeline = '', high = '', low = ''] = NAME.exec(name) ?? []
  if (timeline === '') return undefined
  const number = Number.parseInt(high, HEX) * PER_LOG_FILE + Number.parseInt(low, HEX)
  return { timeline: Number.parseInt(timeline, HEX), number }
}

export function segmentName({ timeline, number }: Segment): string {
  return hex(timeline) + hex(Math.floor(number / PER_LOG_FILE)) + hex(number % PER_LOG_FILE)
}

export function historyName(timeline: number): string {
  return `${hex(timeline)}.history`
}

/** Returns the timeline whose history has this name; undefined for another name. */
export function parseHistoryName(name: string): number | undefined {
  const [, digits] = HISTORY.exec(name) ?? []
  return digits === undefined ? undefined : Number.parseInt(digits, HEX)
}

/** Returns the number of the segment that has the byte at this position of the log. */
export function segmentAt(position: bigint): number {
  return Number(position / BigInt(SEGMENT_BYTES))
}

export function startOf(number: number): bigint {
  return BigInt(number) * BigInt(SEGMENT_BYTES)
}

/** Returns a position of the log as PostgreSQL prints it. */
export function positionText(position: bigint): string {
  const [high, low] = [position >> HALF_BITS, position & HALF_MASK]
  return `${high.toString(HEX)}/${low.toString(HEX)}`.toUpperCase()
}

/** Reads a position as PostgreSQL prints it. Returns undefined if this is not one. */
export function parsePosition(text: string): bigint | undefined {
  const [, high, low] = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i.exec(text) ?? []
  if (high === undefined || low === undefined) return undefined
  return (BigInt(`0x${high}`) << HALF_BITS) | BigInt(`0x${low}`)
}

function hex(value: number): string {
  return value.toString(HEX).toUpperCase().padStart(DIGITS, '0')
}
