import { setImmediate } from 'node:timers/promises'
import { Type } from 'typebox'
import type { Actor } from '../../audit/mod.ts'
import {
  minorUnits,
  Refusal,
  storedCurrency,
  wireAmount,
  type Metadata,
  type MinorUnits,
  randomUUID,
} from '../../core/mod.ts'
import { transact, type Tx } from '../../db/mod.ts'
import {
  findBatch,
  findBatchByReference,
  pagesOfBatch,
  openRecipient,
  referenceExists,
  requireFactors,
  sumsSetAside,
  type LinkBatch,
  type Recipient,
} from '../../links/mod.ts'
import {
  draftKey,
  lockTeamMonths,
  makeDraft,
  fingerprintOf,
  fingerprintOfMany,
  repriceDraft,
  sealDraftRequest,
  showDraftLinks,
  type Draft,
  type PersonAct,
} from '../../orders/mod.ts'
import type { Context } from '../context.ts'
import { derivedKey } from '../derived-key.ts'
import { created, ok } from '../response.ts'
import { portalRoute, type Route } from '../route.ts'
import { Text } from '../shapes/field.ts'
import { SentLinksShape, SentLinkView } from '../shapes/link-shape.ts'
import { NewLinks, type NewLinksBody } from '../links/links-body.ts'
import { FEW_LINKS, writeWaitingLinks } from '../links/many-links.ts'
import { outlineNewLinks, readNewLinks, requireTemplate } from '../links/new-links.ts'
import { requireClaimUrl, requireDelivery } from '../links/require-delivery.ts'
import { asSent, sentOf } from '../links/sent-link.ts'
import { openDraftLinks, withDraftLinks } from './draft-links.ts'
import { draftOf, DraftView } from './draft-shape.ts'

type Body = NewLinksBody

interface Sender {
  readonly partnerId: number
  readonly isTest: boolean
}

/**
 * Returns links as they would be sent now, with the funds that they would set aside. Refuses as
 * sending does, but for the funds; `isSent` if the same links were sent with this reference.
 */
export async function checkLinks(context: Context, body: Body, { partnerId, isTest }: Sender) {
  const earlier = await findBatchByReference(context.db, partnerId, body.reference)
  if (earlier && !earlier.fingerprint.equals(await fingerprintOfMany(body, 'recipients')))
    throw referenceExists()
  if (earlier) return sentSums(context, partnerId, await writtenBatch(context, partnerId, earlier))
  const template = await requireTemplate(context, partnerId, body)
  const input = await outlineNewLinks(context, { partnerId, body })
  await requireDelivery(context, { ...input, template, delivery: body.delivery }, { isTest })
  requireFactors(template, input)
  const { currency, products, links } = input
  const terms = { currency, products, links, isTest }
  const aside = sumsSetAside(await context.catalog.current(), partnerId, terms)
  return {
    count: links.length,
    isSent: false,
    currency,
    worthMinor: totalOf(links.map(({ amountMinor }) => BigInt(amountMinor))),
    asideMinor: totalOf(aside),
  }
}

/** Returns a request once all of its links are written: it may have been cut off before. */
async function writtenBatch(
  context: Context,
  partnerId: number,
  batch: LinkBatch,
): Promise<LinkBatch> {
  if (batch.waiting) await writeWaitingLinks(context, partnerId, batch.batchNo)
  return batch
}

/** Returns the sums of links that were sent, whatever could be sent today. */
async function sentSums({ db }: Context, partnerId: number, batch: LinkBatch) {
  let worthMinor = 0n
  for await (const links of pagesOfBatch(db, partnerId, batch.batchNo)) {
    worthMinor += totalOf(links.map(({ amountMinor }) => amountMinor))
  }
  return {
    count: batch.linkCount,
    isSent: true,
    currency: storedCurrency(batch.currency),
    worthMinor: minorUnits(worthMinor),
    asideMinor: minorUnits(batch.sentMinor),
  }
}

