import type { Signer } from '../../src/core/mod.ts'
import { Connection } from './connection.ts'
import { signedRequest } from './requests.ts'

/** The message after which the process reads the partner's events until it ends. */
export interface FeedOrder {
  readonly url: string
  readonly signer: Signer
}

interface Page {
  readonly meta: { readonly pagination: { readonly after: string } }
}

process.once('disconnect', () => process.exit())
process.once('message', ({ url, signer }: FeedOrder) => {
  void read(new URL(url), signer)
})

/** Waits for events as a client does, with the cursor of the page before. */
async function read(url: URL, signer: Signer): Promise<void> {
  const connection = await Connection.open(url)
  const next = async (target: string): Promise<string> => {
    const { status, body } = await connection.send(
      signedRequest(signer, { host: url.host, target }),
    )
    if (status !== 200) throw new Error(`the feed responded ${status}`)
    return (JSON.parse(body().toString()) as Page).meta.pagination.after
  }
  let after = await next('/v2/events')
  process.send?.({ ready: true })
  for (;;) after = await next(`/v2/events?after=${after}&pageSize=100&wait=20`)
}
