import { lazyRouteComponent } from '@tanstack/react-router'
import type { PageOfDoor } from '../session/permitted.tsx'

/** The pages of the portal, each loaded when it is opened first. */
export const PORTAL_PAGES: readonly PageOfDoor[] = [
  {
    path: '/',
    reads: 'getOwnFunds',
    content: lazyRouteComponent(() => import('./home.tsx'), 'HomePage'),
  },
  {
    path: 'orders',
    reads: 'listOwnOrders',
    content: lazyRouteComponent(() => import('./orders.tsx'), 'OrdersPage'),
  },
  {
    path: 'orders/$orderId',
    reads: 'getOwnOrder',
    content: lazyRouteComponent(() => import('./order.tsx'), 'OrderPage'),
  },
  {
    path: 'cases',
    reads: 'listOwnCasesOfAll',
    content: lazyRouteComponent(() => import('./cases.tsx'), 'CasesPage'),
  },
  {
    path: 'movements',
    reads: 'listOwnTransactions',
    content: lazyRouteComponent(() => import('./movements.tsx'), 'MovementsPage'),
  },
  {
    path: 'credentials',
    reads: 'listOwnCredentials',
    content: lazyRouteComponent(() => import('./credentials.tsx'), 'CredentialsPage'),
  },
  {
    path: 'webhooks',
    reads: 'listOwnWebhookEndpoints',
    content: lazyRouteComponent(() => import('./webhooks.tsx'), 'WebhooksPage'),
  },
  {
    path: 'webhooks/$endpointId',
    reads: 'getOwnWebhookEndpoint',
    content: lazyRouteComponent(() => import('./webhook.tsx'), 'WebhookPage'),
  },
  {
    path: 'requests',
    reads: 'listOwnRequests',
    content: lazyRouteComponent(() => import('./requests.tsx'), 'RequestsPage'),
  },
  {
    path: 'requests/$requestId',
    reads: 'getOwnRequest',
    content: lazyRouteComponent(() => import('./requests.tsx'), 'RequestPage'),
  },
  {
    path: 'users',
    reads: 'listOwnUsers',
    content: lazyRouteComponent(() => import('./users.tsx'), 'UsersPage'),
  },
  {
    path: 'account',
    reads: 'listSessions',
    content: lazyRouteComponent(() => import('../account/account.tsx'), 'AccountPage'),
  },
]
