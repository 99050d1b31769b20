import {
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  redirect,
  type RouteComponent,
} from '@tanstack/react-router'
import { Suspense } from 'react'
import { lazyPart } from './components/lazy-part.ts'
import { NotFound } from './components/not-found.tsx'
import { Loading } from './components/loading.tsx'
import { StoppedPage } from './components/stopped-page.tsx'
import { useLater } from './components/use-later.ts'
import { readSearch, writeSearch } from './search-text.ts'
import { permittedPage, type PageOfApplication } from './session/permitted.tsx'
import { visitorRoutes } from './session/visitor-routes.ts'

const Notices = lazyPart(() => import('./components/notices.tsx'), 'Notices')

const root = createRootRoute({ component: Root, notFoundComponent: NotFound })

/** The page, and the notifications: they may have links, so they need the router. */
function Root() {
  // Notifications that are raised earlier are shown then.
  const isLater = useLater()
  return (
    <>
      <Outlet />
      <Suspense>{isLater && <Notices />}</Suspense>
    </>
  )
}

/** One of the two applications: the frame of its pages, and the pages. */
interface Application {
  readonly path: 'console' | 'portal'
  readonly component: RouteComponent
  readonly pages: readonly PageOfApplication[]
}

export function createAppRouter({ path: own, component, pages }: Application) {
  const application = createRoute({
    getParentRoute: () => root,
    path: own,
    component,
    notFoundComponent: NotFound,
  })
  const start = createRoute({
    getParentRoute: () => root,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: `/${own}` })
    },
  })
  return createRouter({
    routeTree: root.addChildren([
      start,
      ...visitorRoutes(root),
      application.addChildren(
        pages.map(({ path, ...shown }) =>
          createRoute({ getParentRoute: () => application, path, component: permittedPage(shown) }),
        ),
      ),
    ]),
    defaultPreload: 'intent',
    defaultPendingComponent: Loading,
    defaultErrorComponent: StoppedPage,
    scrollRestoration: true,
    parseSearch: readSearch,
    stringifySearch: writeSearch,
  })
}
