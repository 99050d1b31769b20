import { recordAudit, type Actor } from '../audit/mod.ts'
import { resolveAlert } from '../alerts/mod.ts'
import {
  invalidField,
  LANGUAGE_FALLBACK,
  PARTNER_ID_MAX,
  readLanguage,
  type Clock,
  notFound,
} from '../core/mod.ts'
import { maybeRow, oneRow, transact, type Database, type Db } from '../db/mod.ts'
import { hasPartner } from '../partners/mod.ts'
import { DEFAULT_MAIL } from './default-mail.ts'
import { MAIL_SAMPLE, type MailTemplate, type MailTexts } from './mail-template.ts'
import {
  deleteTemplate,
  lockTemplate,
  putTemplate,
  templateInForce,
  toTemplate,
  type TemplateName,
} from './mail-template-rows.ts'
import { checkMailTexts, renderMail } from './render-mail.ts'

interface Writes {
  readonly db: Database
  readonly clock: Clock
}

interface Act {
  readonly actor: Actor
  readonly reason?: string | undefined
}

/**
 * Sets the texts of mails in one language, for one partner or for all partners without their own.
 * The audit entry has the subject and the sizes. Mails that are sent afterwards use them.
 *
 * Refuses invalid_request: partnerId, language, and what `checkMailTexts` refuses.
 */
export async function setMailTemplate(
  { db, clock }: Writes,
  input: TemplateName & MailTexts,
  { actor, reason }: Act,
): Promise<MailTemplate> {
  const name = await readName(db, input)
  const { subject, text, html } = input
  checkMailTexts(input)
  return await transact(db, async (tx) => {
    const at = clock.now()
    const before = await maybeRow(tx, lockTemplate(name))
    const set = { ...name, subject, text, html, setAt: at, setBy: actor.name }
    const template = toTemplate(await oneRow(tx, putTemplate(set)))
    recordAudit(tx, {
      partnerId: name.partnerId,
      actor,
      action: 'mail_template.set',
      target: targetOf(name),
      valueOut: 'none',
      reason,
      before: before && auditable(toTemplate(before)),
      after: auditable(template),
      at,
    })
    resolveAlert(tx, { kind: 'mail_template_broken', subject: targetOf(name), at })
    return template
  })
}

/**
 * Removes a template, so that the less specific one is used. Audited. Refuses invalid_request for
 * partnerId or language, then not_found.
 */
export async function removeMailTemplate(
  { db, clock }: Writes,
  input: TemplateName,
  { actor, reason }: Act,
): Promise<TemplateName> {
  const name = await readName(db, input)
  await transact(db, async (tx) => {
    const before = await maybeRow(tx, lockTemplate(name))
    if (!before) throw notFound('template')
    const at = clock.now()
    tx.write(deleteTemplate(name))
    recordAudit(tx, {
      partnerId: name.partnerId,
      actor,
      action: 'mail_template.remove',
      target: targetOf(name),
      valueOut: 'none',
      reason,
      before: auditable(toTemplate(before)),
      at,
    })
    resolveAlert(tx, { kind: 'mail_template_broken', subject: targetOf(name), at })
  })
  return name
}

/** A template that was set, or the default one. */
export type TemplateInForce = MailTexts & Partial<MailTemplate> & { readonly language: string }

/**
 * Returns the texts of a partner's mails, or those for partners without their own, in the given
 * language or that of the partner. Refuses invalid_request: partnerId, language.
 */
export async function findTemplateInForce(
  db: Db,
  name: { readonly [Key in keyof TemplateName]?: TemplateName[Key] | undefined },
): Promise<TemplateInForce> {
  const { partnerId } = name
  if (partnerId !== undefined) await requirePartner(db, partnerId)
  const language = name.language === undefined ? undefined : readLanguage('language', name.language)
  const row = await maybeRow(db, templateInForce({ partnerId, language }))
  return row ? toTemplate(row) : { ...DEFAULT_MAIL, language: LANGUAGE_FALLBACK }
}

/** Renders these texts with example values. Refuses what `checkMailTexts` refuses. */
export function previewMail(texts: MailTexts): MailTexts {
  checkMailTexts(texts)
  return renderMail(texts, MAIL_SAMPLE)
}

async function readName(db: Db, { partnerId, language }: TemplateName) {
  if (partnerId !== undefined) await requirePartner(db, partnerId)
  return { partnerId, language: readLanguage('language', language) }
}

async function requirePartner(db: Db, partnerId: number): Promise<void> {
  const isId = partnerId >= 1 && partnerId <= PARTNER_ID_MAX
  if (!isId || !(await hasPartner(db, partnerId))) {
    throw invalidField('partnerId', 'names no partner')
  }
}

/** Names the template in the audit log and in alerts. */
export function targetOf({ partnerId, language }: TemplateName): string {
  return `mail-template:${partnerId ?? 'all'}:${language}`
}

function auditable({ subject, text, html }: MailTexts) {
  return { subject, textLength: text.length, htmlLength: html?.length ?? null }
}
