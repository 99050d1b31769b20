import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A text that the provider has received. */
export interface ReceivedSms {
  readonly to: string
  readonly from: string
  readonly body: string
  /** The address of reports about the text, without the fragment, which is never sent. */
  readonly reportUrl: string | undefined
}

/** Stands in for the Messages resource of Twilio, as its documents describe it. */
export interface SmsProvider {
  /** The address of the provider, with the account and its token. */
  readonly url: string
  readonly received: ReceivedSms[]
  /** Numbers that it refuses, with the code of its error. */
  readonly refused: Map<string, number>
  /**
   * The fates of the next texts: a status refuses the text. `lose` accepts it, and sends no
   * response; `cut` accepts it, and ends the response after its head.
   */
  readonly faults: (number | 'lose' | 'cut')[]
  /** Reports what became of a text, signed; returns the status of the response. */
  report(sms: ReceivedSms, report: Report, token?: string): Promise<number>
  close(): Promise<void>
}

interface Report {
  readonly MessageStatus: string
  readonly ErrorCode?: string
}

type SmsReply = [number, object | undefined] | undefined

const ACCOUNT = `AC${'0'.repeat(32)}`
const TOKEN = 'sms-token-of-the-tests'

export async function openSmsProvider(): Promise<SmsProvider> {
  const received: ReceivedSms[] = []
  const refused = new Map<string, number>()
  const faults: SmsProvider['faults'] = []
  const expected = `Basic ${Buffer.from(`${ACCOUNT}:${TOKEN}`).toString('base64')}`
  const respond = async (request: IncomingMessage): Promise<SmsReply> => {
    const form = new URLSearchParams(await textOf(request))
    const [to = '', from = '', body = ''] = ['To', 'From', 'Body'].map(
      (name) => form.get(name) ?? '',
    )
    if (request.url !== `/2010-04-01/Accounts/${ACCOUNT}/Messages.json`) return errorOf(404, 20_404)
    if (request.headers.authorization !== expected) return errorOf(401, 20_003)
    const fault = faults.shift()
    if (typeof fault === 'number') return errorOf(fault, 20_500)
    const code = refused.get(to)
    if (code !== undefined) return errorOf(400, code, `The number ${to} is refused`)
    const reportUrl = form.get('StatusCallback')?.replace('#rc=5&rp=5xx,ct,rt', '')
    received.push({ to, from, body, reportUrl })
    if (fault === 'lose') return undefined
    if (fault === 'cut') return [201, undefined]
    return [201, { sid: `SM${'0'.repeat(32)}`, status: 'queued', to, from, body, error_code: null }]
  }
  const server = createServer((request, response) => {
    void respond(request).then((answered) => {
      if (!answered) return request.socket.destroy()
      const [status, body] = answered
      response.writeHead(status, { 'content-type': 'application/json' })
      if (body) return response.end(JSON.stringify(body))
      return response.write('{', () => request.socket.destroy())
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${ACCOUNT}:${TOKEN}@127.0.0.1:${port}`,
    received,
    refused,
    faults,
    async report({ to, from, reportUrl = '' }, report, token = TOKEN) {
      const form: Record<string, string> = { To: to, From: from, AccountSid: ACCOUNT, ...report }
      const names = Object.keys(form).toSorted()
      const signed = reportUrl + names.map((name) => `${name}${form[name] ?? ''}`).join('')
      const response = await fetch(reportUrl, {
        method: 'POST',
        headers: {
          'x-twilio-signature': createHmac('sha1', token).update(signed).digest('base64'),
        },
        body: new URLSearchParams(form),
      })
      return response.status
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function errorOf(status: number, code: number, message = 'failed'): SmsReply {
  return [status, { code, message, more_info: '', status }]
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}
