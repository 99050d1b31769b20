import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'

/** Responds to one request. */
export type Step = (response: ServerResponse) => void

export interface ScriptedServer {
  readonly url: string
  /** The targets, headers and bodies of the requests, in their order. */
  readonly targets: string[]
  readonly headers: IncomingHttpHeaders[]
  readonly bodies: string[]
}

/**
 * Starts a server that takes one step for each request, and repeats the last step for all further
 * requests. It ends with the test.
 */
export async function startScript(...steps: readonly Step[]): Promise<ScriptedServer> {
  const targets: string[] = []
  const headers: IncomingHttpHeaders[] = []
  const bodies: string[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      targets.push(request.url ?? '')
      headers.push(request.headers)
      bodies.push(text)
      steps[Math.min(headers.length, steps.length) - 1]?.(response)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('there is no port')
  return { url: `http://127.0.0.1:${address.port}`, targets, headers, bodies }
}

export const json =
  (status: number, body: object, headers: Record<string, string> = {}): Step =>
  (response) =>
    response.writeHead(status, headers).end(JSON.stringify(body))

export const errorStep = (status: number, code: string, headers?: Record<string, string>): Step =>
  json(status, { error: { code, message: 'no' } }, headers)

/** Lets the request wait. */
export const wait: Step = () => undefined

/** Ends the connection without a response. */
export const cut: Step = (response) => void response.socket?.destroy()

export const done = json(200, { data: { id: 'ord_1' } })
