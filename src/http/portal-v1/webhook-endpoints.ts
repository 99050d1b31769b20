import type { RouteName } from '../route.ts'
import { offerRoute, type RouteOffer } from './offer-route.ts'

const OF_ENDPOINTS = '/admin/v1/partners/{partnerId}/webhook-endpoints'
const OF_ENDPOINT = `${OF_ENDPOINTS}/{endpointId}` as const

function reads(name: RouteName, source: RouteName, operationId: string): RouteOffer {
  return offerRoute(name, { source, permission: 'webhooks:read', operationId })
}

function writes(name: RouteName, source: RouteName, operationId: string): RouteOffer {
  return offerRoute(name, { source, permission: 'webhooks:write', operationId })
}

export const ownWebhookRoutes = [
  reads('GET /portal/v1/webhook-endpoints', `GET ${OF_ENDPOINTS}`, 'listOwnWebhookEndpoints'),
  writes('POST /portal/v1/webhook-endpoints', `POST ${OF_ENDPOINTS}`, 'createOwnWebhookEndpoint'),
  reads(
    'GET /portal/v1/webhook-endpoints/{endpointId}',
    `GET ${OF_ENDPOINT}`,
    'getOwnWebhookEndpoint',
  ),
  writes(
    'PATCH /portal/v1/webhook-endpoints/{endpointId}',
    `PATCH ${OF_ENDPOINT}`,
    'updateOwnWebhookEndpoint',
  ),
  writes(
    'POST /portal/v1/webhook-endpoints/{endpointId}/rotate',
    `POST ${OF_ENDPOINT}/rotate`,
    'rotateOwnWebhookSecret',
  ),
  writes(
    'POST /portal/v1/webhook-endpoints/{endpointId}/test',
    `POST ${OF_ENDPOINT}/test`,
    'testOwnWebhookEndpoint',
  ),
  writes(
    'POST /portal/v1/webhook-endpoints/{endpointId}/replay',
    `POST ${OF_ENDPOINT}/replay`,
    'replayOwnWebhookEvents',
  ),
  writes(
    'POST /portal/v1/webhook-endpoints/{endpointId}/remove',
    `POST ${OF_ENDPOINT}/remove`,
    'removeOwnWebhookEndpoint',
  ),
  reads(
    'GET /portal/v1/webhook-endpoints/{endpointId}/deliveries',
    `GET ${OF_ENDPOINT}/deliveries`,
    'listOwnWebhookDeliveries',
  ),
  offerRoute('GET /portal/v1/events', {
    source: 'GET /admin/v1/partners/{partnerId}/events',
    permission: 'webhooks:read',
    operationId: 'listOwnEventsOfFeed',
  }),
]
