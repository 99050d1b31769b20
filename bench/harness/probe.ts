import { setTimeout as pause } from 'node:timers/promises'
import type { Signer } from '../../src/core/mod.ts'
import { Connection } from '../processes/connection.ts'
import { newOrder, signedRequest, type OrderedProduct } from '../processes/requests.ts'

const EVERY_MS = 50
const POLL_MS = 2

/**
 * While `isWanted` returns true, places one order at a time, every 50 ms, and polls it until it is
 * COMPLETED. Returns the milliseconds from each POST to the response that shows COMPLETED.
 */
export async function probeOrders(
  serviceUrl: string,
  ordered: OrderedProduct & { readonly signer: Signer },
  isWanted: () => boolean,
): Promise<number[]> {
  const url = new URL(serviceUrl)
  const connection = await Connection.open(url)
  const latencies: number[] = []
  const ask = async (request: Buffer): Promise<Answer> => {
    const { status, body } = await connection.send(request)
    if (status >= 300) throw new Error(`the probe was answered ${status}`)
    return JSON.parse(body().toString()) as Answer
  }
  while (isWanted()) {
    const post = newOrder(ordered, url.host)
    const began = performance.now()
    let { data } = await ask(post)
    const target = `/v2/orders/${data.id}`
    while (data.status !== 'COMPLETED') {
      await pause(POLL_MS)
      data = (await ask(signedRequest(ordered.signer, { host: url.host, target }))).data
    }
    latencies.push(performance.now() - began)
    await pause(Math.max(0, EVERY_MS - (performance.now() - began)))
  }
  connection.close()
  return latencies
}

interface Answer {
  readonly data: { readonly id: string; readonly status: string }
}
