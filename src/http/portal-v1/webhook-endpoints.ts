import { eventRoutes } from '../admin-v1/events.ts'
import { webhookEndpointRoutes } from '../admin-v1/webhook-endpoints.ts'
import type { Route, RouteName } from '../route.ts'
import { ownPartner, routeOf } from './own-partner.ts'

function reads(name: RouteName, source: Route, operationId: string): Route {
  return ownPartner(name, source, { permission: 'webhooks:read', operationId })
}

function writes(name: RouteName, sourceId: string, operationId: string): Route {
  const source = routeOf(webhookEndpointRoutes, sourceId)
  return ownPartner(name, source, { permission: 'webhooks:write', operationId })
}

export const ownWebhookRoutes = [
  reads(
    'GET /portal/v1/webhook-endpoints',
    routeOf(webhookEndpointRoutes, 'listWebhookEndpoints'),
    'listOwnWebhookEndpoints',
  ),
  writes('POST /portal/v1/webhook-endpoints', 'createWebhookEndpoint', 'createOwnWebhookEndpoint'),
  reads(
    'GET /portal/v1/webhook-endpoints/{endpointId}',
    routeOf(webhookEndpointRoutes, 'getWebhookEndpoint'),
    'getOwnWebhookEndpoint',
  ),
  writes(
    'PATCH /portal/v1/webhook-endpoints/{endpointId}',
    'updateWebhookEndpoint',
    'updateOwnWebhookEndpoint',
  ),
  writes(
    'POST /portal/v1/webhook-endpoints/{endpointId}/rotate',
    'rotateWebhookSecret',
    'rotateOwnWebhookSecret',
  ),
  writes(
    'POST /portal/v1/webhook-endpoints/{endpointId}/test',
    'testWebhookEndpoint',
    'testOwnWebhookEndpoint',
  ),
  writes(
    'POST /portal/v1/webhook-endpoints/{endpointId}/replay',
    'replayWebhookEvents',
    'replayOwnWebhookEvents',
  ),
  writes(
    'POST /portal/v1/webhook-endpoints/{endpointId}/remove',
    'removeWebhookEndpoint',
    'removeOwnWebhookEndpoint',
  ),
  reads(
    'GET /portal/v1/webhook-endpoints/{endpointId}/deliveries',
    routeOf(webhookEndpointRoutes, 'listWebhookDeliveries'),
    'listOwnWebhookDeliveries',
  ),
  reads('GET /portal/v1/events', routeOf(eventRoutes, 'listEvents'), 'listOwnEventsOfFeed'),
]
