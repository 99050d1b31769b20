import type { FastifyInstance } from 'fastify'
import { parseAccountText, receiveWebhook } from '../../connectors/mod.ts'
import { networkOf } from '../../core/mod.ts'
import { hurryBatch } from '../../fulfillment/mod.ts'
import { keyText } from '../../supply/mod.ts'
import type { Context } from '../context.ts'
import { createRateLimiter, type RateLimit } from '../limits/rate-limit.ts'
import { addReports } from './reports.ts'

const WEBHOOK_BYTES_MAX = 65_536
const NETWORKS_MAX = 10_000
const LIMIT: RateLimit = { perSecond: 20, burst: 200 }
/** The look-ups of a batch that webhooks cause. Further ones come later. */
const HURRIES: RateLimit = { perSecond: 0.2, burst: 3 }
const BATCHES_MAX = 10_000

/**
 * Adds the address to which suppliers post their webhooks, such as
 * `/feedback/suppliers/reloadly:main`. A webhook only makes us look up its
 * purchases sooner.
 */
export function addSupplierWebhooks(app: FastifyInstance, context: Context): void {
  const { clock, db, wake } = context
  const limiter = createRateLimiter(clock, NETWORKS_MAX)
  const hurries = createRateLimiter(clock, BATCHES_MAX)
  addReports(app, context, (scope, warn) => {
    const options = { bodyLimit: WEBHOOK_BYTES_MAX }
    scope.post('/feedback/suppliers/:account', options, async (request, reply) => {
      if (limiter.take(networkOf(request.ip), LIMIT) !== undefined) {
        return reply.status(429).send({ error: 'too many webhooks' })
      }
      const { account = '' } = request.params as { account?: string }
      const webhook = {
        path: request.url,
        headers: request.headers as Record<string, string | undefined>,
        body: typeof request.body === 'string' ? request.body : '',
      }
      const batches = await receiveWebhook(context, parseAccountText(account), webhook)
      if (!batches) {
        warn('a webhook of a supplier was refused: it is not signed', { supplier: account })
        return reply.status(401).send({ error: 'not signed for an account' })
      }
      for (const batch of batches) {
        await db.rows(hurryBatch(batch, hurries.take(keyText(batch), HURRIES) ?? 0))
        wake(batch.partnerId)
      }
      return reply.status(204).send()
    })
  })
}
