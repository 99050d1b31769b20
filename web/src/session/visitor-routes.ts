import { createRoute, type AnyRoute } from '@tanstack/react-router'
import { lazyPage } from '../components/lazy-page.ts'
import { VISITOR_PAGES } from './visitor-pages.ts'

const CONTENTS = {
  invitation: lazyPage(() => import('./invitation.tsx'), 'InvitationPage'),
  passwordReset: lazyPage(() => import('./password-reset.tsx'), 'PasswordResetPage'),
  oidcReturn: lazyPage(() => import('./oidc-return.tsx'), 'OidcReturnPage'),
  credential: lazyPage(() => import('./credential-claim.tsx'), 'CredentialClaimPage'),
}

export function visitorRoutes(root: AnyRoute) {
  return Object.entries(VISITOR_PAGES).map(([path, content]) =>
    createRoute({ getParentRoute: () => root, path, component: CONTENTS[content] }),
  )
}
