import { dateAt, LANGUAGE_FALLBACK } from '../core/mod.ts'
import { list, insertRow, sql, type MailTemplatesRow, type Statement } from '../db/mod.ts'
import type { MailTemplate } from './mail-template.ts'

/** Identifies a template. Without a partner, it is for all of them. */
export interface TemplateName {
  readonly partnerId?: number | undefined
  readonly language: string
}

/**
 * Returns the template for a partner's mail. The language is `language`, or else the partner's. If
 * there is no template in it, the language without its region is tried, then English. Within a
 * language, the partner's own template comes before that for all.
 */
export function templateInForce({
  partnerId = 0,
  language,
}: {
  partnerId?: number | undefined
  language?: string | undefined
}): Statement<MailTemplatesRow> {
  return sql`
    select template.*
    from (select coalesce(
      ${language ?? null}::text,
      (select mail_language from partners where partner_id = ${partnerId}),
      ${LANGUAGE_FALLBACK}::text) as tag) as mail_language
    join mail_templates as template
      on (template.partner_id = ${partnerId} or template.partner_id is null)
      and template.language in (tag, split_part(tag, '-', 1), ${LANGUAGE_FALLBACK}::text)
    order by template.language = tag desc, template.language = split_part(tag, '-', 1) desc,
             template.partner_id is null
    limit 1`
}

export function lockTemplate({ partnerId, language }: TemplateName): Statement<MailTemplatesRow> {
  return sql`
    select * from mail_templates
    where partner_id is not distinct from ${partnerId ?? null} and language = ${language}
    for update`
}

export function putTemplate(one: MailTemplate): Statement<MailTemplatesRow> {
  const inserted = insertRow<MailTemplatesRow>('mail_templates', {
    partner_id: one.partnerId,
    language: one.language,
    subject: one.subject,
    text: one.text,
    html: one.html,
    set_at: dateAt(one.setAt),
    set_by: one.setBy,
  })
  return sql`
    ${inserted}
    on conflict (partner_id, language) do update
    set subject = excluded.subject, text = excluded.text, html = excluded.html,
        set_at = excluded.set_at, set_by = excluded.set_by
    returning *`
}

export function deleteTemplate({ partnerId, language }: TemplateName): Statement<never> {
  return sql`
    delete from mail_templates
    where partner_id is not distinct from ${partnerId ?? null} and language = ${language}`
}

/** Returns a page of the templates that were set, first those for all partners. */
export const listMailTemplates = list({
  from: 'mail_templates',
  columns: sql`*`,
  order: 'partner_id nulls first, language',
  sorts: { setAt: ['set_at', 'partner_id', 'language'] },
  to: toTemplate,
})

export function toTemplate(row: MailTemplatesRow): MailTemplate {
  return {
    partnerId: row.partner_id ?? undefined,
    language: row.language,
    subject: row.subject,
    text: row.text,
    html: row.html ?? undefined,
    setAt: row.set_at.getTime(),
    setBy: row.set_by,
  }
}
