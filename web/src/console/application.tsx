import { RouterProvider } from '@tanstack/react-router'
import { ROUTES } from '../api/operator-operations.ts'
import { addRoutes } from '../api/routes.ts'
import { OTHER_DOORS, SignedIn } from '../door.tsx'
import { createAppRouter } from '../router.tsx'
import { Shell } from '../shell/shell.tsx'
import { CONSOLE } from './navigation.ts'
import { CONSOLE_PAGES } from './pages.ts'

addRoutes(ROUTES)
const router = createAppRouter({ path: 'console', component: ConsoleDoor, pages: CONSOLE_PAGES })

/** The pages of the operator. */
export function Application() {
  return <RouterProvider router={router} />
}

function ConsoleDoor() {
  return (
    <SignedIn isOwn={({ user }) => user.partnerId === null} other={OTHER_DOORS.portal}>
      <Shell door={CONSOLE} />
    </SignedIn>
  )
}
