import { useQuery } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { ROUTES } from '../api/portal-operations.ts'
import { addRoutes } from '../api/routes.ts'
import { lazyPart } from '../components/lazy-part.ts'
import { OTHER_APPLICATIONS, SignedIn } from '../signed-in.tsx'
import { messages } from '../messages/messages.ts'
import { createAppRouter } from '../router.tsx'
import { useMode } from '../session/mode.ts'
import { sessionQuery } from '../session/session.ts'
import { Shell } from '../shell/shell.tsx'
import { PORTAL } from './navigation.ts'
import { PORTAL_PAGES } from './pages.ts'

/** Shown only to users who are signed in. */
const ModeSwitch = lazyPart(() => import('../session/mode-switch.tsx'), 'ModeSwitch')

addRoutes(ROUTES)
const router = createAppRouter({ path: 'portal', component: PortalPages, pages: PORTAL_PAGES })

/** The pages of a partner. */
export function Application() {
  return <RouterProvider router={router} />
}

function PortalPages() {
  const [mode] = useMode()
  const { data } = useQuery(sessionQuery)
  return (
    <SignedIn isOwn={({ user }) => user.partnerId !== null} other={OTHER_APPLICATIONS.console}>
      <Shell
        application={PORTAL}
        owner={data?.partnerName ?? undefined}
        banner={mode === 'test' ? messages.ofPortal.testBanner : undefined}
      >
        <ModeSwitch />
      </Shell>
    </SignedIn>
  )
}
