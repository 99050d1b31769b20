import type { OperationId } from '../api/client.ts'
import { messages } from '../messages/messages.ts'

const { navigation, sections } = messages

export interface Place {
  readonly label: string
  readonly href: string
  /** The operation that the page reads: only users who may call it see the page. */
  readonly reads: OperationId
  /** Pressed after `g`. */
  readonly key?: string
  /** The count that it shows: what waits for the user. */
  readonly counts?: 'approvals' | 'ownApprovals'
}

/** One of the two applications, with its pages for navigation and search. */
export interface Door {
  readonly title: string
  readonly home: string
  readonly sections: readonly { readonly title: string; readonly places: readonly Place[] }[]
  /** The addresses of what a phone has at the bottom: the first ones that the user may open. */
  readonly thumb: readonly string[]
  /** An act that the search offers for any text. */
  readonly find: {
    readonly placeholder: string
    label(text: string): string
    address(text: string): Address
    /** Finds names besides pages. */
    readonly names: 'console' | 'portal'
  }
}

interface Address {
  readonly to: string
  readonly search?: Readonly<Record<string, string>>
}

const CONSOLE_SECTIONS: Door['sections'] = [
  {
    title: sections.daily,
    places: [
      { label: navigation.overview, href: '/console', reads: 'getOverview', key: 'h' },
      { label: navigation.trace, href: '/console/trace', reads: 'trace', key: 't' },
      { label: navigation.orders, href: '/console/orders', reads: 'listOrders', key: 'o' },
      { label: navigation.cases, href: '/console/cases', reads: 'listCases', key: 'c' },
      {
        label: navigation.approvals,
        href: '/console/approvals',
        reads: 'listApprovals',
        key: 'v',
        counts: 'approvals',
      },
      {
        label: navigation.linkReviews,
        href: '/console/link-reviews',
        reads: 'listLinkReviews',
      },
      { label: navigation.alerts, href: '/console/alerts', reads: 'listAlerts', key: 'a' },
      { label: navigation.requests, href: '/console/requests', reads: 'listRequests', key: 'r' },
      { label: navigation.mails, href: '/console/mails', reads: 'listMails' },
    ],
  },
  {
    title: sections.selling,
    places: [
      { label: navigation.partners, href: '/console/partners', reads: 'listPartners', key: 'p' },
      { label: navigation.catalog, href: '/console/catalog', reads: 'listProducts', key: 'k' },
      { label: navigation.stock, href: '/console/stock', reads: 'listStock', key: 's' },
      { label: navigation.suppliers, href: '/console/suppliers', reads: 'listSupplierHealth' },
      {
        label: navigation.assortments,
        href: '/console/assortments',
        reads: 'listAssortmentRules',
      },
      { label: navigation.merchants, href: '/console/merchants', reads: 'listMerchants' },
    ],
  },
  {
    title: sections.money,
    places: [
      { label: navigation.prices, href: '/console/prices', reads: 'listPriceRules' },
      { label: navigation.rates, href: '/console/rates', reads: 'listFxRates' },
      { label: navigation.reports, href: '/console/reports', reads: 'margin' },
      {
        label: navigation.reconciliations,
        href: '/console/reconciliations',
        reads: 'listReconciliations',
      },
    ],
  },
  {
    title: sections.system,
    places: [
      { label: navigation.ledger, href: '/console/ledger', reads: 'listVerifications' },
      { label: navigation.audit, href: '/console/audit', reads: 'listAudit' },
      { label: navigation.users, href: '/console/users', reads: 'listUsers', key: 'u' },
      { label: navigation.tokens, href: '/console/tokens', reads: 'listServiceTokens' },
      { label: navigation.erasures, href: '/console/erasures', reads: 'listErasures' },
      { label: navigation.keys, href: '/console/keys', reads: 'listKeys' },
      { label: navigation.settings, href: '/console/settings', reads: 'getSettings' },
    ],
  },
]

export const CONSOLE: Door = {
  title: messages.console,
  home: '/console',
  sections: CONSOLE_SECTIONS,
  thumb: ['', '/orders', '/alerts', '/partners', '/requests'].map((path) => `/console${path}`),
  find: {
    placeholder: messages.search.placeholder,
    label: messages.search.trace,
    address: (q) => ({ to: '/console/trace', search: { q } }),
    names: 'console',
  },
}

const texts = messages.ofPortal
const ORDER_PREFIX = 'ord_'

export const PORTAL: Door = {
  title: messages.portal,
  home: '/portal',
  thumb: ['', '/shop', '/orders', '/credentials', '/requests'].map((path) => `/portal${path}`),
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
