import { createHash } from 'node:crypto'
import { headerOf, spellingsOf, type GivenRequest, type Mistake } from './given-request.ts'
import { parseJson, type JsonValue } from './json.ts'

const HEADER = 'x-body-hash'

/** Returns what is wrong with the hash of the body: its spelling, or the bytes that were hashed. */
export function bodyHashMistakes(request: GivenRequest): Mistake[] {
  const sent = headerOf(request, HEADER)
  if (sent === '') {
    return [{ header: HEADER, says: 'it is missing: it is required, also without a body' }]
  }
  const candidates = [{ bytes: request.body, says: undefined }, ...otherBodies(request.body)]
  for (const spelling of spellingsOf(sent)) {
    const match = candidates.find(({ bytes }) => spelling.bytes.equals(sha256(bytes)))
    if (!match) continue
    return [spelling.says, match.says].flatMap((says) => says ?? []).map(mistake)
  }
  return [mistake('it is not the hash of this body: hash the bytes that are sent')]
}

function mistake(says: string): Mistake {
  return { header: HEADER, says }
}

interface OtherBody {
  readonly bytes: Buffer
  readonly says: string
}

/** Returns what may have been hashed in place of the body. */
function otherBodies(body: Buffer): OtherBody[] {
  const text = body.toString('utf8')
  const others: OtherBody[] = []
  const add = (bytes: string | Buffer, says: string): void => {
    others.push({ bytes: Buffer.from(bytes), says })
  }
  if (body.length > 0) add('', 'it is the hash of an empty body: hash the body that is sent')
  else {
    for (const one of ['{}', 'null', '""', '[]', 'undefined']) {
      add(one, `it is the hash of ${one}, and there is no body: hash zero bytes`)
    }
  }
  add(`${text}\n`, 'it is of the body and a line feed, which is not sent: hash what is sent')
  add(text.replace(/\r?\n$/, ''), 'the body ends with a line feed that is not hashed: hash it too')
  const lines = 'the line feeds were changed after hashing: send the bytes that were hashed'
  add(text.replaceAll('\r\n', '\n'), lines)
  add(text.replaceAll(/\r?\n/g, '\r\n'), lines)
  add(Buffer.from(text, 'latin1'), 'it is of the body in Latin-1: encode it in UTF-8')
  const json = parseJson(text)
  if (json !== undefined) {
    const says = 'it is of the body parsed and serialized again: hash the bytes that are sent'
    for (const serialization of serializations(json)) add(serialization, says)
  }
  return others
}

/** Returns JSON as the serializers of common languages write it. */
function serializations(json: JsonValue): string[] {
  const texts = [json, sortKeys(json)].flatMap((value) => [
    JSON.stringify(value),
    JSON.stringify(value, undefined, 2),
    JSON.stringify(value, undefined, 4),
    withSpaces(value),
  ])
  return [...texts, ...texts.map(asciiOnly)]
}

function sortKeys(json: JsonValue): JsonValue {
  if (Array.isArray(json)) return (json as readonly JsonValue[]).map(sortKeys)
  if (typeof json !== 'object' || json === null) return json
  const fields = Object.entries<JsonValue>(json as Readonly<Record<string, JsonValue>>)
  const inOrder = fields.toSorted(([left], [right]) => (left < right ? -1 : 1))
  return Object.fromEntries(inOrder.map(([name, value]) => [name, sortKeys(value)]))
}

/** Returns JSON as Python writes it: with a space after each comma and colon. */
function withSpaces(json: JsonValue): string {
  if (Array.isArray(json)) return `[${(json as readonly JsonValue[]).map(withSpaces).join(', ')}]`
  if (typeof json !== 'object' || json === null) return JSON.stringify(json)
  const fields = Object.entries<JsonValue>(json as Readonly<Record<string, JsonValue>>)
  const texts = fields.map(([name, value]) => `${JSON.stringify(name)}: ${withSpaces(value)}`)
  return `{${texts.join(', ')}}`
}

function asciiOnly(text: string): string {
  return text.replaceAll(
    /[^\0-\u007F]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

export function sha256(bytes: string | Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}
