import { dateAt } from '../core/mod.ts'
import {
  jsonb,
  sql,
  table,
  text,
  timestamptz,
  integer,
  uuid,
  type LinkTemplatesRow,
  type Statement,
} from '../db/mod.ts'
import type { SecondFactor } from './link.ts'
import { amountsAsText, amountsIn, storedRules, toRules, type StoredAmount } from './claim-rules.ts'
import type { LinkTemplate, TemplateTexts } from './link-template.ts'
import type { QuietHours } from './quiet-hours.ts'

const TEMPLATES = table<LinkTemplatesRow, LinkTemplate>('link_templates', {
  partner_id: integer((one) => one.partnerId),
  template_id: uuid((one) => one.templateId),
  name: text((one) => one.name),
  logo_image_id: text((one) => one.logoImageId ?? null),
  accent_color: text((one) => one.accentColor ?? null),
  paper_color: text((one) => one.paperColor ?? null),
  sender_name: text((one) => one.senderName ?? null),
  reply_to: text((one) => one.replyTo ?? null),
  second_factor: text((one) => one.secondFactor),
  second_factor_from: jsonb((one) => storedFrom(one)),
  texts: jsonb((one) => JSON.stringify(one.texts)),
  claim_rules: jsonb((one) =>
    one.claimRules ? JSON.stringify(storedRules(one.claimRules)) : null,
  ),
  quiet_hours: jsonb((one) => (one.quietHours ? JSON.stringify(one.quietHours) : null)),
  created_at: timestamptz((one) => dateAt(one.createdMs)),
  updated_at: timestamptz((one) => dateAt(one.updatedMs)),
})

function storedFrom({ secondFactorFrom }: LinkTemplate): string | null {
  return secondFactorFrom ? JSON.stringify(amountsAsText(secondFactorFrom)) : null
}

export function toTemplate(row: LinkTemplatesRow): LinkTemplate {
  const from = (row.second_factor_from ?? undefined) as readonly StoredAmount[] | undefined
  return {
    partnerId: row.partner_id,
    templateId: row.template_id,
    name: row.name,
    logoImageId: row.logo_image_id ?? undefined,
    accentColor: row.accent_color ?? undefined,
    paperColor: row.paper_color ?? undefined,
    senderName: row.sender_name ?? undefined,
    replyTo: row.reply_to ?? undefined,
    secondFactor: row.second_factor as SecondFactor,
    secondFactorFrom: amountsIn(from),
    texts: row.texts as readonly TemplateTexts[],
    claimRules: toRules(row.claim_rules),
    quietHours: (row.quiet_hours ?? undefined) as QuietHours | undefined,
    createdMs: row.created_at.getTime(),
    updatedMs: row.updated_at.getTime(),
  }
}

export function templatesById(
  partnerId: number,
  templateIds: readonly string[],
): Statement<LinkTemplatesRow> {
  return sql`
    select ${TEMPLATES.names} from link_templates
    where partner_id = ${partnerId} and template_id = any(${templateIds}::uuid[])`
}

/** Locks templates, so that nobody changes one while links are sent by it. */
export function lockTemplates(
  partnerId: number,
  templateIds: readonly string[],
): Statement<LinkTemplatesRow> {
  return sql`${templatesById(partnerId, templateIds)} order by template_id for share`
}

export function lockTemplateForChange(
  partnerId: number,
  templateId: string,
): Statement<LinkTemplatesRow> {
  return sql`${templatesById(partnerId, [templateId])} for update`
}

/** Returns true if a template of the partner has rules. */
export function hasRules(partnerId: number): Statement<{ readonly has_rules: boolean }> {
  return sql`
    select exists (
      select from link_templates where partner_id = ${partnerId} and claim_rules is not null
    ) as has_rules`
}

export function templatesOf(partnerId: number): Statement<LinkTemplatesRow> {
  return sql`
    select ${TEMPLATES.names} from link_templates
    where partner_id = ${partnerId} order by name, template_id`
}

export function writeTemplate(template: LinkTemplate): Statement<LinkTemplatesRow> {
  return sql`
    ${TEMPLATES.insert([template])}
    on conflict (partner_id, template_id) do update set ${TEMPLATES.excluded(
      'name',
      'logo_image_id',
      'accent_color',
      'paper_color',
      'sender_name',
      'reply_to',
      'second_factor',
      'second_factor_from',
      'texts',
      'claim_rules',
      'quiet_hours',
      'updated_at',
    )}
    returning ${TEMPLATES.names}`
}
