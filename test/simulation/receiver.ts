import { createServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { AddressInfo } from 'node:net'
import type { Json } from '../support/client.ts'
import { startHttpProxy, type Fate, type HttpProxy } from '../support/http-proxy.ts'
import type { Random } from '../faults/chaos-random.ts'
import type { VirtualTime } from './virtual-time.ts'

/** A sender has time to write the events that it has read, and none to queue slow deliveries. */
const STRIKE_MS = 120
const FATES: readonly Fate[] = ['lose', 'after', 'middle', 'twice', 'pass']

/** The receiver of the webhooks of all partners, and the proxy to it. */
export class Receiver {
  /** Arrivals by the path of each endpoint, and by id. */
  readonly #events = new Map<string, Map<string, Json>>()
  readonly #server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const strike = this.#strike
      this.#strike = undefined
      if (strike) return void strike()
      const event = JSON.parse(Buffer.concat(parts).toString('utf8'))
      this.#eventsAt(request.url ?? '').set(event.id, event)
      response.writeHead(204).end()
    })
  })
  #proxy: HttpProxy | undefined
  #fates: Random | undefined
  #strike: (() => Promise<void>) | undefined

  static async open(time: VirtualTime): Promise<Receiver> {
    const receiver = new Receiver()
    await new Promise<void>((resolve) => receiver.#server.listen(0, '127.0.0.1', resolve))
    const { port } = receiver.#server.address() as AddressInfo
    const fate = () => {
      const fates = receiver.#fates
      return { fate: fates ? fates.pick(FATES) : ('pass' as const) }
    }
    receiver.#proxy = await startHttpProxy({
      target: `http://127.0.0.1:${port}`,
      fate,
      pause: (ms) => time.pause(ms),
    })
    return receiver
  }

  urlOf(path: string): string {
    return `${this.#proxy?.url ?? ''}${path}`
  }

  /** Returns each event that arrived at an endpoint, once. */
  eventsOf(path: string): readonly Json[] {
    return [...this.#eventsAt(path).values()]
  }

  /** Makes deliveries and responses to them get lost, as `fates` draws; undefined ends that. */
  trouble(fates: Random | undefined): void {
    this.#fates = fates
  }

  /**
   * Runs a function while the next delivery waits for a response, which does not come. Returns a
   * function that ends the wait.
   */
  atNextDelivery(strike: () => Promise<void>): () => Promise<void> {
    let striking: Promise<void> | undefined
    const own = (): Promise<void> => (striking = pause(STRIKE_MS).then(strike))
    this.#strike = own
    return async () => {
      if (this.#strike === own) this.#strike = undefined
      await striking
    }
  }

  #eventsAt(path: string): Map<string, Json> {
    const events = this.#events.get(path) ?? new Map<string, Json>()
    this.#events.set(path, events)
    return events
  }

  async close(): Promise<void> {
    await this.#proxy?.close()
    this.#server.closeAllConnections()
    this.#server.close()
  }
}
