/** The kinds of values of settings: how each is read, and how its bounds are described. */

import {
  findCurrency,
  networksOf,
  readNetwork,
  isFault,
  parseAmount,
  readWrappedKey,
  type MinorUnits,
  type Networks,
  type WrappedKey,
} from '../core/mod.ts'

/** One environment variable: its meaning, its bounds and its default. */
export interface Setting<T> {
  readonly variable: string
  /** The purpose of the setting, with its unit. */
  readonly about: string
  /** The allowed values, as text that follows "must be". */
  readonly bounds: string
  readonly fallback: T
  /** True if neither the value nor a refused value may be shown. */
  readonly isSecret: boolean
  /** The value that production should have, if that is not the default. */
  readonly production?: string
  /** Returns undefined for a text that is out of bounds. */
  read(text: string): T | undefined
}

const TEXT_LENGTH_MAX = 1_024
const MASTER_KEY_BYTES = 32
const VISIBLE = '1 to 256 visible ASCII characters without spaces'

export function whole(
  variable: string,
  about: string,
  [fallback, min, max]: readonly [number, number, number],
): Setting<number> {
  const read = (input: string): number | undefined => {
    if (!/^[0-9]{1,15}$/.test(input)) return undefined
    const value = Number(input)
    return value >= min && value <= max ? value : undefined
  }
  const bounds = `a whole number from ${min} to ${max}`
  return { variable, about, bounds, fallback, isSecret: false, read }
}

export function optionalWhole(
  variable: string,
  about: string,
  [min, max]: readonly [number, number],
): Setting<number | undefined> {
  return { ...whole(variable, about, [min, min, max]), fallback: undefined }
}

export function optionalText(variable: string, about: string): Setting<string | undefined> {
  return { ...text(variable, about, ''), fallback: undefined }
}

export function text(variable: string, about: string, fallback: string): Setting<string> {
  const bounds = `1 to ${TEXT_LENGTH_MAX} printable characters`
  return { variable, about, bounds, fallback, isSecret: false, read: readPrintable }
}

export function choice<const T extends string>(
  variable: string,
  about: string,
  allowed: readonly T[],
  fallback: NoInfer<T>,
): Setting<T> {
  const read = (input: string): T | undefined => allowed.find((one) => one === input)
  const bounds = `one of ${allowed.join(', ')}`
  return { variable, about, bounds, fallback, isSecret: false, read }
}

interface UrlRule {
  readonly about: string
  readonly schemes: readonly string[]
  readonly isSecret?: boolean
}

export function url(variable: string, rule: UrlRule): Setting<string | undefined> {
  return {
    variable,
    about: rule.about,
    bounds: `a URL that starts with ${rule.schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
    fallback: undefined,
    isSecret: rule.isSecret === true,
    read: (input) => readUrl(input, rule.schemes),
  }
}

export function baseUrl(variable: string, about: string, fallback: string): Setting<string> {
  const setting = url(variable, { about, schemes: ['http', 'https'] })
  return { ...setting, fallback, read: (input) => setting.read(input) }
}

/** Returns a web address as a base for paths: without query, fragment, or slash at its end. */
function readUrl(input: string, schemes: readonly string[]): string | undefined {
  if (readPrintable(input) === undefined || !URL.canParse(input)) return undefined
  const parsed = new URL(input)
  const scheme = parsed.protocol.slice(0, -1)
  if (!schemes.includes(scheme) || !input.includes('://')) return undefined
  if (!schemes.includes('http')) return input
  return parsed.search === '' && parsed.hash === '' ? input.replace(/\/+$/, '') : undefined
}

export function masterKey(
  variable: string,
  about: string,
): Setting<Buffer | WrappedKey | undefined> {
  return {
    variable,
    about,
    bounds: `${MASTER_KEY_BYTES} bytes as Base64, or the output of \`tessera keys wrap\``,
    fallback: undefined,
    isSecret: true,
    read(input) {
      const key = Buffer.from(input, 'base64')
      const isKey = key.length === MASTER_KEY_BYTES && key.toString('base64') === input
      return isKey ? key : readWrappedKey(input)
    },
  }
}

export function adminToken(): Setting<string | undefined> {
  return credential(
    'TESSERA_ADMIN_TOKEN',
    "the operator's first token; without it one is generated in the data directory",
  )
}

