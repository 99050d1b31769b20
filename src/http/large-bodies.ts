import { setImmediate } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import {
  DETAILS_MAX,
  invalidField,
  invalidFields,
  invalidPart,
  Refusal,
  type FieldFault,
} from '../core/mod.ts'
import { rawBodyOf } from './call-body.ts'
import { requireIdentity } from './content-type.ts'
import { readJsonBody } from './json-body.ts'
import { splitRows } from './json-rows.ts'
import { BODY_BYTES_MAX, tooLarge } from './read-body.ts'
import type { Route } from './route.ts'

/** A body of these bytes is parsed at once. */
const WHOLE_BYTES_MAX = 65_536
/** Bodies with more rows, or above BODY_BYTES_MAX, are limited in number. */
const ROWS_HELD_MAX = 1_000
/** Large bodies that a process handles at a time: their values need several times their bytes. */
const HANDLED_MAX = 2
const RETRY_AFTER_SECONDS = 5

/**
 * Reads bodies with many rows, which may be larger than BODY_BYTES_MAX. They are parsed and checked
 * in steps of some milliseconds.
 */
export class LargeBodies {
  readonly #valuesMax: number
  #handled = 0

  constructor(valuesMax: number) {
    this.#valuesMax = valuesMax
  }

  /**
   * Returns the body if it is large. Refuses as `readCallBody`; the faults of rows are those of the
   * first step that has some. Refuses overloaded while HANDLED_MAX of them are being handled.
   */
  async read(
    { bodyKind, operation: { manyRowsAt: field } }: Route,
    request: FastifyRequest,
    { raw: response }: FastifyReply,
  ): Promise<object | undefined> {
    const rawBody = rawBodyOf(request)
    if (field === undefined || bodyKind.kind !== 'json') return undefined
    if (rawBody.length <= WHOLE_BYTES_MAX) return undefined
    requireIdentity(request.headers['content-encoding'])
    const { contentType } = request.trace
    const parse = (text: Buffer): Readonly<Record<string, unknown>> => {
      const value = readJsonBody(text, contentType, { valuesMax: this.#valuesMax })
      return value as Readonly<Record<string, unknown>>
    }
    const split = await splitRows(rawBody, field)
    if (!split && rawBody.length > BODY_BYTES_MAX) throw tooLarge()
    if (!split) return undefined
    const { head, slices, count: rowCount } = split
    requireCount(bodyKind.schema, field, rowCount)
    if (rowCount > ROWS_HELD_MAX || rawBody.length > BODY_BYTES_MAX) this.#enter(response)
    if (head.length > BODY_BYTES_MAX) throw tooLarge()
    // The bytes are not needed any more once they are parsed.
    request.body = undefined
    const body = parse(head)
    const rows: unknown[] = []
    for (const { text, count } of slices) {
      const part = checkSlice(
        () => {
          const values = parse(text)[field]
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

  #enter(response: FastifyReply['raw']): void {
    if (this.#handled >= HANDLED_MAX) {
      const retryAfterSeconds = RETRY_AFTER_SECONDS
      throw new Refusal('overloaded', 'too many large requests are handled', { retryAfterSeconds })
    }
    this.#handled += 1
    response.once('close', () => (this.#handled -= 1))
  }
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
