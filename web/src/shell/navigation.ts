import type { OperationId } from '../api/client.ts'
import { messages } from '../messages/messages.ts'

const { navigation, sections } = messages

export interface Place {
  readonly label: string
  readonly href: string
  /** What the page reads: it is shown to those who may. */
  readonly reads: OperationId
  /** Pressed after `g`. */
  readonly key?: string
}

/** The pages of the console, as its navigation and its search have them. */
export const CONSOLE: readonly { readonly title: string; readonly places: readonly Place[] }[] = [
  {
    title: sections.daily,
    places: [
      { label: navigation.overview, href: '/console', reads: 'getOverview', key: 'h' },
      { label: navigation.trace, href: '/console/trace', reads: 'trace', key: 't' },
      { label: navigation.orders, href: '/console/orders', reads: 'listOrders', key: 'o' },
      { label: navigation.cases, href: '/console/cases', reads: 'listCases', key: 'c' },
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
    ],
  },
]
