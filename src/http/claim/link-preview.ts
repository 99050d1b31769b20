import { markup, Refusal } from '../../core/mod.ts'
import { readTemplate, type TemplateInput } from '../../links/mod.ts'
import { getPartner } from '../../partners/mod.ts'
import { pageHeaders } from './page.ts'
import { framed, previewMail, previewPage } from './preview.ts'
import {
  maybe,
  optionalOneOf,
  ParameterFault,
  requiredCurrency,
  requiredText,
} from '../queries/query.ts'
import { portalRoute } from '../route.ts'

const TEXT_LENGTH_MAX = 500

/** The text of a template that is not stored yet. */
const DRAFT = maybe({ type: 'string', maxLength: TEXT_LENGTH_MAX }, (text) => {
  if (text.length <= TEXT_LENGTH_MAX) return text
  throw new ParameterFault(`must have at most ${TEXT_LENGTH_MAX} characters`)
})

export const previewOwnLinkTemplate = portalRoute('GET /portal/v1/link-preview', {
  permission: 'links:write',
  operationId: 'previewOwnLinkTemplate',
  produces: ['text/html'],
  isUnattended: true,
  summary: 'Shows the page or the mail of an example link with a template; stores nothing',
  description: 'If the template has a fault, the page says so.',
  query: {
    part: optionalOneOf(['page', 'mail']),
    locale: requiredText(),
    currency: requiredCurrency(),
    logo: DRAFT,
    accentColor: DRAFT,
    paperColor: DRAFT,
    senderName: DRAFT,
    mailSubject: DRAFT,
    greeting: DRAFT,
    message: DRAFT,
  },
  async handle({ partnerId, isTest, query }, context) {
    const { part, locale, currency, logo, accentColor, paperColor, senderName } = query
    const { mailSubject: subject, greeting, message } = query
    const now = context.clock.now()
    try {
      const input: TemplateInput = readTemplate({
        name: 'preview',
        logoImageId: logo,
        accentColor,
        paperColor,
        senderName,
        replyTo: undefined,
        secondFactor: 'NONE',
        secondFactorFrom: undefined,
        texts: [{ locale, subject, greeting, message }],
      })
      const { name: partnerName } = await getPartner(context.db, partnerId)
      const stored = { partnerId, templateId: '', createdMs: now, updatedMs: now }
      const previewed = { template: { ...input, ...stored }, partnerName, isTest, locale, currency }
      const { headers, html } =
        part === 'mail' ? previewMail(context, previewed) : await previewPage(context, previewed)
      return { status: 200, headers, body: Buffer.from(html) }
    } catch (error) {
      if (!(error instanceof Refusal) || error.kind !== 'invalid_request') throw error
      const html = markup`<!doctype html><html lang="en"><title>Preview</title>
        <p>${error.message}</p></html>`
      return { status: 200, headers: framed(pageHeaders()), body: Buffer.from(html.text) }
    }
  },
})
