import { Anchor, Container, Text } from '@mantine/core'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Link,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Failure } from './components/failure.tsx'
import { NotFound } from './components/not-found.tsx'
import { Loading, Page } from './components/page.tsx'
import { messages } from './messages/messages.ts'
import { ModeSwitch } from './session/mode-switch.tsx'
import { useMode } from './session/mode.ts'
import { sessionQuery, type Session } from './session/session.ts'
import { SignIn } from './session/sign-in.tsx'
import { CONSOLE, PORTAL } from './shell/navigation.ts'
import { Shell } from './shell/shell.tsx'

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound })

const consoleRoute = createRoute({
  getParentRoute: () => root,
  path: 'console',
  component: ConsoleDoor,
  notFoundComponent: NotFound,
})

const portalRoute = createRoute({
  getParentRoute: () => root,
  path: 'portal',
  component: PortalDoor,
  notFoundComponent: NotFound,
})

/** The pages of the console, each loaded when it is opened first. */
const pages = [
  page(
    '/',
    lazyRouteComponent(() => import('./console/overview.tsx'), 'OverviewPage'),
  ),
  page(
    'trace',
    lazyRouteComponent(() => import('./console/trace.tsx'), 'TracePage'),
  ),
  page(
    'orders',
    lazyRouteComponent(() => import('./console/orders.tsx'), 'OrdersPage'),
  ),
  page(
    'orders/$orderId',
    lazyRouteComponent(() => import('./console/order.tsx'), 'OrderPage'),
  ),
  page(
    'cases',
    lazyRouteComponent(() => import('./console/cases.tsx'), 'CasesPage'),
  ),
  page(
    'alerts',
    lazyRouteComponent(() => import('./console/alerts.tsx'), 'AlertsPage'),
  ),
  page(
    'requests',
    lazyRouteComponent(() => import('./console/requests.tsx'), 'RequestsPage'),
  ),
  page(
    'requests/$requestId',
    lazyRouteComponent(() => import('./console/request.tsx'), 'RequestPage'),
  ),
  page(
    'mails',
    lazyRouteComponent(() => import('./console/mails.tsx'), 'MailsPage'),
  ),
  page(
    'partners',
    lazyRouteComponent(() => import('./console/partners.tsx'), 'PartnersPage'),
  ),
  page(
    'partners/$partnerId',
    lazyRouteComponent(() => import('./console/partner.tsx'), 'PartnerPage'),
  ),
  page(
    'partners/$partnerId/$tab',
    lazyRouteComponent(() => import('./console/partner.tsx'), 'PartnerPage'),
  ),
  page(
    'catalog',
    lazyRouteComponent(() => import('./console/catalog.tsx'), 'CatalogPage'),
  ),
  page(
    'catalog/$productId',
    lazyRouteComponent(() => import('./console/product.tsx'), 'ProductPage'),
  ),
  page(
    'stock',
    lazyRouteComponent(() => import('./console/stock.tsx'), 'StockPage'),
  ),
  page(
    'suppliers',
    lazyRouteComponent(() => import('./console/suppliers.tsx'), 'SuppliersPage'),
  ),
  page(
    'prices',
    lazyRouteComponent(() => import('./console/prices.tsx'), 'PricesPage'),
  ),
  page(
    'rates',
    lazyRouteComponent(() => import('./console/rates.tsx'), 'RatesPage'),
  ),
  page(
    'reports',
    lazyRouteComponent(() => import('./console/reports.tsx'), 'ReportsPage'),
  ),
  page(
    'reconciliations',
    lazyRouteComponent(() => import('./console/reconciliations.tsx'), 'ReconciliationsPage'),
  ),
  page(
    'ledger',
    lazyRouteComponent(() => import('./console/ledger.tsx'), 'LedgerPage'),
  ),
  page(
    'audit',
    lazyRouteComponent(() => import('./console/audit.tsx'), 'AuditPage'),
  ),
]

