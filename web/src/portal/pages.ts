import { lazyPage } from '../components/lazy-page.ts'
import type { PageOfApplication } from '../session/permitted.tsx'

/** The pages of the portal, each loaded when it is opened first. */
export const PORTAL_PAGES: readonly PageOfApplication[] = [
  {
    path: '/',
    reads: 'getOwnFunds',
    content: lazyPage(() => import('./home.tsx'), 'HomePage'),
  },
  {
    path: 'pay-in',
    reads: 'getOwnPayIn',
    content: lazyPage(() => import('./pay-in.tsx'), 'PayInPage'),
  },
  {
    path: 'shop',
    reads: 'listOwnProducts',
    content: lazyPage(() => import('./shop.tsx'), 'ShopPage'),
  },
  {
    path: 'cart',
    reads: 'placeOwnOrder',
    content: lazyPage(() => import('./cart.tsx'), 'CartPage'),
  },
  {
    path: 'approvals',
    reads: 'listOwnDrafts',
    content: lazyPage(() => import('./drafts.tsx'), 'DraftsPage'),
  },
  {
    path: 'approvals/$draftId',
    reads: 'getOwnDraft',
    content: lazyPage(() => import('./draft.tsx'), 'DraftPage'),
  },
  {
    path: 'orders',
    reads: 'listOwnOrders',
    content: lazyPage(() => import('./orders.tsx'), 'OrdersPage'),
  },
  {
    path: 'orders/$orderId',
    reads: 'getOwnOrder',
    content: lazyPage(() => import('./order.tsx'), 'OrderPage'),
  },
  {
    path: 'links',
    reads: 'listOwnLinks',
    content: lazyPage(() => import('./links.tsx'), 'LinksPage'),
  },
  {
    path: 'links/new',
    reads: 'sendOwnLinks',
    content: lazyPage(() => import('./link-file.tsx'), 'LinkFilePage'),
  },
  {
    path: 'links/templates',
    reads: 'createOwnLinkTemplate',
    content: lazyPage(() => import('./link-templates.tsx'), 'LinkTemplatesPage'),
  },
  {
    path: 'links/$linkId',
    reads: 'getOwnLink',
    content: lazyPage(() => import('./link.tsx'), 'LinkPage'),
  },
  {
    path: 'people',
    reads: 'listOwnConsumers',
    content: lazyPage(() => import('./people.tsx'), 'PeoplePage'),
  },
  {
    path: 'people/$consumerId',
    reads: 'listOwnWallets',
    content: lazyPage(() => import('./person.tsx'), 'PersonPage'),
  },
  {
    path: 'credits',
    reads: 'listOwnCreditImports',
    content: lazyPage(() => import('./credits.tsx'), 'CreditsPage'),
  },
  {
    path: 'credits/new',
    reads: 'checkOwnCredits',
    content: lazyPage(() => import('./credit-file.tsx'), 'NewCreditFilePage'),
  },
  {
    path: 'credits/$importId',
    reads: 'getOwnCreditImport',
    content: lazyPage(() => import('./credit-import.tsx'), 'CreditImportPage'),
  },
  {
    path: 'cases',
    reads: 'listOwnCasesOfAll',
    content: lazyPage(() => import('./cases.tsx'), 'CasesPage'),
  },
  {
    path: 'movements',
    reads: 'listOwnTransactions',
    content: lazyPage(() => import('./movements.tsx'), 'MovementsPage'),
  },
  {
    path: 'spending',
    reads: 'getOwnSpending',
    content: lazyPage(() => import('./spending.tsx'), 'SpendingPage'),
  },
  {
    path: 'credentials',
    reads: 'listOwnCredentials',
    content: lazyPage(() => import('./credentials.tsx'), 'CredentialsPage'),
  },
  {
    path: 'webhooks',
    reads: 'listOwnWebhookEndpoints',
    content: lazyPage(() => import('./webhooks.tsx'), 'WebhooksPage'),
  },
  {
    path: 'webhooks/$endpointId',
    reads: 'getOwnWebhookEndpoint',
    content: lazyPage(() => import('./webhook.tsx'), 'WebhookPage'),
  },
  {
    path: 'requests',
    reads: 'listOwnRequests',
    content: lazyPage(() => import('./requests.tsx'), 'RequestsPage'),
  },
  {
    path: 'requests/$requestId',
    reads: 'getOwnRequest',
    content: lazyPage(() => import('./requests.tsx'), 'RequestPage'),
  },
  {
    path: 'users',
    reads: 'listOwnUsers',
    content: lazyPage(() => import('./users.tsx'), 'UsersPage'),
  },
  {
    path: 'account',
    reads: 'listSessions',
    content: lazyPage(() => import('../account/account.tsx'), 'AccountPage'),
  },
]
