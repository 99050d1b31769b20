import { setImmediate } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import {
  DETAILS_MAX,
  invalidField,
  invalidFields,
  invalidPart,
  Refusal,
  type FieldFault,
} from '../../core/mod.ts'
import { rawBodyOf } from './call-body.ts'
import { requireIdentity } from './content-type.ts'
import { readJsonBody } from './json-body.ts'
import { SMALL_BYTES } from './json-scan.ts'
import { splitRows } from './json-rows.ts'
import type { Context } from '../context.ts'
import { isActive } from '../inactive-credential.ts'
import { BODY_BYTES_MAX, tooLarge } from './read-body.ts'
import type { Route } from '../route.ts'
import { partnerOf } from '../sender.ts'

/** A body above BODY_BYTES_MAX has at most so many bytes for each of its rows. */
const BYTES_OF_ROW = 16_384
/** Bodies with more rows, or above BODY_BYTES_MAX, are limited in number. */
const ROWS_HELD_MAX = 1_000
/**
 * Large bodies that a process handles at a time, one of each partner: their values need several
 * times their bytes.
 */
const HANDLED_MAX = 2
/** The values of a step, because fields that we do not know are kept, too. */
const VALUES_OF_STEP = 2_048
/** A recipient with all labels has 29. */
const VALUES_OF_ROW = 32
const RETRY_AFTER_SECONDS = 5

/**
 * True if the bytes of a large body may extend its time. A request that will be refused, because
 * its client lacks the secret or its credential is not active, gets no more time than others.
 */
export function mayTakeLong(
  { credentials, clock }: Pick<Context, 'credentials' | 'clock'>,
  { trace: { claim } }: FastifyRequest,
): boolean {
  if (claim === undefined) return true
  const credential = credentials.peek(claim.clientId)?.credential
  return claim.unsigned === undefined && !!credential && isActive(credential, clock.now())
}

/**
 * Reads bodies with many rows, which may be larger than BODY_BYTES_MAX. They are parsed and checked
 * in steps of some milliseconds.
 */
export class LargeBodies {
  /** Requests with large bodies, each with its partner. */
  readonly #handled = new Map<FastifyRequest, number | undefined>()

  /**
   * Returns the body if it is large. Refuses as `readCallBody`; the faults of rows are those of the
   * first step that has some. Refuses overloaded while HANDLED_MAX of them, or one of the same
   * partner, are being handled, and body_too_large for a row that is nearly as large as other
   * bodies may be.
   */
  async read(
    { bodyKind, operation: { manyRowsAt: field } }: Pick<Route, 'bodyKind' | 'operation'>,
    request: FastifyRequest,
  ): Promise<object | undefined> {
    const rawBody = rawBodyOf(request)
    if (field === undefined || bodyKind.kind !== 'json') return undefined
    if (rawBody.length <= SMALL_BYTES) return undefined
    requireIdentity(request.headers['content-encoding'])
    const { contentType } = request.trace
    const parse = (text: Buffer, count: number): Readonly<Record<string, unknown>> => {
      const valuesMax = VALUES_OF_STEP + VALUES_OF_ROW * count
      const value = readJsonBody(text, contentType, { valuesMax })
      return value as Readonly<Record<string, unknown>>
    }
    if (rawBody.length > BODY_BYTES_MAX) this.#enter(request)
    const split = await splitRows(rawBody, field)
    if (rawBody.length > Math.max(BODY_BYTES_MAX, (split?.count ?? 0) * BYTES_OF_ROW))
      throw tooLarge()
    if (!split) return undefined
    const { head, slices, count: rowCount } = split
    requireCount(bodyKind.schema, field, rowCount)
    if (rowCount > ROWS_HELD_MAX) this.#enter(request)
    if (head.length > BODY_BYTES_MAX) throw tooLarge()
    // The bytes are not needed any more once they are parsed.
    request.body = undefined
    const body = parse(head, 0)
    // A name with escapes is the same field, and JSON would take its value.
    if (lengthOf(body[field]) !== 0) throw invalidField(field, 'is given twice')
    const rows: unknown[] = []
    for (const { text, count } of slices) {
      if (text.length > BODY_BYTES_MAX) throw tooLarge()
      const part = checkSlice(
        () => {
          const values = parse(text, count)[field]
          if (!Array.isArray(values) || values.length !== count) throw notJson()
          return bodyKind.check.read({ ...body, [field]: values })
        },
        rows.length,
        field,
      )
      for (const row of (part as Readonly<Record<string, readonly unknown[]>>)[field] ?? []) {
        rows.push(row)
      }
      await setImmediate()
    }
    return { ...body, [field]: rows }
  }

  /**
   * Ends the handling of a body. The end of the connection does not: the request of a client that
   * is gone still has its values.
   */
  leave(request: FastifyRequest): void {
    this.#handled.delete(request)
  }

  #enter(request: FastifyRequest): void {
    if (this.#handled.has(request)) return
    const partnerId = partnerOf(request.trace)
    const hasOne = [...this.#handled.values()].includes(partnerId)
    if (hasOne || this.#handled.size >= HANDLED_MAX) {
      const retryAfterSeconds = RETRY_AFTER_SECONDS
      const message = hasOne
        ? 'another large request of yours is being handled'
        : 'too many large requests are being handled'
      throw new Refusal('overloaded', message, { retryAfterSeconds })
    }
    this.#handled.set(request, partnerId)
  }
}

function lengthOf(value: unknown): number | undefined {
  return Array.isArray(value) ? value.length : undefined
}

/** The parts are checked one by one, so the schema itself does not count all rows. */
function requireCount(schema: TSchema, field: string, count: number): void {
  const { properties } = schema as { properties?: Record<string, { maxItems?: number }> }
  const { maxItems = Number.POSITIVE_INFINITY } = properties?.[field] ?? {}
  if (count > maxItems) throw invalidField(field, `must have at most ${maxItems} entries`)
}

/** Reads a part of the rows. Its faults name the rows by their place in the whole body. */
function checkSlice<T>(read: () => T, before: number, field: string): T {
  try {
    return read()
  } catch (error) {
    const details = error instanceof Refusal ? error.extras.details : undefined
    if (!details) throw error
    const moved = details.map((one) => movedFault(one, field, before))
    throw invalidFields('invalid_request', moved.slice(0, DETAILS_MAX))
  }
}

function movedFault(fault: FieldFault, rows: string, before: number): FieldFault {
  const field = fault.field.replace(
    new RegExp(String.raw`^${rows}\[(\d+)\]`),
    (_, at: string) => `${rows}[${Number(at) + before}]`,
  )
  return { ...fault, field }
}

function notJson(): Refusal {
  return invalidPart('body', 'is not valid JSON')
}
