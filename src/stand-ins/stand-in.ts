import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  exactNumber,
  type ExactJson,
  parseExact,
  readAtMost,
  type Sent,
  stringifyExact,
} from '../connectors/mod.ts'
import type { Books } from './books.ts'
import { control } from './control.ts'
import { pictureOf } from './picture.ts'
import { storeBooks } from './stored-books.ts'

/** A request to a stand-in. The host is the first part of its path. */
export interface Call {
  readonly method: string
  readonly host: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  readonly json: ExactJson | undefined
  /** The body, and the path with its query, byte for byte. */
  readonly text: string
  readonly target: string
}

export interface Reply {
  readonly status: number
  readonly body: Sent
  readonly headers?: Readonly<Record<string, string>>
}

/** A supplier's interface, as its documents describe it. */
export interface Shop {
  readonly name: string
  readonly books: Books
  /** Returns the kind of a request. Faults are planted for requests of one kind. */
  kindOf(call: Call): 'create' | 'lookUp' | 'codes' | 'other'
  reply(call: Call): Reply
  /** The response to a look-up that finds nothing. */
  notFound(call: Call): Reply
  /** The supplier's responses for a server error, a bad request, and too many requests. */
  error(): Reply
  refuse(): Reply
  busy(): Reply
  /** Makes a server error also the response to every repeat of the create. */
  replay?(call: Call, reply: Reply): void
}

export interface StandIn {
  /** The base address of an account: hosts are below it. */
  readonly url: string
  readonly books: Books
  /** How many requests of each kind have arrived. */
  readonly arrived: Readonly<Record<string, number>>
  close(): Promise<void>
}

const READ_BYTES_MAX = 1_048_576

interface Serving {
  readonly port?: number
  /** The file of its books. Without a file, the stand-in forgets everything when it ends. */
  readonly file?: string | undefined
}

/**
 * Serves a shop on loopback. `POST /control` plants faults; `GET /control` returns the books:
 * sales, and the rest of the client's funds.
 */
export async function startStandIn(shop: Shop, { port = 0, file }: Serving = {}): Promise<StandIn> {
  const arrived: Record<string, number> = {}
  const store = file === undefined ? () => {} : storeBooks(shop.books, file)
  const server = createServer((request, response) => {
    serve({ shop, arrived, store }, { request, response }).catch(() => response.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const { port: bound } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${bound}`,
    books: shop.books,
    arrived,
    close: () =>
      new Promise((resolve) => {
        store()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

interface Exchanged {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

interface Served {
  readonly shop: Shop
  readonly arrived: Record<string, number>
  /** Stores the changes before the response is sent. */
  store(): void
}

async function serve(
  { shop, arrived, store }: Served,
  { request, response }: Exchanged,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://stand-in')
  const body = await readAtMost(request, READ_BYTES_MAX, 'the body is too large')
  const text = body.toString('utf8')
  const [, host = '', ...rest] = url.pathname.split('/')
  const json = text === '' ? undefined : parseExact(text)
  if (host === PICTURES) return sendPicture(response, rest.join('/'))
  if (host === 'control') {
    const reply = control(shop, request.method ?? '', json)
    store()
    return respond(response, reply)
  }
  const call: Call = {
    method: request.method ?? '',
    host,
    path: `/${rest.join('/')}`,
    query: url.searchParams,
    headers: request.headers,
    json,
    text,
    target: request.url ?? '',
  }
  const kind = shop.kindOf(call)
  arrived[kind] = (arrived[kind] ?? 0) + 1
  const reply = (): Reply => {
    const said = shop.reply(call)
    store()
    return said
  }
  respondTo(response, { shop, call, reply, fault: shop.books.takeFault(kind) })
}

interface FaultyExchange {
  readonly shop: Shop
  readonly call: Call
  /** Executes the request, and returns the response. */
  reply(): Reply
  /** The fault that happens, if any. */
  readonly fault: ReturnType<Shop['books']['takeFault']>
}

function respondTo(response: ServerResponse, { shop, call, reply, fault }: FaultyExchange): void {
  switch (fault) {
    case undefined:
      return respond(response, reply())
    case 'expire':
      shop.books.tokenEra += 1
      return respond(response, reply())
    case 'loseBefore':
      response.destroy()
      return
    case 'loseAfter':
      reply()
      response.destroy()
      return
    case 'overlap': {
      const before = shop.books.sales.length
      reply()
      for (const { theirs } of shop.books.sales.slice(before)) shop.books.underWay.add(theirs)
      response.destroy()
      return
    }
    // Sends no response, so that the client gives up.
    case 'silentBefore':
      return
    case 'silentAfter':
      reply()
      return
    case 'error':
    case 'errorAfter':
      if (fault === 'errorAfter') reply()
      shop.replay?.(call, shop.error())
      return respond(response, shop.error())
    case 'absent':
      return respond(response, { status: 404, body: {} })
    case 'refuse':
      return respond(response, shop.refuse())
    case 'strange':
      shop.replay?.(call, STRANGE)
      return respond(response, STRANGE)
    case 'twice':
      reply()
      return respond(response, reply())
    case 'twiceBusy':
      reply()
      return respond(response, busyReply(shop))
    case 'twiceExpired':
      reply()
      shop.books.tokenEra += 1
      return respond(response, reply())
    case 'busy':
      return respond(response, busyReply(shop))
    case 'hide':
      return respond(response, shop.notFound(call))
    case 'garbage':
      reply()
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end('<html><body>a gateway</body>')
  }
}

function busyReply(shop: Shop): Reply {
  const { headers, ...busy } = shop.busy()
  const after = shop.books.retryAfter ?? headers?.['retry-after'] ?? 'none'
  return after === 'none' ? busy : { ...busy, headers: { 'retry-after': after } }
}

/** An error with an unknown code, in the places where suppliers have codes. */
const STRANGE: Reply = {
  status: 400,
  body: {
    code: '990',
    errorCode: 'NEVER_HEARD_OF',
    type: 'never_heard_of',
    message: 'something new',
    ResultCode: exactNumber('5'),
    ErrorCodes: [{ Code: 'NeverHeardOf', Context: '' }],
  },
}

const PICTURES = 'pictures'

/** Returns the URL of a listing's picture, at the address of the request. */
export function pictureUrl({ headers }: Pick<Call, 'headers'>, listing: string): string {
  return `http://${headers.host ?? ''}/${PICTURES}/${listing}.png`
}

function sendPicture(response: ServerResponse, name: string): void {
  response.writeHead(200, { 'content-type': 'image/png' })
  response.end(pictureOf(name))
}

function respond(response: ServerResponse, { status, body, headers }: Reply): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(stringifyExact(body))
}