function totalOf(sums: readonly bigint[]): MinorUnits {
  return minorUnits(sums.reduce((sum, one) => sum + one, 0n))
}

const makeOwnLinkDraft = portalRoute('POST /portal/v1/link-drafts', {
  permission: 'links:write',
  operationId: 'makeOwnLinkDraft',
  success: [201],
  refuses: ['state_conflict', 'client_reference_exists'],
  hasPrivateBody: true,
  manyRowsAt: 'recipients',
  summary: 'Asks another person of the partner to approve links; sends nothing, holds no money',
  description: 'The links are stored sealed until the draft is decided, then they are deleted.',
  body: NewLinks,
  response: Type.Object({ data: DraftView.schema }),
  async handle({ partnerId, isTest, actor, body }, context) {
    const checked = await checkLinks(context, body, { partnerId, isTest })
    if (checked.isSent) throw referenceExists()
    const { count, currency, asideMinor } = checked
    const place = { partnerId, draftId: randomUUID() }
    const at = context.clock.now()
    const draft = {
      ...place,
      kind: 'LINKS',
      clientReference: body.reference,
      currency,
      chargedMinor: asideMinor,
      itemCount: count,
      actor,
      at,
      portalUrl: context.baseUrl(),
    } as const
    const links = await transact(context.db, (tx) => withoutTeams(tx, draft, body))
    const waiting = await withDraftLinks(context, place, links, (head) =>
      transact(context.db, async (tx) => {
        const sealed = sealDraftRequest(context.vault, place, head)
        context.vault.requireKeys(tx, [sealed])
        return await makeDraft(tx, { ...draft, sealed })
      }),
    )
    return created({ data: draftOf(await context.catalog.current(), waiting) })
  },
})

/**
 * Returns the request without the label of the maker's team, which is written when the links are
 * sent. Refuses the label of another team already here: the approver could not mend it.
 */
async function withoutTeams(
  tx: Tx,
  { partnerId, actor, at }: { partnerId: number; actor: Actor; at: number },
  body: Body,
): Promise<Body> {
  if (body.recipients.every(({ metadata }) => metadata?.['team'] === undefined)) return body
  const months = await lockTeamMonths(tx, { partnerId, userIds: [Number(actor.id)], at })
  const recipients = body.recipients.map(({ metadata, ...recipient }, index) => {
    const path = `recipients[${index}].metadata`
    const labels = metadata && months.withoutTeam(actor, metadata, path)
    return { ...recipient, ...(labels && { metadata: labels }) }
  })
  return { ...body, recipients }
}

/**
 * Returns the number of links of a draft for each amount with its labels; undefined once the links
 * are deleted.
 */
export async function amountsOf(context: Context, draft: Draft) {
  const body = await openDraftLinks(context, draft)
  if (!body) return undefined
  const same = new Map<string, { amount: number; links: number; metadata?: Metadata | undefined }>()
  for (const [at, { amount = body.amount, metadata }] of body.recipients.entries()) {
    if (amount === undefined) continue
    const key = fingerprintOf([amount, metadata ?? {}]).toString('hex')
    const one = same.get(key) ?? { amount, links: 0, metadata }
    one.links += 1
    same.set(key, one)
    if (at % ROWS_OF_STEP === 0) await setImmediate()
  }
  return [...same.values()]
}

/** Grouping this many links takes some milliseconds. */
const ROWS_OF_STEP = 500

/**
 * Returns the funds that links would set aside now. Refuses state_conflict if they have risen.
 */
