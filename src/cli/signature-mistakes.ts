import { createHmac } from 'node:crypto'
import { isoTime, parseInstant } from '../core/mod.ts'
import { bodyHashMistakes } from './body-hash-mistakes.ts'
import { headerOf, spellingsOf, type GivenRequest, type Mistake } from './given-request.ts'
import { rightText, textOfParts, variantsOf } from './signed-text-variants.ts'
import type { SignedText, Variant } from './signed-text-variants.ts'

const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?Z$/
/** To try more mistakes at once would take seconds. */
const MISTAKES_MAX = 3
/** The largest difference that is tried between two readings of the sender's clock. */
const DIFFERENCE_MS_MAX = 5_000

const NOT_FOUND =
  'it is not of this request and secret: compare the text to sign with yours; ' +
  'if they are the same, the secret is wrong'

/** Returns every mistake of a signed request; none if the service accepts it. */
export function mistakesOf(request: GivenRequest): Mistake[] {
  return [
    ...timestampMistakes(request),
    ...clientIdMistakes(request),
    ...bodyHashMistakes(request),
    ...signatureMistakes(request),
  ]
}

/** Returns the text whose signature is expected. */
export function textToSign(request: GivenRequest): string {
  return textOfParts(rightText(request))
}

function timestampMistakes(request: GivenRequest): Mistake[] {
  const header = 'x-timestamp'
  const sent = headerOf(request, header)
  const right = 'it must be UTC and end in Z, such as 2026-01-31T12:00:00.000Z'
  if (sent === '') return [{ header, says: `it is missing: ${right}` }]
  if (TIMESTAMP.test(sent) && parseInstant(sent) !== undefined) return []
  if (/^\d+$/.test(sent)) return [{ header, says: `it is a number since 1970: ${right}` }]
  if (/[+-]\d{2}:?\d{2}$/.test(sent)) return [{ header, says: `it has an offset: ${right}` }]
  return [{ header, says: `it is not in the form of ISO 8601: ${right}` }]
}

function clientIdMistakes(request: GivenRequest): Mistake[] {
  const header = 'x-client-id'
  const sent = headerOf(request, header)
  if (sent === '') return [{ header, says: 'it is missing' }]
  if (request.clientId === undefined || sent === request.clientId) return []
  const says = 'it is not the client id of this secret: use both of one credential'
  return [{ header, says }]
}

function signatureMistakes(request: GivenRequest): Mistake[] {
  const header = 'x-signature'
  const sent = headerOf(request, header)
  if (sent === '') return [{ header, says: 'it is missing' }]
  const saying = (says: readonly string[]): Mistake[] => says.map((one) => ({ header, says: one }))
  for (const spelling of spellingsOf(sent)) {
    const faults = searchVariants(request, spelling.bytes) ?? searchClock(request, spelling.bytes)
    if (faults) return saying([...(spelling.says === undefined ? [] : [spelling.says]), ...faults])
  }
  return saying([NOT_FOUND])
}

/**
 * Returns the smallest set of mistakes that leads to this signature. An empty set means that the
 * signature is right. Undefined means that no set leads to it.
 */
function searchVariants(request: GivenRequest, signature: Buffer): string[] | undefined {
  const right = rightText(request)
  const groups = variantsOf(request)
  for (let count = 0; count <= MISTAKES_MAX; count += 1) {
    for (const chosen of choices(groups, count)) {
      const signed: SignedText = Object.assign({}, right, ...chosen.map(({ change }) => change))
      if (isSignature(signed, signature)) return chosen.map(({ says }) => says)
    }
  }
  return undefined
}

/** Yields each choice of `count` variants, at most one of each group. */
function* choices(groups: readonly Variant[][], count: number): Generator<Variant[]> {
  if (count === 0) yield []
  const [group, ...rest] = groups
  if (count === 0 || !group) return
  for (const variant of group) {
    for (const others of choices(rest, count - 1)) yield [variant, ...others]
  }
  yield* choices(rest, count)
}

/** Tries other times than x-timestamp, because the sender may have read the clock twice. */
function searchClock(request: GivenRequest, signature: Buffer): string[] | undefined {
  const right = rightText(request)
  const at = parseInstant(right.timestamp)
  if (at === undefined) return undefined
  for (let difference = 1; difference <= DIFFERENCE_MS_MAX; difference += 1) {
    for (const other of [at - difference, at + difference]) {
      const iso = isoTime(other)
      for (const timestamp of [iso, iso.replace('.000Z', 'Z')]) {
        if (!isSignature({ ...right, timestamp }, signature)) continue
        return [`it is of ${iso}, not of x-timestamp: read the clock once, for both`]
      }
    }
  }
  return undefined
}

function isSignature(signed: SignedText, signature: Buffer): boolean {
  const expected = createHmac('sha256', signed.key).update(textOfParts(signed)).digest()
  return expected.equals(signature)
}
