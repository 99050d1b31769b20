import type { FastifyInstance } from 'fastify'
import { CREDIT_FEEDBACK } from '../../consumers/mod.ts'
import { networkOf } from '../../core/mod.ts'
import { LINK_FEEDBACK } from '../../links/mod.ts'
import {
  readSesReport,
  receiveFeedback,
  SnsBusy,
  SnsRefused,
  SnsUnreachable,
  SnsVerifier,
} from '../../mail/mod.ts'
import type { Context } from '../context.ts'
import { createRateLimiter, type RateLimit } from '../limits/rate-limit.ts'
import { addReports } from './reports.ts'

/** The most bytes that SNS sends. */
const REPORT_BYTES_MAX = 262_144
const NETWORKS_MAX = 10_000
/**
 * The limit of certificates to fetch per network. Messages are not limited, because the topics of
 * all customers of SNS send from the same addresses.
 */
const READS: RateLimit = { perSecond: 1, burst: 30 }

interface Outcome {
  readonly status: number
  readonly error?: string
}

/** The queues whose mails the reports are about. */
const FEEDBACK_TARGETS = [LINK_FEEDBACK, CREDIT_FEEDBACK]

/**
 * Adds the address to which Amazon SNS posts the reports of Amazon SES about mails. A report that
 * comes while its mail is still being sent gets a 5xx, so SNS sends it again.
 */
export function addSesFeedback(
  app: FastifyInstance,
  context: Context,
  topics: readonly string[],
): void {
  const { clock, readFromSns } = context
  const verifier = new SnsVerifier(topics, clock, readFromSns)
  const reads = createRateLimiter(clock, NETWORKS_MAX)
  addReports(app, context, (scope, warn) => {
    scope.post('/feedback/ses', { bodyLimit: REPORT_BYTES_MAX }, async ({ body, ip }, reply) => {
      const text = typeof body === 'string' ? body : ''
      const mayRead = () => reads.take(networkOf(ip), READS) === undefined
      const outcome = await receive(context, text, { verifier, mayRead })
      const { status, error } = outcome
      if (error !== undefined && outcome !== BUSY) {
        warn('a report about mails was refused', { reason: error })
      }
      return reply.status(status).send(error === undefined ? {} : { error })
    })
  })
}

interface Verifying {
  readonly verifier: SnsVerifier
  mayRead(): boolean
}

async function receive(
  context: Context,
  body: string,
  { verifier, mayRead }: Verifying,
): Promise<Outcome> {
  try {
    const message = await verifier.verify(body, mayRead)
    if (message.type === 'SubscriptionConfirmation') await verifier.confirm(message)
    if (message.type !== 'Notification') {
      context.log.warn({ type: message.type }, 'Amazon SNS reports about mails')
      return { status: 200 }
    }
    const report = readSesReport(message.message)
    if (!report) return { status: 200 }
    const options = { ...context, targets: FEEDBACK_TARGETS }
    const outcome = await receiveFeedback(options, report.token, report.feedback)
    return outcome === 'busy' ? BUSY : { status: 200 }
  } catch (error) {
    if (error instanceof SnsRefused) return { status: 403, error: error.message }
    if (error instanceof SnsBusy) return { status: 429, error: error.message }
    if (error instanceof SnsUnreachable) return { status: 503, error: error.message }
    throw error
  }
}

const BUSY: Outcome = { status: 503, error: 'the mail is being sent' }