export function mailFrom(): Setting<string> {
  return {
    variable: 'TESSERA_MAIL_FROM',
    about: 'sender of mails',
    bounds: 'an e-mail address, or a name followed by one in angle brackets',
    fallback: 'Tessera <tessera@localhost>',
    isSecret: false,
    read(input) {
      const isAddress = /^([^<>@]+<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/.test(input)
      return isAddress ? readPrintable(input) : undefined
    },
  }
}

/** Amounts by currency, in minor units. */
export function amounts(
  variable: string,
  about: string,
): Setting<ReadonlyMap<string, MinorUnits> | undefined> {
  return {
    variable,
    about,
    bounds: 'amounts such as USD:50000,JPY:5000000, each currency once',
    fallback: undefined,
    isSecret: false,
    read(input) {
      const entries = input.split(',').map(readAmountOf)
      const valid = entries.filter((one) => one !== undefined)
      const byCurrency = new Map(valid)
      return byCurrency.size === entries.length ? byCurrency : undefined
    },
  }
}

/** Reads an amount such as `USD:50000`; undefined if the text is not one. */
export function readAmountOf(input: string): readonly [string, MinorUnits] | undefined {
  const [, code = '', decimal] = /^([A-Z]{3}):(\d{1,15}(?:\.\d{1,4})?)$/.exec(input) ?? []
  const currency = findCurrency(code)
  const amount = currency && parseAmount(Number(decimal), currency)
  return amount === undefined || isFault(amount) ? undefined : [code, amount]
}

const NETWORKS_MAX = 50

/** Networks of a few machines; a network that contains every address is refused as a mistake. */
export function networks(variable: string, about: string): Setting<Networks | undefined> {
  return {
    variable,
    about,
    bounds: `1 to ${NETWORKS_MAX} networks such as 10.0.0.0/8,2001:db8::/32, none of them /0`,
    fallback: undefined,
    isSecret: false,
    read(input) {
      const entries = input.split(',').map((entry) => entry.trim())
      const isAllowed = entries.length <= NETWORKS_MAX && entries.every(isNarrow)
      return isAllowed ? networksOf(entries) : undefined
    },
  }
}

function isNarrow(entry: string): boolean {
  return (readNetwork(entry)?.prefix ?? 0) > 0
}

export function mailAddress(variable: string, about: string): Setting<string | undefined> {
  return {
    variable,
    about,
    bounds: 'an e-mail address',
    fallback: undefined,
    isSecret: false,
    read: (input) => (/^[^<>@,;\s]+@[^<>@,;\s]+$/.test(input) ? readPrintable(input) : undefined),
  }
}

/** A secret address: its path and query may be what authenticates the sender. */
export function webhookUrl(variable: string, about: string): Setting<string | undefined> {
  return {
    variable,
    about,
    bounds: 'a URL that starts with http:// or https://, without user and fragment',
    fallback: undefined,
    isSecret: true,
    read(input) {
      if (readPrintable(input) === undefined || !URL.canParse(input)) return undefined
      const { protocol, username, password, hash } = new URL(input)
      const isWeb = protocol === 'http:' || protocol === 'https:'
      return isWeb && `${username}${password}${hash}` === '' ? input : undefined
    },
  }
}

const WEBHOOK_SECRET_BYTES = { min: 24, max: 64 }

export function webhookSecret(variable: string, about: string): Setting<Buffer | undefined> {
  const { min, max } = WEBHOOK_SECRET_BYTES
  return {
    variable,
    about,
    bounds: `whsec_ and ${min} to ${max} bytes as Base64`,
    fallback: undefined,
    isSecret: true,
    read(input) {
      const encoded = /^whsec_(.+)$/.exec(input)?.[1] ?? ''
      const key = Buffer.from(encoded, 'base64')
      const isWhole = key.toString('base64') === encoded
      return isWhole && key.length >= min && key.length <= max ? key : undefined
    },
  }
}

export function credential(variable: string, about: string): Setting<string | undefined> {
  return {
    variable,
    about,
    bounds: VISIBLE,
    fallback: undefined,
    isSecret: true,
    read: readVisible,
  }
}

function readVisible(input: string): string | undefined {
  return /^[\x21-\x7e]{1,256}$/.test(input) ? input : undefined
}

function readPrintable(input: string): string | undefined {
  return input.length <= TEXT_LENGTH_MAX && !/\p{C}/u.test(input) ? input : undefined
}
