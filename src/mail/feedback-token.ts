import { isSameSecret } from '../core/mod.ts'
import type { Vault } from '../vault/mod.ts'
import type { FeedbackName } from './feedback.ts'

type Hasher = Pick<Vault, 'blindIndex'>

/** 80 bits: guessing a token takes more requests than anybody can send. */
const MAC_HEX_DIGITS = 20
const RADIX = 36n
const NUMBER_MAX = 2n ** 128n
const TOKEN = /^([a-z])-([0-9a-z]{1,25}(?:-[0-9a-z]{1,25}){1,3})-([0-9a-f]{20})$/

/**
 * Returns the token by which a report is matched to its mail. The token stands in the return path
 * of the mail (VERP) and in a header. It is in lower case, because some mail servers fold the case
 * of addresses. With `bounce+` it has at most 64 characters, as RFC 5321 demands. It gives no
 * access to anything.
 */
export function feedbackToken(vault: Hasher, name: FeedbackName): string {
  const text = textOf(name)
  return `${text}-${macOf(vault, text)}`
}

/** Returns the mail that a token names; undefined if this service did not make the token. */
export function readFeedbackToken(vault: Hasher, token: string): FeedbackName | undefined {
  const [, queue, digits, mac] = TOKEN.exec(token.toLowerCase()) ?? []
  if (queue === undefined || digits === undefined || mac === undefined) return undefined
  const numbers = digits.split('-').map(numberOf)
  const name = { queue, numbers }
  if (!isSameSecret(mac, macOf(vault, textOf(name)))) return undefined
  return numbers.every((number) => number < NUMBER_MAX) ? name : undefined
}

function textOf({ queue, numbers }: FeedbackName): string {
  return [queue, ...numbers.map((number) => number.toString(Number(RADIX)))].join('-')
}

function macOf(vault: Hasher, text: string): string {
  return vault
    .blindIndex('consumer_index', `mail-feedback:${text}`)
    .toString('hex')
    .slice(0, MAC_HEX_DIGITS)
}

function numberOf(digits: string): bigint {
  let number = 0n
  for (const digit of digits) number = number * RADIX + BigInt(parseInt(digit, Number(RADIX)))
  return number
}
