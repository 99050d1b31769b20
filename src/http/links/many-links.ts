import { MS_PER_HOUR } from '../../core/mod.ts'
import {
  deleteParts,
  findBatchByNo,
  openPart,
  PART_LINKS,
  pagesOfBatch,
  storePart,
  type LinkBatch,
  type PartPlace,
} from '../../links/mod.ts'
import type { Context } from '../context.ts'
import { jsonOf } from '../responses/json-writer.ts'
import type { Chunks } from '../responses/send-stream.ts'
import { SentLinkView } from '../shapes/link-shape.ts'
import type { NewLinksBody } from './links-body.ts'
import { readNewLinks } from './new-links.ts'
import { asSent, sentOf } from './sent-link.ts'

/** A request with more links than these is accepted at once and written in parts. */
export const FEW_LINKS = 1_000

/** How long parts are kept whose request is cut off before it is accepted. */
const KEPT_MS = MS_PER_HOUR

/** A part of a request, and the instant at which it was read: dates are checked against it. */
interface StoredPart {
  readonly atMs: number
  readonly body: NewLinksBody
}

interface PartsToStore {
  readonly partnerId: number
  readonly partsId: string
  readonly keptMs?: number
}

/** Stores the recipients of a request in parts, before it is accepted. */
export async function storeParts(
  context: Pick<Context, 'db' | 'vault' | 'clock'>,
  { partnerId, partsId, keptMs = KEPT_MS }: PartsToStore,
  { recipients, ...shared }: NewLinksBody,
): Promise<void> {
  const atMs = context.clock.now()
  for (let from = 0; from < recipients.length; from += PART_LINKS) {
    const body = { ...shared, recipients: recipients.slice(from, from + PART_LINKS) }
    const place = { partnerId, partsId, partNo: from / PART_LINKS }
    const request: StoredPart = { atMs, body }
    await storePart(context, place, { request, keepUntilMs: atMs + keptMs })
  }
}

/** Returns the recipients of a request that was stored and is not sent. */
export async function openRecipients(
  context: Pick<Context, 'db' | 'vault'>,
  { partnerId, partsId }: PartsToStore,
): Promise<NewLinksBody['recipients']> {
  const recipients: NewLinksBody['recipients'] = []
  for (let partNo = 0; ; partNo += 1) {
    const part = await openPart(context, { partnerId, partsId, partNo })
    if (part === undefined) return recipients
    for (const one of (part as StoredPart).body.recipients) recipients.push(one)
  }
}

/** Deletes the parts of a request that was not accepted. */
export async function dropParts(
  { db }: Pick<Context, 'db'>,
  place: Omit<PartPlace, 'partNo'>,
): Promise<void> {
  await db.rows(deleteParts(place))
}

/**
 * Writes the links of an accepted request that wait, part by part, each in a group of its own. May
 * run in several processes at a time: each part is written once.
 */
export async function writeWaitingLinks(
  context: Pick<Context, 'db' | 'vault' | 'orders'>,
  partnerId: number,
  batchNo: number,
): Promise<void> {
  let missing: number | undefined
  for (;;) {
    const batch = await findBatchByNo(context.db, partnerId, batchNo)
    const { waiting } = batch ?? {}
    if (!batch || !waiting || waiting.count === 0) return
    const from = batch.linkCount - waiting.count
    const partNo = from / PART_LINKS
    const part = await openPart(context, { partnerId, partsId: waiting.partsId, partNo })
    if (part === undefined) {
      // Another process has written it since the request was read.
      if (missing === partNo) throw new Error(`part ${partNo} of request ${batchNo} is missing`)
      missing = partNo
      continue
    }
    const { atMs, body } = part as StoredPart
    const reader = { vault: context.vault, clock: { now: () => atMs } }
    const { links } = readNewLinks(reader, { partnerId, body })
    await context.orders.writeLinks(partnerId, { batchNo, partNo, from, links, namedMs: atMs })
  }
}

/** Returns the body of the response to a request with many links, as a stream. */
export async function* sentChunks(
  context: Context,
  { base, partnerId, batch }: { base: string; partnerId: number; batch: LinkBatch },
): Chunks {
  yield `{"data":{"reference":${JSON.stringify(batch.reference)},"links":[`
  let written = 0
  for await (const links of pagesOfBatch(context.db, partnerId, batch.batchNo)) {
    const texts = links.map((link) =>
      jsonOf(SentLinkView.schema, sentOf(context, base, asSent(link))),
    )
    yield `${written === 0 ? '' : ','}${texts.join(',')}`
    written += links.length
  }
  if (written < batch.linkCount) throw new Error(`request ${batch.batchNo} lacks links`)
  yield ']}}'
}
