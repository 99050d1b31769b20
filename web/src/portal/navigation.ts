import { messages } from '../messages/messages.ts'
import type { Application } from '../shell/navigation.ts'

const { navigation } = messages
const texts = messages.ofPortal
const ORDER_PREFIX = 'ord_'

export const PORTAL: Application = {
  title: messages.portal,
  home: '/portal',
  phoneMenu: ['', '/shop', '/orders', '/credentials', '/requests'].map((path) => `/portal${path}`),
  sections: [
    {
      title: texts.business,
      places: [
        { label: texts.home, href: '/portal', reads: 'getOwnFunds', key: 'h' },
        { label: texts.shop, href: '/portal/shop', reads: 'listOwnProducts', key: 's' },
        { label: texts.cart, href: '/portal/cart', reads: 'placeOwnOrder' },
        {
          label: navigation.approvals,
          href: '/portal/approvals',
          reads: 'listOwnDrafts',
          counts: 'ownApprovals',
        },
        { label: navigation.orders, href: '/portal/orders', reads: 'listOwnOrders', key: 'o' },
        { label: texts.links, href: '/portal/links', reads: 'listOwnLinks', key: 'l' },
        { label: texts.people, href: '/portal/people', reads: 'listOwnConsumers', key: 'p' },
        { label: texts.credits, href: '/portal/credits', reads: 'listOwnCreditImports' },
        { label: navigation.cases, href: '/portal/cases', reads: 'listOwnCasesOfAll', key: 'c' },
        { label: texts.payIn, href: '/portal/pay-in', reads: 'getOwnPayIn' },
        {
          label: texts.movements,
          href: '/portal/movements',
          reads: 'listOwnTransactions',
          key: 'm',
        },
        { label: texts.spending, href: '/portal/spending', reads: 'getOwnSpending' },
      ],
    },
    {
      title: texts.developers,
      places: [
        {
          label: texts.credentials,
          href: '/portal/credentials',
          reads: 'listOwnCredentials',
          key: 'k',
        },
        { label: texts.webhooks, href: '/portal/webhooks', reads: 'listOwnWebhookEndpoints' },
        {
          label: navigation.requests,
          href: '/portal/requests',
          reads: 'listOwnRequests',
          key: 'r',
        },
      ],
    },
    {
      title: texts.account,
      places: [{ label: texts.users, href: '/portal/users', reads: 'listOwnUsers' }],
    },
  ],
  find: {
    placeholder: texts.findPlaceholder,
    label: texts.findOrder,
    address: (text) =>
      text.startsWith(ORDER_PREFIX)
        ? { to: `/portal/orders/${text}` }
        : { to: '/portal/orders', search: { clientReference: text } },
    names: 'portal',
  },
}
