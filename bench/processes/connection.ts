import { connect, type Socket } from 'node:net'

/** The response to one request. */
export interface Response {
  readonly status: number
  body(): Buffer
}

const END_OF_HEADERS = Buffer.from('\r\n\r\n')
const STATUS_AT = 9
const STATUS_LENGTH = 3
const CONTENT_LENGTH = /^content-length: *(\d+)/im
const NOTHING = Buffer.alloc(0)

/** A response whose headers have arrived. */
interface Head {
  readonly status: number
  readonly bodyAt: number
  /** Of headers and body. */
  readonly length: number
}

/**
 * One keep-alive connection with one request under way. It sends bytes that are serialized in
 * advance, and reads responses with a content-length. This costs little CPU time, which matters
 * because it shares the machine with the service that it measures.
 */
export class Connection {
  readonly url: URL
  readonly #socket: Socket
  #chunks: Buffer[] = []
  #received = 0
  #head: Head | undefined
  #settle: { resolve(response: Response): void; reject(error: unknown): void } | undefined

  private constructor(url: URL, socket: Socket) {
    this.url = url
    this.#socket = socket
    socket.on('data', (chunk) => this.#receive(chunk))
    socket.on('error', (error) => this.#settle?.reject(error))
    socket.on('close', () => this.#settle?.reject(new Error('the connection was closed')))
  }

  static open(url: URL): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect(Number(url.port), url.hostname, () => {
        socket.off('error', reject)
        resolve(new Connection(url, socket))
      })
      socket.setNoDelay(true)
      socket.once('error', reject)
    })
  }

  /** Rejects if the connection ends before the response. */
  send(request: Uint8Array): Promise<Response> {
    return new Promise((resolve, reject) => {
      if (this.#socket.destroyed) return reject(new Error('the connection was closed'))
      this.#settle = { resolve, reject }
      this.#socket.write(request)
    })
  }

  close(): void {
    this.#settle = undefined
    this.#socket.destroy()
  }

  #receive(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#received += chunk.length
    this.#head ??= headOf(joined(this.#chunks))
    if (!this.#head || this.#received < this.#head.length) return
    const chunks = this.#chunks
    const { status, bodyAt, length } = this.#head
    this.#chunks = []
    this.#received = 0
    this.#head = undefined
    const settle = this.#settle
    this.#settle = undefined
    settle?.resolve({ status, body: () => joined(chunks).subarray(bodyAt, length) })
  }
}

/** Returns the head of a response; undefined until all headers have arrived. */
function headOf(received: Buffer): Head | undefined {
  const headersEnd = received.indexOf(END_OF_HEADERS)
  if (headersEnd < 0) return undefined
  const text = received.toString('latin1', 0, headersEnd)
  const [, bodyLength] = CONTENT_LENGTH.exec(text) ?? []
  const bodyAt = headersEnd + END_OF_HEADERS.length
  return {
    status: Number(text.slice(STATUS_AT, STATUS_AT + STATUS_LENGTH)),
    bodyAt,
    length: bodyAt + Number(bodyLength ?? 0),
  }
}

function joined(chunks: readonly Buffer[]): Buffer {
  return chunks.length === 1 ? (chunks[0] ?? NOTHING) : Buffer.concat(chunks)
}
