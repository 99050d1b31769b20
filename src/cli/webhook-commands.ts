import { UsageFailure } from './failure.ts'
import { group, type Build } from './invocation.ts'
import type { Ids } from './operation-fields.ts'
import { operation } from './operation.ts'

/** The id of an endpoint names its partner. */
const OF_ENDPOINT = { partnerId: partnerOf }
const TYPES = {
  flags: '--types <types>',
  help: 'types of events, separated by commas; * for every type',
}

export const WEBHOOKS = group('the endpoints to which events of partners are sent', {
  create: operation('createWebhookEndpoint', {
    about: 'create an endpoint; its secret is shown once',
    fields: { eventTypes: TYPES },
  }),
  list: operation('listWebhookEndpoints', {
    about: 'list the endpoints of a partner, oldest first',
    columns: ['id', 'state', 'disabledReason', 'failingSince', 'eventTypes', 'url'],
  }),
  show: operation('getWebhookEndpoint', { about: 'show an endpoint', fields: OF_ENDPOINT }),
  update: operation('updateWebhookEndpoint', {
    about: 'change an endpoint',
    fields: { ...OF_ENDPOINT, eventTypes: TYPES, state: false },
  }),
  remove: operation('removeWebhookEndpoint', {
    about: 'remove an endpoint, and the events that wait for it',
    fields: OF_ENDPOINT,
  }),
  pause: withState('PAUSED', 'send nothing to an endpoint; its events wait'),
  enable: withState('ENABLED', 'send to an endpoint again, also the events that wait for it'),
  rotate: operation('rotateWebhookSecret', {
    about: 'give an endpoint a new secret, which is shown once',
    fields: {
      ...OF_ENDPOINT,
      overlapSeconds:
        'time for which the old secret is used, too; default: a day; 0 ends all former ones',
    },
  }),
  deliveries: operation('listWebhookDeliveries', {
    about: 'list what was sent to an endpoint and what it responded, newest first',
    fields: OF_ENDPOINT,
    columns: ['attemptedAt', 'eventId', 'eventType', 'attempt', 'httpStatus', 'error'],
  }),
  replay: operation('replayWebhookEvents', {
    about: 'send events again: those with some ids, or those of a period',
    fields: { ...OF_ENDPOINT, eventIds: { flags: '--events <ids>', help: 'separated by commas' } },
  }),
  test: operation('testWebhookEndpoint', {
    about: 'send a webhook.test at once, and show the response',
    fields: OF_ENDPOINT,
  }),
})

function withState(state: 'PAUSED' | 'ENABLED', about: string): Build {
  return operation('updateWebhookEndpoint', {
    about,
    fields: { ...OF_ENDPOINT, url: false, eventTypes: false, description: false },
    fixed: { state },
  })
}

function partnerOf({ endpointId = '' }: Ids): string {
  const [, partnerId] = /^whe_(\d+)_\d+$/.exec(endpointId) ?? []
  if (partnerId !== undefined) return partnerId
  throw new UsageFailure(`an endpoint id must be such as whe_7_12, not "${endpointId}"`)
}
