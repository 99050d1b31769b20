import { MS_PER_SECOND, dateAt, isoTime, parseInstant } from '../core/mod.ts'
import { sha256 } from './body-hash-mistakes.ts'
import { headerOf, type GivenRequest } from './given-request.ts'

/** The parts of a text to sign, the way in which they are joined, and the key. */
export interface SignedText {
  readonly key: string | Buffer
  readonly method: string
  readonly timestamp: string
  readonly clientId: string
  readonly bodyHash: string
  readonly order: readonly number[]
  /** A surplus part, and its index among the parts. */
  readonly further: { readonly text: string; readonly at: number } | undefined
  readonly separator: string
  readonly end: string
}

/** One mistake: how it changes the signed text, and the message for the user. */
export interface Variant {
  readonly change: Partial<SignedText>
  readonly says: string
}

const IN_ORDER = [0, 1, 2, 3]

/** Returns the text that the protocol requires. */
export function rightText(request: GivenRequest): SignedText {
  return {
    key: request.hmacSecret,
    method: request.method,
    timestamp: headerOf(request, 'x-timestamp'),
    clientId: headerOf(request, 'x-client-id'),
    bodyHash: headerOf(request, 'x-body-hash'),
    order: IN_ORDER,
    further: undefined,
    separator: '\n',
    end: '',
  }
}

export function textOfParts(signed: SignedText): string {
  const { method, timestamp, clientId, bodyHash, order, further, separator, end } = signed
  const all = [method, timestamp, clientId, bodyHash]
  const parts = order.map((at) => all[at] ?? '')
  if (further) parts.splice(further.at, 0, further.text)
  return parts.join(separator) + end
}

/** Returns the common mistakes in groups. The mistakes of one group exclude each other. */
export function variantsOf(request: GivenRequest): Variant[][] {
  return [
    keys(request),
    methods(request),
    timestamps(request),
    clientIds(request),
    bodyHashes(request),
    orders(),
    furtherParts(request),
    separators(),
    ends(),
  ].map((group) => group.filter(({ change }) => isChange(change, rightText(request))))
}

function isChange(change: Partial<SignedText>, right: SignedText): boolean {
  return Object.entries(change).some(([name, value]) => right[name as keyof SignedText] !== value)
}

function keys({ hmacSecret }: GivenRequest): Variant[] {
  const decoded = 'the secret is decoded from Base64: the key is its text as it was shown'
  return [
    { change: { key: Buffer.from(hmacSecret, 'base64') }, says: decoded },
    { change: { key: Buffer.from(hmacSecret, 'base64').toString('hex') }, says: decoded },
    { change: { key: `${hmacSecret}\n` }, says: 'the secret ends with a line feed: remove it' },
    { change: { key: `"${hmacSecret}"` }, says: 'the secret has quotes around it: remove them' },
    {
      change: { key: Buffer.from(hmacSecret).toString('base64') },
      says: 'the secret is encoded in Base64 once more: the key is its text as it was shown',
    },
  ]
}

function methods({ method }: GivenRequest): Variant[] {
  const lower = method.toLowerCase()
  const says = 'the method is not in upper case: sign it as the request line has it'
  return [lower, lower.slice(0, 1).toUpperCase() + lower.slice(1)].map((one) => ({
    change: { method: one },
    says,
  }))
}

function timestamps(request: GivenRequest): Variant[] {
  const sent = headerOf(request, 'x-timestamp')
  const at = parseInstant(sent)
  if (at === undefined) return []
  const seconds = Math.floor(at / MS_PER_SECOND)
  const iso = isoTime(at)
  const whole = iso.slice(0, -'.000Z'.length)
  const says =
    'the timestamp is written in another way than in x-timestamp: sign the header as sent'
  return [
    iso,
    `${whole}Z`,
    whole,
    iso.slice(0, -1),
    `${whole}.000Z`,
    `${whole}+00:00`,
    iso.replace('Z', '+00:00'),
    iso.replace('Z', '000Z'),
    String(seconds),
    String(at),
    dateAt(at).toUTCString(),
  ].map((timestamp) => ({ change: { timestamp }, says }))
}

function clientIds(request: GivenRequest): Variant[] {
  const sent = headerOf(request, 'x-client-id')
  const other = { change: { clientId: request.clientId ?? sent } }
  return [
    { ...other, says: 'another client id is signed than x-client-id has: sign the header as sent' },
    {
      change: { clientId: headerOf(request, 'x-api-key') },
      says: 'the API key is signed in place of the client id',
    },
    ...[sent.toUpperCase(), sent.toLowerCase(), sent.replaceAll('-', '')].map((clientId) => ({
      change: { clientId },
      says: 'the client id is written in another way than in x-client-id: sign the header as sent',
    })),
  ]
}

function bodyHashes(request: GivenRequest): Variant[] {
  const { body } = request
  const sent = Buffer.from(headerOf(request, 'x-body-hash'), 'base64')
  const hex = 'the hash is signed in hex: sign x-body-hash as sent, in Base64'
  return [
    { change: { bodyHash: sent.toString('hex') }, says: hex },
    { change: { bodyHash: sha256(body).toString('hex') }, says: hex },
    {
      change: { bodyHash: body.toString('utf8') },
      says: 'the body is signed in place of its hash: sign x-body-hash',
    },
    {
      change: { bodyHash: sha256(body).toString('base64') },
      says: 'another hash is signed than x-body-hash has: sign the header as sent',
    },
    {
      change: { bodyHash: sha256('').toString('base64') },
      says: 'the hash of an empty body is signed: sign x-body-hash as sent',
    },
  ]
}

function orders(): Variant[] {
  const says = 'the parts are in another order: method, x-timestamp, x-client-id, x-body-hash'
  return permutations(IN_ORDER).map((order) => ({ change: { order }, says }))
}

function permutations(places: readonly number[]): number[][] {
  if (places.length === 0) return [[]]
  return places
    .flatMap((first) =>
      permutations(places.filter((one) => one !== first)).map((rest) => [first, ...rest]),
    )
    .filter((order) => order.length < IN_ORDER.length || order.some((one, at) => one !== at))
}

function furtherParts(request: GivenRequest): Variant[] {
  const path = request.target?.split('?')[0]
  const texts = [request.target, path].flatMap((text) => text ?? [])
  const included = 'the path is signed too: only the second signature has it'
  const places = [0, 1, 2, 4]
  const paths = texts.flatMap((text) =>
    places.map((at) => ({ change: { further: { text, at } }, says: included })),
  )
  const text = headerOf(request, 'x-api-key')
  const apiKey = places.map((at) => ({
    change: { further: { text, at } },
    says: 'the API key is signed too: leave it out',
  }))
  return [...paths, ...apiKey]
}

function separators(): Variant[] {
  const named: readonly (readonly [separator: string, name: string])[] = [
    ['\r\n', 'CR LF'],
    ['\\n', 'a backslash and an n'],
    ['', 'nothing'],
    [' ', 'a space'],
    [',', 'a comma'],
    [':', 'a colon'],
    ['.', 'a dot'],
    ['|', 'a |'],
    ['&', 'an &'],
  ]
  return named.map(([separator, name]) => ({
    change: { separator },
    says: `the parts are joined by ${name}: join them by one line feed`,
  }))
}

function ends(): Variant[] {
  return ['\n', '\r\n', '\\n'].map((end) => ({
    change: { end },
    says: 'the text ends with a line feed: there is none after the last part',
  }))
}
