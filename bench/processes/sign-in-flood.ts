import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { MS_PER_SECOND } from '../../src/core/mod.ts'

/** The message after which the process guesses passwords. It responds at once. */
export interface FloodOrder {
  readonly url: string
  readonly perSecond: number
}

/** The responses to the guesses, counted by status. */
export type FloodResult = Readonly<Record<string, number>>

const TICK_MS = 10
const BYTES = 256

let stop: (() => void) | undefined

process.once('disconnect', () => process.exit())
process.on('message', (order: FloodOrder | 'end') => {
  stop?.()
  stop = undefined
  if (order === 'end') process.send?.(statuses)
  else begin(order)
})

let statuses: Record<string, number> = {}

function begin({ url, perSecond }: FloodOrder): void {
  statuses = {}
  let sent = 0
  const began = performance.now()
  const timer = setInterval(() => {
    const due = ((performance.now() - began) / MS_PER_SECOND) * perSecond
    for (; sent < due; sent += 1) guess(url)
  }, TICK_MS)
  stop = () => clearInterval(timer)
  process.send?.({ begun: true })
}

const agent = new Agent({ keepAlive: false })

function count(status: string): void {
  statuses[status] = (statuses[status] ?? 0) + 1
}

/** Guesses the password of a user who does not exist, from an address of its own. */
function guess(url: string): void {
  const [a, b, c] = crypto.getRandomValues(new Uint8Array(3))
  const localAddress = `127.${a}.${b}.${1 + ((c ?? 0) % (BYTES - 2))}`
  const sent = request(`${url}/auth/v1/sign-in`, {
    agent,
    localAddress,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-tessera-csrf': '1',
      'sec-fetch-site': 'same-origin',
    },
  })
  sent.on('response', (response) => {
    count(String(response.statusCode))
    response.resume()
  })
  sent.on('error', () => count('lost'))
  sent.end(JSON.stringify({ email: `${randomUUID()}@example.com`, password: 'a guess of many' }))
}
