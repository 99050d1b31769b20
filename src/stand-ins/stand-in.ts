import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  exactNumber,
  type ExactJson,
  parseExact,
  readAtMost,
  type JsonBody,
  stringifyExact,
} from '../connectors/mod.ts'
import type { Books, FAULTS } from './books.ts'
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
  readonly body: JsonBody
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
  /** Responds to every repeat of the create with the same server error. */
  replay?(call: Call, reply: Reply): void
}

export interface StandIn {
  /** The base address of an account: hosts are below it. */
  readonly url: string
  readonly books: Books
  /** Number of requests of each kind so far. */
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

interface HttpExchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

interface ServedShop {
  readonly shop: Shop
  readonly arrived: Record<string, number>
  /** Stores the changes before the response is sent. */
  store(): void
}

async function serve(
  { shop, arrived, store }: ServedShop,
  { request, response }: HttpExchange,
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
    const result = shop.reply(call)
    store()
    return result
  }
  const fault = shop.books.takeFault(kind)
  if (fault) RESPONSES[fault](response, { shop, call, reply })
  else respond(response, reply())
}

interface Exchange {
  readonly shop: Shop
  readonly call: Call
  /** Executes the request, and returns the response. */
  reply(): Reply
}

/** The effect of each fault; see `FAULTS`. */
const RESPONSES: Readonly<
  Record<(typeof FAULTS)[number], (response: ServerResponse, exchange: Exchange) => void>
> = {
  loseBefore: (response) => response.destroy(),
  loseAfter(response, { reply }) {
    reply()
    response.destroy()
  },
  // Sends no response, so that the client gives up.
  silentBefore: () => undefined,
  silentAfter: (_response, { reply }) => void reply(),
  error: (response, { shop, call }) => respondAlways(response, { shop, call }, shop.error()),
  errorAfter(response, { shop, call, reply }) {
    reply()
    respondAlways(response, { shop, call }, shop.error())
  },
  garbage(response, { reply }) {
    reply()
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end('<html><body>a gateway</body>')
  },
  overlap(response, { shop: { books }, reply }) {
    const before = books.sales.length
    reply()
    for (const { theirs } of books.sales.slice(before)) books.underWay.add(theirs)
    response.destroy()
  },
  hide: (response, { shop, call }) => respond(response, shop.notFound(call)),
  busy: (response, { shop }) => respond(response, busyReply(shop)),
  absent: (response) => respond(response, { status: 404, body: {} }),
  strange: (response, exchange) => respondAlways(response, exchange, STRANGE),
  twice(response, { reply }) {
    reply()
    respond(response, reply())
  },
  twiceBusy(response, { shop, reply }) {
    reply()
    respond(response, busyReply(shop))
  },
  twiceExpired(response, { shop, reply }) {
    reply()
    shop.books.tokenEra += 1
    respond(response, reply())
  },
  refuse: (response, { shop }) => respond(response, shop.refuse()),
  expire(response, { shop, reply }) {
    shop.books.tokenEra += 1
    respond(response, reply())
  },
}

/** Responds to the request and to each repeat of it. */
function respondAlways(
  response: ServerResponse,
  { shop, call }: Pick<Exchange, 'shop' | 'call'>,
  reply: Reply,
): void {
  shop.replay?.(call, reply)
  respond(response, reply)
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
