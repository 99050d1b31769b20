import type { Audience } from '../../src/http/openapi/document.ts'
import type { Random } from '../faults/chaos-random.ts'

const ORDER_ID = /^ord_/

/**
 * Ids that responses had, by their names, so that later requests name what earlier ones created.
 * Operators and partners have separate ids, because they act on different partners.
 */
export class CreatedIds {
  readonly #random: Random
  readonly #ids = new Map<string, unknown[]>()

  constructor(random: Random) {
    this.#random = random
  }

  /** Records the ids in the `data` of a response, but not those in its lists. */
  record(audience: Audience, body: unknown): void {
    for (const [name, value] of Object.entries(fieldsOf(fieldsOf(body)['data'] ?? body))) {
      if (typeof value !== 'string' && typeof value !== 'number') continue
      const idName = name === 'id' && ORDER_ID.test(String(value)) ? 'orderId' : name
      const key = `${audience} ${idName}`
      const values = this.#ids.get(key)
      if (values) values.push(value)
      else this.#ids.set(key, [value])
    }
  }

  /** Returns the values of a path, about half of them replaced by ids that were created. */
  replaceSome(
    audience: Audience,
    inPath: Readonly<Record<string, unknown>>,
  ): Readonly<Record<string, unknown>> {
    return Object.fromEntries(
      Object.entries(inPath).map(([name, value]) => {
        const values = this.#ids.get(`${audience} ${name}`)
        return [name, values && this.#random.chance(50) ? this.#random.pick(values) : value]
      }),
    )
  }
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
