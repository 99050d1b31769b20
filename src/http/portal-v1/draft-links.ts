import { MS_PER_DAY } from '../../core/mod.ts'
import { Outage } from '../../db/mod.ts'
import { openDraftRequest, type Draft } from '../../orders/mod.ts'
import type { Context } from '../context.ts'
import type { NewLinksBody } from '../links/links-body.ts'
import { dropParts, FEW_LINKS, openRecipients, storeParts } from '../links/many-links.ts'

/** Longer than a draft waits. Parts of a draft that is over are deleted with it. */
const PARTS_KEPT_MS = 30 * MS_PER_DAY

/**
 * Makes a draft with the request that it has itself. The recipients of many links are stored apart,
 * and deleted if no draft was made.
 */
export async function withDraftLinks(
  context: Context,
  { partnerId, draftId: partsId }: Pick<Draft, 'partnerId' | 'draftId'>,
  body: NewLinksBody,
  make: (head: NewLinksBody) => Promise<Draft>,
): Promise<Draft> {
  if (body.recipients.length <= FEW_LINKS) return make(body)
  await storeParts(context, { partnerId, partsId, keptMs: PARTS_KEPT_MS }, body)
  try {
    return await make({ ...body, recipients: [] })
  } catch (error) {
    // After an outage, the draft may have been made.
    if (!(error instanceof Outage)) await dropParts(context, { partnerId, partsId })
    throw error
  }
}

/** Returns the request of a draft; undefined once it is over. */
export async function openDraftLinks(
  context: Context,
  draft: Draft,
): Promise<NewLinksBody | undefined> {
  const body = (await openDraftRequest(context.vault, draft)) as NewLinksBody | undefined
  if (!body || body.recipients.length > 0) return body
  const { partnerId, draftId: partsId } = draft
  return { ...body, recipients: await openRecipients(context, { partnerId, partsId }) }
}
