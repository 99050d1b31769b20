import { createRoute, lazyRouteComponent, type AnyRoute } from '@tanstack/react-router'

const INVITATION = lazyRouteComponent(() => import('./invitation.tsx'), 'InvitationPage')
const PASSWORD_RESET = lazyRouteComponent(() => import('./password-reset.tsx'), 'PasswordResetPage')
const OIDC_RETURN = lazyRouteComponent(() => import('./oidc-return.tsx'), 'OidcReturnPage')

/** The pages at which nobody is signed in: where links of mails lead, and providers send back. */
const PAGES = [
  ['console/invitation', INVITATION],
  ['portal/invitation', INVITATION],
  ['console/password-reset', PASSWORD_RESET],
  ['portal/password-reset', PASSWORD_RESET],
  ['console/oidc', OIDC_RETURN],
] as const

export function visitorRoutes(root: AnyRoute) {
  return PAGES.map(([path, component]) =>
    createRoute({ getParentRoute: () => root, path, component }),
  )
}
