import { EntryReader, EntryWriter } from './entry-bytes.ts'
import type { FailedAuthentication, FailedCheck, LoggedRequest } from './request.ts'

/**
 * Flags of an entry, as bits of its first number. They are stored, so their meanings must never
 * change.
 */
const HAS = {
  authentication: 1,
  /** The entry has the same method and address as the one before it, and does not repeat them. */
  sameSender: 2,
  callerRequestId: 4,
  status: 8,
  code: 16,
  orderId: 32,
  codesShown: 64,
  userId: 128,
  failure: 256,
  stringToSign: 512,
  rows: 1024,
} as const

/** The encoded requests of one credential, in sequence. */
export class BlockEntries {
  readonly #bytes = new EntryWriter()
  #method = ''
  #address = ''

  add(request: LoggedRequest): void {
    const { callerRequestId, status, code, orderId, codesShown, userId, rows, failed } = request
    const isSameSender = request.method === this.#method && request.address === this.#address
    this.#method = request.method
    this.#address = request.address
    const bytes = this.#bytes
    bytes.uint16(
      (request.isAuthenticated ? HAS.authentication : 0) |
        (isSameSender ? HAS.sameSender : 0) |
        (callerRequestId === undefined ? 0 : HAS.callerRequestId) |
        (status === undefined ? 0 : HAS.status) |
        (code === undefined ? 0 : HAS.code) |
        (orderId === undefined ? 0 : HAS.orderId) |
        (codesShown === undefined ? 0 : HAS.codesShown) |
        (userId === undefined ? 0 : HAS.userId) |
        (rows === undefined ? 0 : HAS.rows) |
        (failed === undefined ? 0 : HAS.failure) |
        (failed?.stringToSign === undefined ? 0 : HAS.stringToSign),
    )
    bytes.uuid(request.requestId)
    bytes.uint48(request.micros)
    bytes.text(request.path)
    if (!isSameSender) {
      bytes.text(request.method)
      bytes.text(request.address)
    }
    if (callerRequestId !== undefined) bytes.text(callerRequestId)
    if (status !== undefined) bytes.uint16(status)
    if (code !== undefined) bytes.text(code)
    if (orderId !== undefined) bytes.text(orderId)
    if (codesShown !== undefined) bytes.uint32(codesShown)
    if (userId !== undefined) bytes.uint32(userId)
    if (rows !== undefined) bytes.uint32(rows)
    if (failed !== undefined) this.#failure(failed)
  }

  /** Returns the encoded requests. Ends the block: nothing can be added afterwards. */
  written(): Buffer {
    return this.#bytes.written()
  }

  #failure({ check, message, stringToSign }: FailedAuthentication): void {
    this.#bytes.text(check)
    this.#bytes.text(message)
    if (stringToSign !== undefined) this.#bytes.text(stringToSign)
  }
}

/** Returns the requests of a block of this credential. */
export function readEntries(entries: Buffer, clientId: string | undefined): LoggedRequest[] {
  const bytes = new EntryReader(entries)
  const requests: LoggedRequest[] = []
  let [method, address] = ['', '']
  while (!bytes.isAtEnd) {
    const bits = bytes.uint16()
    const requestId = bytes.uuid()
    const micros = bytes.uint48()
    const path = bytes.text()
    if (!(bits & HAS.sameSender)) [method, address] = [bytes.text(), bytes.text()]
    requests.push({
      requestId,
      clientId,
      isAuthenticated: (bits & HAS.authentication) !== 0,
      method,
      path,
      micros,
      address,
      callerRequestId: bits & HAS.callerRequestId ? bytes.text() : undefined,
      status: bits & HAS.status ? bytes.uint16() : undefined,
      code: bits & HAS.code ? bytes.text() : undefined,
      orderId: bits & HAS.orderId ? bytes.text() : undefined,
      codesShown: bits & HAS.codesShown ? bytes.uint32() : undefined,
      userId: bits & HAS.userId ? bytes.uint32() : undefined,
      rows: bits & HAS.rows ? bytes.uint32() : undefined,
      failed: bits & HAS.failure ? readFailure(bytes, bits) : undefined,
    })
  }
  return requests
}

function readFailure(bytes: EntryReader, bits: number): FailedAuthentication {
  return {
    check: bytes.text() as FailedCheck,
    message: bytes.text(),
    stringToSign: bits & HAS.stringToSign ? bytes.text() : undefined,
  }
}
