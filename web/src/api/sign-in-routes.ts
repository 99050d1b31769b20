// Generated from docs/admin-openapi.json.
// `npx vitest run test/web/operations.test.ts -u` writes it.

import type { Route } from './route.ts'

export const SIGN_IN_ROUTES = {
  claimCredential: { method: 'POST', path: '/auth/v1/credential-claims' },
  signIn: { method: 'POST', path: '/auth/v1/sign-in' },
  proveSecondFactor: { method: 'POST', path: '/auth/v1/sign-in/second-factor' },
  acceptInvitation: { method: 'POST', path: '/auth/v1/invitations/accept' },
  getSignInMethods: { method: 'GET', path: '/auth/v1/sign-in-methods' },
  beginOidcSignIn: { method: 'POST', path: '/auth/v1/oidc/begin' },
  finishOidcSignIn: { method: 'POST', path: '/auth/v1/oidc/finish' },
  getMe: { method: 'GET', path: '/auth/v1/me' },
  signOut: { method: 'POST', path: '/auth/v1/sign-out' },
  changePassword: { method: 'POST', path: '/auth/v1/password' },
  requestPasswordReset: { method: 'POST', path: '/auth/v1/password-reset' },
  confirmPasswordReset: { method: 'POST', path: '/auth/v1/password-reset/confirm' },
  listSessions: { method: 'GET', path: '/auth/v1/sessions' },
  revokeSession: { method: 'POST', path: '/auth/v1/sessions/{sessionId}/revoke' },
  revokeOtherSessions: { method: 'POST', path: '/auth/v1/sessions/revoke-others' },
  listSecondFactors: { method: 'GET', path: '/auth/v1/second-factors' },
  beginTotp: { method: 'POST', path: '/auth/v1/second-factors/totp' },
  confirmTotp: { method: 'POST', path: '/auth/v1/second-factors/totp/confirm' },
  removeTotp: { method: 'POST', path: '/auth/v1/second-factors/totp/remove' },
  renewRecoveryCodes: { method: 'POST', path: '/auth/v1/second-factors/recovery-codes' },
  beginPasskey: { method: 'POST', path: '/auth/v1/second-factors/passkeys' },
  addPasskey: { method: 'POST', path: '/auth/v1/second-factors/passkeys/confirm' },
  renamePasskey: { method: 'PATCH', path: '/auth/v1/second-factors/passkeys/{passkeyId}' },
  removePasskey: { method: 'POST', path: '/auth/v1/second-factors/passkeys/{passkeyId}/remove' },
  beginPasskeySignIn: { method: 'POST', path: '/auth/v1/sign-in/passkey/begin' },
  finishPasskeySignIn: { method: 'POST', path: '/auth/v1/sign-in/passkey/finish' },
  beginStepUp: { method: 'POST', path: '/auth/v1/step-up/begin' },
  finishStepUp: { method: 'POST', path: '/auth/v1/step-up/finish' },
} satisfies Readonly<Record<string, Route>>