const portalPages = [
  page(
    '/',
    lazyRouteComponent(() => import('./portal/home.tsx'), 'HomePage'),
    () => portalRoute,
  ),
  page(
    'orders',
    lazyRouteComponent(() => import('./portal/orders.tsx'), 'OrdersPage'),
    () => portalRoute,
  ),
  page(
    'orders/$orderId',
    lazyRouteComponent(() => import('./portal/order.tsx'), 'OrderPage'),
    () => portalRoute,
  ),
  page(
    'cases',
    lazyRouteComponent(() => import('./portal/cases.tsx'), 'CasesPage'),
    () => portalRoute,
  ),
  page(
    'movements',
    lazyRouteComponent(() => import('./portal/movements.tsx'), 'MovementsPage'),
    () => portalRoute,
  ),
  page(
    'credentials',
    lazyRouteComponent(() => import('./portal/credentials.tsx'), 'CredentialsPage'),
    () => portalRoute,
  ),
  page(
    'webhooks',
    lazyRouteComponent(() => import('./portal/webhooks.tsx'), 'WebhooksPage'),
    () => portalRoute,
  ),
  page(
    'webhooks/$endpointId',
    lazyRouteComponent(() => import('./portal/webhook.tsx'), 'WebhookPage'),
    () => portalRoute,
  ),
  page(
    'requests',
    lazyRouteComponent(() => import('./portal/requests.tsx'), 'RequestsPage'),
    () => portalRoute,
  ),
  page(
    'requests/$requestId',
    lazyRouteComponent(() => import('./portal/requests.tsx'), 'RequestPage'),
    () => portalRoute,
  ),
  page(
    'users',
    lazyRouteComponent(() => import('./portal/users.tsx'), 'UsersPage'),
    () => portalRoute,
  ),
]

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/console' })
  },
})

export function createAppRouter(_queries: QueryClient) {
  return createRouter({
    routeTree: root.addChildren([
      start,
      consoleRoute.addChildren(pages),
      portalRoute.addChildren(portalPages),
    ]),
    defaultPreload: 'intent',
    defaultPendingComponent: Loading,
    scrollRestoration: true,
    // Values stay text: a reference such as 007 is no number.
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: (search: Record<string, unknown>) => {
      const given = Object.entries(search).filter(([, value]) => value !== undefined)
      const text = new URLSearchParams(
        given.map(([name, value]) => [name, String(value)]),
      ).toString()
      return text === '' ? '' : `?${text}`
    },
  })
}

function page(
  path: string,
  component: ReturnType<typeof lazyRouteComponent>,
  getParentRoute: () => typeof consoleRoute | typeof portalRoute = () => consoleRoute,
) {
  return createRoute({
    getParentRoute: getParentRoute as () => typeof consoleRoute,
    path,
    component,
  })
}

function ConsoleDoor() {
  return (
    <SignedIn isOwn={({ user }) => user.partnerId === null} other={OTHER_DOORS.portal}>
      <Shell door={CONSOLE} />
    </SignedIn>
  )
}

function PortalDoor() {
  const [mode] = useMode()
  return (
    <SignedIn isOwn={({ user }) => user.partnerId !== null} other={OTHER_DOORS.console}>
      <Shell door={PORTAL} {...(mode === 'test' && { banner: messages.ofPortal.testBanner })}>
        <ModeSwitch />
      </Shell>
    </SignedIn>
  )
}

const { wrongDoor, wrongDoorPartner, toConsole, toPortal } = messages.ofPortal
const OTHER_DOORS = {
  console: { text: wrongDoor, label: toConsole, to: '/console' },
  portal: { text: wrongDoorPartner, label: toPortal, to: '/portal' },
} as const

interface DoorProps {
  readonly children: ReactNode
  /** The door for other users, and why this one is not theirs. */
  readonly other: (typeof OTHER_DOORS)[keyof typeof OTHER_DOORS]
  isOwn(session: Session): boolean
}

/** Shows the pages to who is signed in, and the sign-in to everybody else, at the same address. */
function SignedIn({ children, isOwn, other }: DoorProps) {
  const { data, error, isPending, refetch } = useQuery(sessionQuery)
  if (isPending) return <Loading />
  if (error) return <Failure error={error} retry={() => void refetch()} />
  if (data === null) return <SignIn />
  if (isOwn(data)) return children
  return (
    <Container component="main" p="xl">
      <Page title={messages.product}>
        <Text>{other.text}</Text>
        <Anchor component={Link} to={other.to}>
          {other.label}
        </Anchor>
      </Page>
    </Container>
  )
}
