import { randomUUID } from 'node:crypto'
import { signedClient, type Reply } from '../support/client.ts'
import type { Random } from './chaos-random.ts'
import type { Sent } from './chaos-writes.ts'
import type { Endpoint } from './endpoint.ts'
import { CURRENCIES, type FailoverFixture } from './failover-fixture.ts'
import type { KeyedWrite } from './failover-writes.ts'

/** Links of a seller for two people. */
export function anyLinks({ sellers }: FailoverFixture, random: Random): Sent {
  const { credentials } = random.pick(sellers)
  const name = randomUUID()
  const [currency, amount] = [random.pick(CURRENCIES), random.between(20, 100)]
  const body = { reference: name, currency, amount, recipients: [{ name: 'Ann' }, {}] }
  const headers = { 'idempotency-key': randomUUID() }
  return {
    kind: 'links',
    name,
    currency,
    amount: 2 * amount,
    units: 0,
    send: ({ http }) => signedClient(http, credentials).post('/v2/links', body, headers),
  }
}

/**
 * Gives the rest of one of the sent links back. Each seller tries, because after a loss the number
 * may belong to a link of another.
 */
export async function cancelAnyLink(
  { sellers }: FailoverFixture,
  writes: readonly KeyedWrite[],
  { member, random }: { readonly member: Endpoint; readonly random: Random },
): Promise<(Reply | undefined)[]> {
  const answers = writes.flatMap(({ sent: { kind }, answer }) =>
    kind === 'links' && answer !== undefined ? [answer] : [],
  )
  if (answers.length === 0) return []
  const { linkId } = JSON.parse(random.pick(answers)).data.links[random.below(2)]
  return Promise.all(
    sellers.map(({ credentials }) =>
      signedClient(member.http, credentials)
        .post(`/v2/links/${linkId}/cancel`, { reason: 'left' })
        .catch(() => undefined),
    ),
  )
}
