import { RouterProvider } from '@tanstack/react-router'
import { ROUTES } from '../api/operator-operations.ts'
import { addRoutes } from '../api/routes.ts'
import { OTHER_APPLICATIONS, SignedIn } from '../signed-in.tsx'
import { createAppRouter } from '../router.tsx'
import { Shell } from '../shell/shell.tsx'
import { CONSOLE } from './navigation.ts'
import { CONSOLE_PAGES } from './pages.ts'

addRoutes(ROUTES)
const router = createAppRouter({ path: 'console', component: ConsolePages, pages: CONSOLE_PAGES })

/** The pages of the operator. */
export function Application() {
  return <RouterProvider router={router} />
}

function ConsolePages() {
  return (
    <SignedIn isOwn={({ user }) => user.partnerId === null} other={OTHER_APPLICATIONS.portal}>
      <Shell application={CONSOLE} />
    </SignedIn>
  )
}
