import type { Actor } from '../../audit/mod.ts'
import { Refusal, type RefusalKind, randomUUID } from '../../core/mod.ts'
import {
  findBatch,
  type LinkBatch,
  listBatch,
  outlineOf,
  type SendLinks,
  type SendManyLinks,
  type SentLinks,
} from '../../links/mod.ts'
import { fingerprintOfMany } from '../../orders/mod.ts'
import type { Context } from '../context.ts'
import { derivedKey } from '../derived-key.ts'
import { JSON_TYPE } from '../errors.ts'
import { readIdempotencyKey } from '../idempotency-key.ts'
import { created, replayed } from '../response.ts'
import type { NewLinksBody } from './links-body.ts'
import { dropParts, FEW_LINKS, sentChunks, storeParts, writeWaitingLinks } from './many-links.ts'
import { type LinksRequest, outlineNewLinks, readNewLinks, requireTemplate } from './new-links.ts'
import { requireClaimUrl, requireDelivery } from './require-delivery.ts'
import { asSent, sentOf } from './sent-link.ts'

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
  body: NewLinksBody,
  { partnerId, headers, ...by }: SentBy,
) {
  const { value: key, fault: keyFault } = readIdempotencyKey(headers['idempotency-key'])
  const idempotencyKey = ownKey(by.actor, key)
  const earlier = await findBatch(context.db, partnerId, idempotencyKey)
  // A repeat has the first response, even if the same could not be sent today.
  if (earlier?.fingerprint.equals(await fingerprintOfMany(body, 'recipients')) === true) {
    return replayed(await sentResponse(context, partnerId, earlier))
  }
  const request = { partnerId, body, keyFault }
  const template = await requireTemplate(context, partnerId, body)
  const requireWay = (input: Pick<SendManyLinks, 'links' | 'currency'>): Promise<void> =>
    requireDelivery(context, { ...input, template, delivery: body.delivery }, by)
  const sending = { by: { ...by, idempotencyKey }, requireWay }
  const { batch, isReplayed } =
    body.recipients.length <= FEW_LINKS
      ? await sendFew(context, request, sending)
      : await sendMany(context, request, sending)
  const response = await sentResponse(context, partnerId, batch)
  return isReplayed ? replayed(response) : response
}

interface Sending {
  readonly by: Pick<SendLinks, 'clientId' | 'actor' | 'isTest' | 'idempotencyKey'>
  /** Refuses links that could not be delivered. */
  requireWay(input: Pick<SendManyLinks, 'links' | 'currency'>): Promise<void>
}

async function sendFew(
  context: Context,
  request: LinksRequest,
  { by, requireWay }: Sending,
): Promise<SentLinks> {
  const input = readNewLinks(context, request)
  await requireWay({ ...input, links: input.links.map(outlineOf) })
  return await context.orders.sendLinks(request.partnerId, { ...input, ...by })
}

/** Stores the recipients, and accepts the links if that is permitted. They are written later. */
async function sendMany(
  context: Context,
  request: LinksRequest,
  { by, requireWay }: Sending,
): Promise<SentLinks> {
  const { partnerId, body } = request
  const input = await outlineNewLinks(context, request)
  await requireWay(input)
  const place = { partnerId, partsId: randomUUID() }
  await storeParts(context, place, body)
  try {
    const sent = await context.orders.sendLinks(partnerId, {
      ...input,
      ...by,
      partsId: place.partsId,
    })
    if (sent.isReplayed) await dropParts(context, place)
    return sent
  } catch (error) {
    // After anything but a refusal, the links may have been accepted.
    if (error instanceof Refusal) await dropParts(context, place)
    throw error
  }
}

/** Binds a key to its sender, because the response has addresses. Credentials share their keys. */
function ownKey(actor: Actor | undefined, key: string | undefined): string | undefined {
  return key && derivedKey(`links ${actor ? `${actor.kind} ${actor.id}` : 'credential'} ${key}`)
}

async function sentResponse(context: Context, partnerId: number, batch: LinkBatch) {
  const base = requireClaimUrl(context)
  const { batchNo, reference, waiting, linkCount } = batch
  if (waiting) await writeWaitingLinks(context, partnerId, batchNo)
  if (linkCount > FEW_LINKS) {
    const body = sentChunks(context, { base, partnerId, batch })
    return { status: 201, headers: { 'content-type': JSON_TYPE }, body }
  }
  const links = await listBatch(context.db, partnerId, batchNo)
  return created({
    data: { reference, links: links.map((link) => sentOf(context, base, asSent(link))) },
  })
}
