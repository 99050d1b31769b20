/**
 * Numeric ids stay below 2^53 and are unique over all partners without coordination: the partner's
 * number, then a counter that its book increments under its own lock.
 */
const COUNTER_SPAN = 2 ** 32
/** The last number of a partner's consumers, wallets, campaigns and accounts. */
export const PARTNER_COUNTER_MAX = COUNTER_SPAN - 1
export const PARTNER_ID_MAX = 2 ** 21 - 1

export function partnerScopedId(partnerId: number, counter: number): number {
  return partnerId * COUNTER_SPAN + counter
}

/** Returns the partner whose book counted an id. */
export function partnerOfId(id: number): number {
  return Math.floor(id / COUNTER_SPAN)
}

/** The largest value of a column of type integer. */
export const INTEGER_MAX = 2 ** 31 - 1

/** True if the number can be an id in an integer column. Others are not looked up. */
export function isIntegerId(id: number): boolean {
  return Number.isInteger(id) && id > 0 && id <= INTEGER_MAX
}

/** Parses a decimal id of a path. Returns undefined if it cannot be one. */
export function parseNumericId(text: string): number | undefined {
  if (!/^[1-9][0-9]{0,15}$/.test(text)) return undefined
  const id = Number(text)
  return Number.isSafeInteger(id) ? id : undefined
}

/** Crockford's base 32, without I, L, O and U, so that ids can be read aloud. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const TIME_LENGTH = 10

/** The encoding of partner and number in an order id. The number has the lower bits. */
interface NumberForm {
  /** Characters of five bits each. */
  readonly length: number
  readonly orderBits: bigint
}

const FIRST_ORDERS: NumberForm = { length: 11, orderBits: 32n }
const LATER_ORDERS: NumberForm = { length: 13, orderBits: 44n }
/** The last number of a partner's orders. At ten million a day it lasts 4,800 years. */
export const ORDER_NO_MAX = 2 ** Number(LATER_ORDERS.orderBits) - 1

function formOf(orderNo: number): NumberForm {
  return BigInt(orderNo) >> FIRST_ORDERS.orderBits === 0n ? FIRST_ORDERS : LATER_ORDERS
}

/** The parts of an order id: partner, number and time of creation. */
export interface OrderName {
  readonly partnerId: number
  readonly orderNo: number
  readonly createdMs: number
}

/**
 * Returns `ord_` + 10 characters of time + the number. Ids sort by time and are unique over all
 * partners. The number has 11 characters, or 13 from the partner's 2^32nd order on.
 */
export function formatOrderId({ partnerId, orderNo, createdMs }: OrderName): string {
  const { length, orderBits } = formOf(orderNo)
  const number = (BigInt(partnerId) << orderBits) + BigInt(orderNo)
  return `ord_${base32(BigInt(createdMs), TIME_LENGTH)}${base32(number, length)}`
}

/** Returns undefined if no order can have this id. */
export function parseOrderId(text: string): OrderName | undefined {
  if (!/^ord_[0-9A-HJKMNP-TV-Z]{21}(?:[0-9A-HJKMNP-TV-Z]{2})?$/.test(text)) return undefined
  const createdMs = Number(parseBase32(text.slice(4, 4 + TIME_LENGTH)))
  const digits = text.slice(4 + TIME_LENGTH)
  const number = parseBase32(digits)
  const form = digits.length === FIRST_ORDERS.length ? FIRST_ORDERS : LATER_ORDERS
  const partnerId = Number(number >> form.orderBits)
  const orderNo = Number(BigInt.asUintN(Number(form.orderBits), number))
  if (partnerId > PARTNER_ID_MAX || formOf(orderNo) !== form) return undefined
  return { partnerId, orderNo, createdMs }
}

const LOW_LENGTH = 6
const LOW_BITS = 5 * LOW_LENGTH

/** Converts in two parts, because numbers are five times as fast as bigints. */
function base32(value: bigint, length: number): string {
  const low = Number(BigInt.asUintN(LOW_BITS, value))
  return (
    digitsOf(Number(value >> BigInt(LOW_BITS)), length - LOW_LENGTH) + digitsOf(low, LOW_LENGTH)
  )
}

function digitsOf(value: number, length: number): string {
  let rest = value
  let text = ''
  for (let i = 0; i < length; i += 1) {
    text = (ALPHABET[rest % 32] ?? '') + text
    rest = Math.floor(rest / 32)
  }
  return text
}

function parseBase32(text: string): bigint {
  let value = 0n
  for (const character of text) value = value * 32n + BigInt(ALPHABET.indexOf(character))
  return value
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export function isUuid(text: string): boolean {
  return UUID.test(text)
}

/** Returns the 128-bit number of a UUID. PostgreSQL orders UUIDs by it. */
export function numberOfUuid(uuid: string): bigint {
  return BigInt(`0x${uuid.replaceAll('-', '')}`)
}

/** Returns the UUID of a number below 2^128, as PostgreSQL prints it. */
export function uuidOfNumber(number: bigint): string {
  const digits = number.toString(16).padStart(32, '0')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
