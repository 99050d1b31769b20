import { Tessera, verifyWebhook } from '@tessera/sdk'
import type { ClientOptions, NewOrder, ReceivedWebhook } from '@tessera/sdk'

interface Input {
  readonly client: ClientOptions
  readonly order: NewOrder
  readonly webhook: ReceivedWebhook
}

/** Replaced by the bundler, because each runtime passes values in its own way. */
declare const INPUT: Input

/** Uses the SDK as a partner does, with nothing but `console` beside it. */
async function play() {
  const tessera = new Tessera(INPUT.client)
  const { id } = await tessera.orders.create(INPUT.order)
  const signal = AbortSignal.timeout(60_000)
  const { status } = await tessera.orders.waitForCompletion(id, { signal })
  const codes: string[] = []
  for await (const { giftCardNumber } of tessera.orders.rows(id)) codes.push(giftCardNumber)
  const { type } = await verifyWebhook(INPUT.webhook)
  return { status, codes: new Set(codes).size, type }
}

const { log } = console
play().then(
  (seen) => log(JSON.stringify(seen)),
  (error: unknown) => log(JSON.stringify({ error: String(error) })),
)
