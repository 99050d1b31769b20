import type { FastifyInstance } from 'fastify'
import { LINK_FEEDBACK, SMS_REPORT_PATH } from '../../links/mod.ts'
import { isSignedByTwilio, readTwilioReport, receiveFeedback } from '../../mail/mod.ts'
import type { Context } from '../context.ts'
import { addReports } from './reports.ts'

/**
 * Adds the address to which the provider of SMS posts the outcome of a text. A report must have a
 * token of ours, which names the text, and the provider's signature. A report that comes while its
 * text is still being sent gets a 503, so the provider sends it again.
 */
export function addSmsFeedback(app: FastifyInstance, context: Context, providerUrl: string): void {
  addReports(app, context, (scope) => {
    scope.post(`${SMS_REPORT_PATH}:token`, async ({ params, headers, body }, reply) => {
      const { token = '' } = params as { token?: string }
      const form = Object.fromEntries(new URLSearchParams(String(body)))
      const isSigned = isSignedByTwilio({
        providerUrl,
        reportUrl: `${context.claimUrl() ?? ''}${SMS_REPORT_PATH}${token}`,
        form,
        signature: String(headers['x-twilio-signature'] ?? ''),
      })
      if (!isSigned) return reply.status(403).send({ error: 'not signed by the provider of SMS' })
      const feedback = readTwilioReport(form)
      if (!feedback) return reply.status(204).send()
      const outcome = await receiveFeedback(
        { ...context, targets: [LINK_FEEDBACK] },
        token,
        feedback,
      )
      if (outcome !== 'busy') return reply.status(204).send()
      return reply.status(503).send({ error: 'the text is being sent' })
    })
  })
}
