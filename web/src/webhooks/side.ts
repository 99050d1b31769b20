import { webhookTexts } from '../messages/en-webhooks.ts'
import { messages } from '../messages/messages.ts'

const texts = webhookTexts

const OPERATIONS = {
  console: {
    list: 'listWebhookEndpoints',
    create: 'createWebhookEndpoint',
    read: 'getWebhookEndpoint',
    update: 'updateWebhookEndpoint',
    rotate: 'rotateWebhookSecret',
    test: 'testWebhookEndpoint',
    replay: 'replayWebhookEvents',
    remove: 'removeWebhookEndpoint',
    deliveries: 'listWebhookDeliveries',
    events: 'listEvents',
  },
  portal: {
    list: 'listOwnWebhookEndpoints',
    create: 'createOwnWebhookEndpoint',
    read: 'getOwnWebhookEndpoint',
    update: 'updateOwnWebhookEndpoint',
    rotate: 'rotateOwnWebhookSecret',
    test: 'testOwnWebhookEndpoint',
    replay: 'replayOwnWebhookEvents',
    remove: 'removeOwnWebhookEndpoint',
    deliveries: 'listOwnWebhookDeliveries',
    events: 'listOwnEventsOfFeed',
  },
} as const

/** Who looks at the endpoints: the operator, at a partner, or the partner itself. */
export interface WebhookSide {
  readonly operations: (typeof OPERATIONS)[keyof typeof OPERATIONS]
  /** The partner, for the paths of the operator. */
  readonly path: { readonly partnerId?: number }
  readonly list: { readonly label: string; readonly href: string }
  /** Says what to do with a secret, which is shown once. */
  readonly once: string
}

export const OWN_WEBHOOKS: WebhookSide = {
  operations: OPERATIONS.portal,
  path: {},
  list: { label: messages.ofPortal.webhooks, href: '/portal/webhooks' },
  once: texts.ownOnce,
}

/**
 * Returns the operator's view of the endpoints of a partner. Without a name, its number is shown.
 */
export function webhooksOf(
  partnerId: number,
  name = messages.partners.one(partnerId),
): WebhookSide {
  return {
    operations: OPERATIONS.console,
    path: { partnerId },
    list: {
      label: name,
      href: `/console/partners/${partnerId}/webhooks`,
    },
    once: texts.once,
  }
}
