import { messages } from '../messages/messages.ts'
import type { Application } from '../shell/navigation.ts'

const { navigation, sections } = messages

const CONSOLE_SECTIONS: Application['sections'] = [
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

export const CONSOLE: Application = {
  title: messages.console,
  home: '/console',
  sections: CONSOLE_SECTIONS,
  phoneMenu: ['', '/orders', '/alerts', '/partners', '/requests'].map((path) => `/console${path}`),
  find: {
    placeholder: messages.search.placeholder,
    label: messages.search.trace,
    address: (q) => ({ to: '/console/trace', search: { q } }),
    names: 'console',
  },
}
