import { V7Generator } from 'uuidv7'
import { getRandomValues, type Clock } from '../core/mod.ts'

const TIME_DIGITS = 12
const HEXADECIMAL = 16
/** The latest time that an id can contain. */
export const TIME_MAX = 2 ** 48 - 1
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
export const FIRST_ID = '00000000-0000-0000-0000-000000000000'
const NUMBERS_DRAWN = 1_024
const VERSION_7 = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/

/** Returns a source of request ids: UUIDs of version 7, which sort by the time of arrival. */
export function requestIds(clock: Clock): () => string {
  const generator = new V7Generator(randomNumbers())
  return () => generator.generateOrResetWithTs(clock.now()).toString()
}

/** Draws many numbers at once, because each call takes microseconds. */
function randomNumbers(): { nextUint32(): number } {
  const drawn = new Uint32Array(NUMBERS_DRAWN)
  let used = drawn.length
  return {
    nextUint32() {
      if (used === drawn.length) {
        getRandomValues(drawn)
        used = 0
      }
      used += 1
      return drawn[used - 1] ?? 0
    },
  }
}

const CALLER_REQUEST_ID = /^[\w.:-]{1,64}$/

/**
 * Returns the `x-request-id` of a request, or undefined unless it has a form that we repeat: 1 to
 * 64 letters, digits, `-`, `_`, `.` or `:`, sent once.
 */
export function readCallerRequestId(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' && CALLER_REQUEST_ID.test(value) ? value : undefined
}

/** Returns the time of arrival in milliseconds, or undefined if the text is not a request id. */
export function arrivalOf(requestId: string): number | undefined {
  return VERSION_7.test(requestId) ? timeOf(requestId) : undefined
}

/** Returns the time of arrival in milliseconds, of an id that `requestIds` has made. */
export function timeOf(requestId: string): number {
  return Number.parseInt(requestId.slice(0, 8) + requestId.slice(9, 13), HEXADECIMAL)
}

/** Returns a bound: the ids of requests that arrived before this time sort before it. */
export function firstIdAt(ms: number): string {
  const time = ms.toString(HEXADECIMAL).padStart(TIME_DIGITS, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`
}
