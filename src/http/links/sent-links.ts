import type { Static } from 'typebox'
import type { Actor } from '../../audit/mod.ts'
import type { RefusalKind } from '../../core/mod.ts'
import {
  findBatch,
  type Link,
  type LinkBatch,
  listBatch,
  type SendLinks,
  tokenOf,
} from '../../links/mod.ts'
import { fingerprintOf } from '../../orders/mod.ts'
import type { Context } from '../context.ts'
import { derivedKey } from '../derived-key.ts'
import { readIdempotencyKey } from '../idempotency-key.ts'
import { created, replayed } from '../response.ts'
import { SentLinkView } from '../shapes/link-shape.ts'
import { NewLinks, readNewLinks, requireTemplate } from './new-links.ts'
import { requireClaimUrl, requireDelivery } from './require-delivery.ts'

/** The refusals of a request that sends links, by programs and by people. */
export const SENDING_REFUSALS: readonly RefusalKind[] = [
  'insufficient_funds',
  'idempotency_conflict',
  'client_reference_exists',
  'numbers_exhausted',
  'state_conflict',
]

type SentBy = Pick<SendLinks, 'clientId' | 'actor' | 'isTest'> & {
  readonly partnerId: number
  readonly headers: Readonly<Record<string, unknown>>
}

/** Sends links for a program or a person, as `sendLinks` describes it. */
export async function respondWithSent(
  context: Context,
  body: Static<typeof NewLinks>,
  { partnerId, headers, ...by }: SentBy,
) {
  const { value: key, fault: keyFault } = readIdempotencyKey(headers['idempotency-key'])
  const idempotencyKey = ownKey(by.actor, key)
  const earlier = await findBatch(context.db, partnerId, idempotencyKey)
  // A repeat has the first response, even if the same could not be sent today.
  if (earlier?.fingerprint.equals(fingerprintOf(body)) === true) {
    return replayed(await sentResponse(context, partnerId, earlier))
  }
  const input = readNewLinks(context, { partnerId, body, keyFault })
  const template = await requireTemplate(context, partnerId, body)
  await requireDelivery(context, { ...input, template, delivery: body.delivery }, by)
  const sending = { ...by, ...input, idempotencyKey }
  const { batch, isReplayed } = await context.orders.sendLinks(partnerId, sending)
  const response = await sentResponse(context, partnerId, batch)
  return isReplayed ? replayed(response) : response
}

/** Binds a key to its sender, because the response has addresses. Credentials share their keys. */
function ownKey(actor: Actor | undefined, key: string | undefined): string | undefined {
  return key && derivedKey(`links ${actor ? `${actor.kind} ${actor.id}` : 'credential'} ${key}`)
}

async function sentResponse(
  context: Context,
  partnerId: number,
  { batchNo, reference }: LinkBatch,
) {
  const base = requireClaimUrl(context)
  const links = await listBatch(context.db, partnerId, batchNo)
  return created({
    data: { reference, links: links.map((link) => sentOf(context, base, asSent(link))) },
  })
}

/** Returns a link as it was sent, whatever has become of it. */
export function asSent(link: Link): Link {
  const money = { chosenMinor: 0n, heldMinor: 0n, claimedMinor: 0n, returnedMinor: 0n }
  return { ...link, ...money, ended: undefined, generation: 1 }
}

export function sentOf({ vault }: Context, base: string, link: Link) {
  return SentLinkView.body({ ...link, url: `${base}/c/${tokenOf(vault, link)}` })
}