export async function priceLinksAnew(context: Context, draft: Draft, isTest: boolean) {
  const { partnerId, currency, chargedMinor } = draft
  if (draft.state !== 'WAITING') return undefined
  const body = await openDraftLinks(context, draft)
  if (!body) return undefined
  const { asideMinor } = await checkLinks(context, body, { partnerId, isTest })
  const priced = { charged: asideMinor }
  if (asideMinor <= chargedMinor) return priced
  await transact(context.db, (tx) => repriceDraft(tx, draft, priced))
  const sum = `${wireAmount(asideMinor, currency)} ${currency.code}`
  throw new Refusal(
    'state_conflict',
    `the links now set ${sum} aside; check that and approve again`,
  )
}

/** Returns the key under which the links of a draft are sent. No request can have it. */
function sendingKey(draftId: string): string {
  return derivedKey(`links of draft ${draftId}`)
}

/** Sends the links of a draft once, in the name of its maker. */
export async function sendDraft(
  context: Context,
  draft: Draft,
  { isTest, maker, act }: { isTest: boolean; maker: Omit<Actor, 'permission'>; act: PersonAct },
): Promise<void> {
  const { partnerId, draftId, chargedMinor } = draft
  const body = await openDraftLinks(context, draft)
  if (!body) throw new Refusal('state_conflict', 'the draft was decided already')
  const template = await requireTemplate(context, partnerId, body)
  const request = { partnerId, body }
  const outline = await outlineNewLinks(context, request)
  await requireDelivery(context, { ...outline, template, delivery: body.delivery }, { isTest })
  const approval = { by: act.by, upToMinor: chargedMinor }
  const actor: Actor = { ...maker, permission: 'links:write' }
  const idempotencyKey = sendingKey(draftId)
  const by = { idempotencyKey, isTest, actor, approval }
  const links =
    body.recipients.length <= FEW_LINKS
      ? { ...readNewLinks(context, request), ...by, namedMs: draft.madeMs }
      : { ...outline, ...by, partsId: draftId }
  const { batch } = await context.orders.sendLinks(partnerId, links, act)
  if (batch.waiting) await writeWaitingLinks(context, partnerId, batch.batchNo)
}

const ApprovedLinksShape = Type.Object(
  {
    reference: SentLinksShape.properties.reference,
    links: Type.Array(
      Type.Object(
        {
          ...SentLinkView.schema.properties,
          name: Type.Optional(Text('Name of the recipient')),
          email: Type.Optional(Text('E-mail address of the recipient')),
        },
        { title: 'ApprovedLink' },
      ),
      { description: 'The links, in the order of the request' },
    ),
  },
  { title: 'ApprovedLinks' },
)

type ApprovedLink = ReturnType<typeof sentOf> & Pick<Recipient, 'name' | 'email'>

const takeOwnDraftLinks = portalRoute('POST /portal/v1/drafts/{draftId}/addresses', {
  permission: 'links:write',
  operationId: 'takeOwnDraftLinks',
  refuses: ['state_conflict'],
  summary: 'Returns the addresses of approved links once, to the maker of the draft',
  description: 'A repeat with the same Idempotency-Key has the same addresses.',
  response: Type.Object({ data: ApprovedLinksShape }),
  async handle({ partnerId, actor, params: { draftId: id } }, context) {
    const { db, clock } = context
    const base = requireClaimUrl(context)
    const take = { partnerId, id, actor, at: clock.now() }
    const batch = await findBatch(db, partnerId, sendingKey(draftKey(id)))
    // They are shown once, so none may be missing.
    if (batch) await writtenBatch(context, partnerId, batch)
    await transact(db, (tx) => showDraftLinks(tx, take))
    const sent: ApprovedLink[] = []
    const pages = batch ? pagesOfBatch(db, partnerId, batch.batchNo) : []
    for await (const links of pages) {
      for (const link of links) {
        const { name, email } = await openRecipient(context.vault, link)
        sent.push({ ...sentOf(context, base, asSent(link)), name, email })
      }
    }
    return ok({ data: { reference: batch?.reference ?? '', links: sent } })
  },
})

export const ownLinkDraftRoutes: readonly Route[] = [makeOwnLinkDraft, takeOwnDraftLinks]
