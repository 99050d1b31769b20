/**
 * Numbers that go out as JSON stay below 2^53 and are unique over all partners without asking
 * anyone: the partner's number, then a counter that its book hands out under its own lock.
 */
const COUNTER_SPAN = 2 ** 32
export const PARTNER_ID_MAX = 2 ** 21 - 1

export function partnerScopedId(partnerId: number, counter: number): number {
  return partnerId * COUNTER_SPAN + counter
}

function partnerOfId(id: number): number {
  return Math.floor(id / COUNTER_SPAN)
}

/** Reads a decimal id from a path; undefined for whatever cannot be one. */
export function parseNumericId(text: string): number | undefined {
  if (!/^[1-9][0-9]{0,15}$/.test(text)) return undefined
  const id = Number(text)
  return Number.isSafeInteger(id) ? id : undefined
}

/** Crockford's base 32: no I, L, O or U, so that ids survive being read aloud. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const TIME_LENGTH = 10
const NUMBER_LENGTH = 11

/** An order as the wire names it: `ord_`, when it was made, and its number. */
export interface OrderName {
  readonly partnerId: number
  readonly orderNo: number
  readonly createdMs: number
}

/** `ord_` + 10 characters of time + 11 of number: sorts by time, unique over all partners. */
export function formatOrderId({ partnerId, orderNo, createdMs }: OrderName): string {
  const number = partnerScopedId(partnerId, orderNo)
  return `ord_${base32(createdMs, TIME_LENGTH)}${base32(number, NUMBER_LENGTH)}`
}

/** Undefined for whatever no order could be named. */
export function parseOrderId(text: string): OrderName | undefined {
  if (!/^ord_[0-9A-HJKMNP-TV-Z]{21}$/.test(text)) return undefined
  const createdMs = parseBase32(text.slice(4, 4 + TIME_LENGTH))
  const number = parseBase32(text.slice(4 + TIME_LENGTH))
  if (!Number.isSafeInteger(number) || !Number.isSafeInteger(createdMs)) return undefined
  return { partnerId: partnerOfId(number), orderNo: number % COUNTER_SPAN, createdMs }
}

function base32(value: number, length: number): string {
  let rest = BigInt(value)
  let text = ''
  for (let i = 0; i < length; i += 1) {
    text = (ALPHABET[Number(rest & 31n)] ?? '') + text
    rest >>= 5n
  }
  return text
}

function parseBase32(text: string): number {
  let value = 0n
  for (const character of text) value = value * 32n + BigInt(ALPHABET.indexOf(character))
  return Number(value)
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export function isUuid(text: string): boolean {
  return UUID.test(text)
}
