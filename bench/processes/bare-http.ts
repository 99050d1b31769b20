import { createHash, createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Signer } from '../../src/core/mod.ts'

/** The signer of the requests, and the response to each of them. */
export interface BareOrder {
  readonly signer: Signer
  readonly answer: string
}

/**
 * The least that any Node.js service of this interface must do: use node:http, read the body, check
 * its hash and the signature, respond with a constant. Sends its address over IPC.
 */
process.once('message', ({ signer, answer }: BareOrder) => {
  const key = createSecretKey(Buffer.from(signer.hmacSecret))
  const apiKeyHash = sha256(signer.apiKey)
  const bytes = Buffer.from(answer)
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const isSigned = check(request, Buffer.concat(chunks))
      end(response, isSigned ? 200 : 401, isSigned ? bytes : Buffer.from('{}'))
    })
  })
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo
    process.send?.({ url: `http://127.0.0.1:${port}` })
  })

  function check({ method, headers }: IncomingMessage, body: Buffer): boolean {
    const timestamp = String(headers['x-timestamp'])
    const bodyHash = String(headers['x-body-hash'])
    const text = `${method}\n${timestamp}\n${signer.clientId}\n${bodyHash}`
    const signature = createHmac('sha256', key).update(text).digest()
    return (
      Math.abs(Date.parse(timestamp) - Date.now()) < 300_000 &&
      isSame(apiKeyHash, sha256(String(headers['x-api-key']))) &&
      isSame(Buffer.from(bodyHash, 'base64'), sha256(body)) &&
      isSame(Buffer.from(String(headers['x-signature']), 'base64'), signature)
    )
  }
})

function end(response: ServerResponse, status: number, body: Buffer): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
  })
  response.end(body)
}

function isSame(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}

function sha256(value: string | Buffer): Buffer {
  return createHash('sha256').update(value).digest()
}
