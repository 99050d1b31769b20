import {
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { Suspense } from 'react'
import { lazyPart } from './components/lazy-part.ts'
import { NotFound } from './components/not-found.tsx'
import { Loading } from './components/page.tsx'
import { StoppedPage } from './components/stopped-page.tsx'
import { CONSOLE_PAGES } from './console/pages.ts'
import { ConsoleDoor, PortalDoor } from './doors.tsx'
import { PORTAL_PAGES } from './portal/pages.ts'
import { readSearch, writeSearch } from './search-text.ts'
import { ConnectionBar } from './session/connection-bar.tsx'
import { permitted, type PageOfDoor } from './session/permitted.tsx'
import { visitorRoutes } from './session/visitor-routes.ts'

/** The first page has no texts of its own, and does not wait for them. */
const Notices = lazyPart(() => import('./components/notices.tsx'), 'Notices')

const root = createRootRoute({ component: Root, notFoundComponent: NotFound })

/** The page, and the notifications: they may have links, so they need the router. */
function Root() {
  return (
    <>
      <ConnectionBar />
      <Outlet />
      <Suspense>
        <Notices />
      </Suspense>
    </>
  )
}

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

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/console' })
  },
})

export function createAppRouter() {
  return createRouter({
    routeTree: root.addChildren([
      start,
      ...visitorRoutes(root),
      consoleRoute.addChildren(CONSOLE_PAGES.map(consolePage)),
      portalRoute.addChildren(PORTAL_PAGES.map(portalPage)),
    ]),
    defaultPreload: 'intent',
    defaultPendingComponent: Loading,
    defaultErrorComponent: StoppedPage,
    scrollRestoration: true,
    parseSearch: readSearch,
    stringifySearch: writeSearch,
  })
}

/** Returns the route of a page of the console, for those who may read what it shows. */
function consolePage({ path, ...shown }: PageOfDoor) {
  return createRoute({ getParentRoute: () => consoleRoute, path, component: permitted(shown) })
}

/** Returns the route of a page of the portal. */
function portalPage({ path, ...shown }: PageOfDoor) {
  return createRoute({ getParentRoute: () => portalRoute, path, component: permitted(shown) })
}
