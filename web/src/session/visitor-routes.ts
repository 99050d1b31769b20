import { createRoute, type AnyRoute } from '@tanstack/react-router'
import { lazyPage } from '../components/lazy-part.ts'

const INVITATION = lazyPage(() => import('./invitation.tsx'), 'InvitationPage')
const PASSWORD_RESET = lazyPage(() => import('./password-reset.tsx'), 'PasswordResetPage')
const OIDC_RETURN = lazyPage(() => import('./oidc-return.tsx'), 'OidcReturnPage')
const CREDENTIAL = lazyPage(() => import('./credential-claim.tsx'), 'CredentialClaimPage')

/** The pages for visitors who are not signed in: from links in mails, or back from a provider. */
const PAGES = [
  ['console/invitation', INVITATION],
  ['portal/invitation', INVITATION],
  ['console/password-reset', PASSWORD_RESET],
  ['portal/password-reset', PASSWORD_RESET],
  ['console/oidc', OIDC_RETURN],
  ['portal/credential', CREDENTIAL],
] as const

export function visitorRoutes(root: AnyRoute) {
  return PAGES.map(([path, component]) =>
    createRoute({ getParentRoute: () => root, path, component }),
  )
}
