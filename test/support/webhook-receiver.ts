import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface ReceivedWebhook {
  readonly path: string | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface WebhookReceiver {
  readonly url: string
  readonly received: ReceivedWebhook[]
  /** Sets the response from now on; at first it is 204. */
  respond(next: (response: ServerResponse) => void): void
}

/** A web server on this machine that keeps the webhooks it receives; closed with the test. */
export async function openWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = []
  let responder = accept
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (part: string) => void (body += part))
    request.on('end', () => {
      received.push({ path: request.url, headers: request.headers, body })
      responder(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hooks?token=of-the-path`,
    received,
    respond: (next) => void (responder = next),
  }
}

function accept(response: ServerResponse): void {
  response.writeHead(204).end()
}
