import { recordAudit, type Actor } from '../audit/mod.ts'
import { readImageInfos } from '../content/mod.ts'
import { invalidField, Refusal, type Clock, notFound, randomUUID } from '../core/mod.ts'
import { maybeRow, oneRow, transact, type Database, type Db } from '../db/mod.ts'
import { lockPartner } from '../partners/mod.ts'
import { auditableRules } from './claim-rules.ts'
import {
  lockTemplateForChange,
  templatesById,
  templatesOf,
  toTemplate,
  writeTemplate,
} from './link-template-rows.ts'
import {
  linkTemplateId,
  readTemplate,
  type LinkTemplate,
  type TemplateInput,
} from './link-template.ts'
import { recordChecked } from './partner-claim-rules.ts'

const TEMPLATES_MAX = 100

interface Saving {
  readonly partnerId: number
  /** Undefined for a new one. */
  readonly templateId: string | undefined
  readonly input: TemplateInput
  readonly actor: Actor
}

/**
 * Stores a template, or replaces one as a whole, audited. Pages and mails of all its links use it
 * at once, also of links that were sent before.
 *
 * Refuses, in this order:
 *   invalid_request   as `readTemplate`; a logo that is not stored
 *   not_found         no such template of this partner
 *   state_conflict    a new template, if the partner has 100 already
 */
export async function saveLinkTemplate(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  { partnerId, templateId, input, actor }: Saving,
): Promise<LinkTemplate> {
  const fields = readTemplate(input)
  return transact(db, async (tx) => {
    await requireLogo(tx, fields.logoImageId)
    // The partner is locked before the template: claims use the same order.
    await lockPartner(tx, partnerId)
    const before = templateId === undefined ? undefined : await lockOwn(tx, partnerId, templateId)
    if (!before && (await tx.rows(templatesOf(partnerId))).length >= TEMPLATES_MAX) {
      throw new Refusal('state_conflict', `a partner has at most ${TEMPLATES_MAX} templates`)
    }
    const at = clock.now()
    const named = { partnerId, templateId: templateId ?? randomUUID() }
    const times = { createdMs: before?.createdMs ?? at, updatedMs: at }
    const template = toTemplate(await oneRow(tx, writeTemplate({ ...fields, ...named, ...times })))
    if (before?.claimRules || template.claimRules) await recordChecked(tx, partnerId)
    recordAudit(tx, {
      partnerId,
      actor,
      action: before ? 'link_template.update' : 'link_template.create',
      target: `link-template:${linkTemplateId(template)}`,
      valueOut: 'none',
      before: before && auditable(before),
      after: auditable(template),
      at,
    })
    return template
  })
}

async function lockOwn(db: Db, partnerId: number, templateId: string): Promise<LinkTemplate> {
  const row = await maybeRow(db, lockTemplateForChange(partnerId, templateId))
  if (!row) throw notFound('template')
  return toTemplate(row)
}

async function requireLogo(db: Db, imageId: string | undefined): Promise<void> {
  if (imageId === undefined || (await readImageInfos(db, [imageId])).has(imageId)) return
  throw invalidField('logo', 'names no image that is stored')
}

function auditable(template: LinkTemplate) {
  const { name, logoImageId, accentColor, paperColor, senderName, secondFactor, texts } = template
  const colors = { accentColor: accentColor ?? null, paperColor: paperColor ?? null }
  const locales = texts.map(({ locale }) => locale)
  const logo = logoImageId ?? null
  const { claimRules, quietHours } = template
  const rules = {
    ...(claimRules && { claimRules: auditableRules(claimRules) }),
    ...(quietHours && { quietHours: { ...quietHours } }),
  }
  const sender = { senderName: senderName ?? null }
  return { name, logo, ...colors, ...sender, secondFactor, locales, ...rules }
}

/** Returns the templates of a partner, by name. */
export async function listLinkTemplates(db: Db, partnerId: number): Promise<LinkTemplate[]> {
  return (await db.rows(templatesOf(partnerId))).map(toTemplate)
}

/** Returns a template of a partner; undefined if it has none of this key. */
export async function findLinkTemplate(
  db: Db,
  partnerId: number,
  templateId: string,
): Promise<LinkTemplate | undefined> {
  const row = await maybeRow(db, templatesById(partnerId, [templateId]))
  return row && toTemplate(row)
}
