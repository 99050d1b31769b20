import { parsed } from './errors.ts'
import { ROUTES, type Operations } from './operations.ts'
import type { Input } from './request.ts'
import { Sender, type CallOptions, type ClientOptions, type SendOptions } from './sender.ts'

type Unwrapped<R> = R extends { data: infer D } ? D : R
type EntryOf<R> = R extends { data: (infer T)[] } | { content: (infer T)[] } ? T : never

/** One page of a list. `after` continues a list that has a cursor. */
export interface Page<T> {
  readonly entries: readonly T[]
  readonly hasNext: boolean
  readonly after: string | undefined
}

/** The entries of a list; the next page is requested when it is needed. */
export interface List<T> extends AsyncIterable<T> {
  /**
   * Yields whole pages. `after` of the last page continues a list of events later.
   *
   * @example
   * for await (const { entries } of tessera.orders.list().pages()) console.log(entries.length)
   */
  pages(): AsyncGenerator<Page<T>>
}

interface ListBody<T> {
  readonly data?: readonly T[]
  readonly content?: readonly T[]
  readonly hasNext?: boolean
  readonly page?: number
  readonly meta?: { readonly pagination: Pagination }
}

interface Pagination {
  readonly hasNext: boolean
  readonly page?: number
  readonly after?: string
}

/** Calls operations by their id, typed by the document. */
export class Caller {
  readonly sender: Sender

  constructor(options: ClientOptions) {
    this.sender = new Sender(options)
  }

  /** Returns `data` of the response, or the whole response if it has none. */
  call<Id extends keyof Operations>(
    id: Id,
    input: Input,
    options: SendOptions = {},
  ): Promise<Unwrapped<Operations[Id]['result']>> {
    type Result = Unwrapped<Operations[Id]['result']>
    return this.sender.send(id, input, options, async (response) => {
      const body = await bodyOf(id, response)
      return objectOf(body && 'data' in body ? body.data : body) as Result | undefined
    })
  }

  list<Id extends keyof Operations>(
    id: Id,
    input: Input,
    options: CallOptions = {},
  ): List<EntryOf<Operations[Id]['result']>> {
    type Entry = EntryOf<Operations[Id]['result']>
    const pages = async function* (this: Caller): AsyncGenerator<Page<Entry>> {
      for (let query = input.query ?? {}; ;) {
        const body = await this.#page<Entry>(id, { ...input, query }, options)
        const { hasNext, page, after }: Pagination = body.meta?.pagination ?? {
          hasNext: body.hasNext === true,
          ...(body.page !== undefined && { page: body.page }),
        }
        yield { entries: body.data ?? body.content ?? [], hasNext, after }
        if (!hasNext) return
        query = { ...query, ...(after === undefined ? { page: (page ?? 0) + 1 } : { after }) }
      }
    }.bind(this)
    return {
      pages,
      async *[Symbol.asyncIterator]() {
        for await (const { entries } of pages()) yield* entries
      },
    }
  }

  /** Returns the bytes of the response as they arrive. */
  stream(id: keyof Operations, input: Input, options: CallOptions = {}): Promise<Response> {
    return this.sender.stream(id, input, options)
  }

  #page<T>(id: keyof Operations, input: Input, options: CallOptions): Promise<ListBody<T>> {
    return this.sender.send(id, input, options, async (response) => {
      const body: ListBody<T> | undefined = await bodyOf(id, response)
      return Array.isArray(body?.data ?? body?.content) ? body : undefined
    })
  }
}

/**
 * Returns the JSON of a successful response. Returns undefined if the body does not belong to the
 * operation, such as the page of a proxy. Throws if the JSON is incomplete, because the write may
 * have been done.
 */
async function bodyOf(
  id: keyof Operations,
  response: Response,
): Promise<Record<string, unknown> | undefined> {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  const body = objectOf(isJson ? JSON.parse(text) : parsed(text))
  return body && ROUTES[id].has.every((name) => Object.hasOwn(body, name)) ? body : undefined
}

function objectOf(value: unknown): Record<string, unknown> | undefined {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? (value as Record<string, unknown>) : undefined
}
