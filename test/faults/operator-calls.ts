import { request } from 'node:http'
import { Http, type Json } from '../support/client.ts'
import { dataOf } from '../support/service.ts'
import { ADMIN_TOKEN } from './service-process.ts'

const BEARER = { authorization: `Bearer ${ADMIN_TOKEN}` }

/** Calls a service as its operator; paths begin after `/admin/v1/`. */
export class OperatorCalls {
  readonly http: Http
  readonly #url: string

  constructor(url: string) {
    this.#url = url
    this.http = new Http(url)
  }

  async get(path: string): Promise<Json> {
    return dataOf(await this.http.send({ method: 'GET', target: targetOf(path), headers: BEARER }))
  }

  async text(path: string): Promise<string> {
    const sent = { method: 'GET', target: targetOf(path), headers: BEARER }
    return (await this.http.send(sent)).text
  }

  async post(path: string, body: object | string, type = 'application/json'): Promise<Json> {
    const reply = await this.http.send({
      method: 'POST',
      target: targetOf(path),
      headers: { ...BEARER, 'content-type': type },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    return dataOf(reply)
  }

  /** Sends the beginning of a CSV and then nothing more, until the service has ended. */
  beginUpload(path: string, { text, bytesSent }: { text: string; bytesSent: number }): void {
    const headers = { ...BEARER, 'content-type': 'text/csv', 'content-length': text.length }
    const sending = request(`${this.#url}${targetOf(path)}`, { method: 'POST', headers })
    sending.on('error', () => undefined)
    sending.write(text.slice(0, bytesSent))
  }
}

function targetOf(path: string): string {
  return `/admin/v1/${path}`
}
