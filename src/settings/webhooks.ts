import { choice, whole } from './kinds.ts'

const RULES = ['refused', 'allowed'] as const

export const WEBHOOK_SETTINGS = {
  webhookHttp: choice(
    'TESSERA_WEBHOOK_HTTP',
    'whether webhooks may be sent without TLS; for tests',
    RULES,
    'refused',
  ),
  webhookPrivateAddresses: choice(
    'TESSERA_WEBHOOK_PRIVATE_ADDRESSES',
    'whether webhooks may be sent to private, loopback and reserved addresses; for tests',
    RULES,
    'refused',
  ),
  webhookEndpointsMax: whole(
    'TESSERA_WEBHOOK_ENDPOINTS',
    'webhook endpoints of one partner',
    [10, 1, 1_000],
  ),
  webhookAttemptDays: whole(
    'TESSERA_WEBHOOK_ATTEMPT_DAYS',
    'days that attempts to deliver webhooks are kept',
    [30, 1, 3_650],
  ),
} as const
