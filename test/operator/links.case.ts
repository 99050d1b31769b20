import { switchMailingOff, switchMailingOn } from '../../src/consumers/mod.ts'
import {
  NO_FLAGS,
  NO_STATUSES,
  NO_TEXTS,
  PAGE_SIZE,
} from '../conformance/bad-input/bad-parameters.ts'
import { withReason } from '../conformance/bad-input/values.ts'
import { sentLink } from '../links/link-fixture.ts'
import type { RunningService } from '../support/service.ts'
import type { OperatorCases } from './case.ts'

const ID = 'lnk_8589934597'
const NO_TIMES = ['', 'today', '2026-02-30', '2026-01-01T25:00:00Z', '%00']

type Sender = Pick<RunningService, 'partner' | 'product'>

/** Sends a new link; returns its id. */
export async function aLink({ partner, product }: Sender): Promise<string> {
  const { productId } = await product()
  return String((await sentLink(partner, { products: [productId] })).linkId)
}

/** Returns the id of a link that was mailed a day ago. */
export async function aMailedLink({ db, ...sender }: Sender & Pick<RunningService, 'db'>) {
  await switchMailingOn(db)
  const { productId } = await sender.product()
  const recipients = [{ name: 'Ada Lovelace', email: 'ada@example.com' }]
  const mailed = { delivery: 'EMAIL', products: [productId], recipients }
  const linkId = String((await sentLink(sender.partner, mailed)).linkId)
  await switchMailingOff(db)
  await db.pool.query(
    `update link_messages
     set status = 'SENT', next_try_at = null, sent_at = now() - interval '1 day'
     where partner_id = $1 and status = 'PENDING'`,
    [sender.partner.partnerId],
  )
  return linkId
}

/** Returns the id of a link that waits for review, as if a claim had broken a rule. */
export async function aReviewedLink(fixture: Sender & Pick<RunningService, 'db'>) {
  const linkId = await aLink(fixture)
  await fixture.db.pool.query(
    `update links
     set review_reason = 'NETWORK', review_until = now() + interval '3 days'
     where partner_id = $1 and link_no = $2`,
    [fixture.partner.partnerId, linkId.slice('lnk_'.length)],
  )
  return linkId
}

function entryOf(
  { partner }: Pick<RunningService, 'partner'>,
  linkId: string,
  { act, after }: { readonly act: string; readonly after: string },
) {
  return {
    partnerId: partner.partnerId,
    action: `link.${act}`,
    target: `link:${linkId}`,
    reason: 'asked',
    before: { status: 'OPEN' },
    after: { status: after },
  }
}

/** Cancels or reveals a new link; returns the reply and the expected audit entry. */
async function doAct(
  service: RunningService,
  act: 'cancel' | 'reveal',
  after: { readonly status: string },
) {
  const linkId = await aLink(service)
  const reply = await service.admin.post(`/admin/v1/links/${linkId}/${act}`, { reason: 'asked' })
  const entry = entryOf(service, linkId, { act, after: after.status })
  return { reply, ...entry }
}

const WITH_REASON = withReason('asked for')

export const LINKS: OperatorCases = {
  'GET /admin/v1/partners/{partnerId}/links': {
    roles: 'admin finance operations support auditor',
    badQueries: {
      status: NO_STATUSES,
      reference: NO_TEXTS,
      email: NO_TEXTS,
      from: NO_TIMES,
      to: NO_TIMES,
      unmasked: NO_FLAGS,
      after: ['', '1', 'lnk_', 'lnk_x', 'ord_1', '%00'],
      ...PAGE_SIZE,
    },
    commands: {
      'links list 3': '/partners/3/links',
      'links list 3 --status OPEN --reference a --unmasked':
        '/partners/3/links?status=OPEN&reference=a&unmasked=true',
      'links list 3 --email a@b.example --from 2026-01-01 --after lnk_8589934597':
        '/partners/3/links?email=a%40b.example&from=2026-01-01&after=lnk_8589934597',
      'links list 3 --to 2026-02-01': '/partners/3/links?to=2026-02-01',
    },
  },

  'GET /admin/v1/partners/{partnerId}/link-templates': {
    roles: 'admin finance operations support auditor',
    commands: { 'links templates 3': '/partners/3/link-templates' },
  },

  'GET /admin/v1/links/{linkId}': {
    roles: 'admin finance operations support auditor',
    badQueries: { unmasked: NO_FLAGS },
    commands: { [`links show ${ID} --unmasked`]: `/links/${ID}?unmasked=true` },
  },

  'POST /admin/v1/links/{linkId}/resend': {
    roles: 'admin operations',
    // The link is not delivered by e-mail.
    bodies: [{ ...WITH_REASON, accepted: [409] }],
    isRefused: true,
    prepare: async (fixture) => ({
      target: `/admin/v1/links/${await aMailedLink(fixture)}/resend`,
      body: { reason: 'she deleted the mail' },
    }),
    async audit(service) {
      const linkId = await aMailedLink(service)
      const path = `/admin/v1/links/${linkId}/resend`
      const reply = await service.admin.post(path, { reason: 'asked' })
      const entry = { action: 'link.resend', target: `link:${linkId}`, reason: 'asked' }
      return { reply, partnerId: service.partner.partnerId, ...entry }
    },
    commands: {
      [`links resend ${ID} --reason "asked for"`]: [`/links/${ID}/resend`, { reason: 'asked for' }],
    },
  },

  'POST /admin/v1/links/{linkId}/cancel': {
    roles: 'admin operations',
    bodies: [WITH_REASON],
    audit: (service) => doAct(service, 'cancel', { status: 'CANCELLED' }),
    commands: {
      [`links cancel ${ID} --reason "asked for"`]: [`/links/${ID}/cancel`, { reason: 'asked for' }],
    },
  },

  'GET /admin/v1/link-reviews': {
    roles: 'admin finance operations support auditor',
    commands: { 'links reviews': '/link-reviews' },
  },

  'POST /admin/v1/links/{linkId}/release': {
    roles: 'admin operations',
    isRefused: true,
    // No link of the fixture waits for review.
    bodies: [{ ...WITH_REASON, accepted: [409] }],
    prepare: async (fixture) => ({
      target: `/admin/v1/links/${await aReviewedLink(fixture)}/release`,
      body: { reason: 'she is known' },
    }),
    audit: async (service) => {
      const linkId = await aReviewedLink(service)
      const target = `/admin/v1/links/${linkId}/release`
      const reply = await service.admin.post(target, { reason: 'asked' })
      return { reply, ...entryOf(service, linkId, { act: 'release', after: 'OPEN' }) }
    },
    commands: {
      [`links release ${ID} --reason "she is known"`]: [
        `/links/${ID}/release`,
        { reason: 'she is known' },
      ],
    },
  },

  'POST /admin/v1/links/{linkId}/reveal': {
    roles: 'admin',
    isRefused: true,
    // A test of the cancel endpoint may have cancelled the link.
    bodies: [{ ...WITH_REASON, accepted: [200, 409] }],
    prepare: async (fixture) => ({
      target: `/admin/v1/links/${await aLink(fixture)}/reveal`,
      body: { reason: 'no mail reaches her' },
    }),
    audit: (service) => doAct(service, 'reveal', { status: 'OPEN' }),
    commands: {
      [`links reveal ${ID} --reason "asked for"`]: [`/links/${ID}/reveal`, { reason: 'asked for' }],
    },
  },
}
