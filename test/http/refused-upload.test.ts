import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { ADMIN_TOKEN, startService } from '../support/service.ts'

const LARGE = 1_500_000

interface SentUpload {
  readonly method: string
  readonly path: string
  readonly type?: string
  readonly body?: string
}

test.each([
  ['a list of rates that is too large', 413, '/fx-rates/import', 'text/xml', ' '.repeat(LARGE)],
  [
    'codes whose quote is never closed',
    400,
    '/products/1/codes',
    'text/csv',
    `faceValue,giftCardNumber\n10,"${'x'.repeat(LARGE)}`,
  ],
  ['codes of an unknown product', 404, '/products/999/codes', 'text/csv', ' '.repeat(LARGE)],
])('%s: %i, and the next request of the connection gets its response', async (...upload) => {
  const [, status, target, type, body] = upload
  const { url, product } = await startService()
  await product({ supplier: 'vault' })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const send = ({ method, path, type: contentType, body: sent }: SentUpload): Promise<number> =>
    new Promise((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${ADMIN_TOKEN}`,
        ...(contentType !== undefined && { 'content-type': contentType }),
        ...(sent !== undefined && { 'content-length': sent.length }),
      }
      request(`${url}${path}`, { method, headers, agent }, (response) => {
        void text(response).then(() => resolve(response.statusCode ?? 0))
      })
        .on('error', reject)
        .end(sent)
    })

  const refused = await send({ method: 'POST', path: `/admin/v1${target}`, type, body })
  const next = await send({ method: 'GET', path: '/health/live' })
  agent.destroy()

  expect([refused, next]).toEqual([status, 200])
})
