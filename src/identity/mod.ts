/**
 * People who sign in, tokens of machines, and what they may do. Owns users, user_sessions,
 * invitations, user_password_resets, password_notices, user_identities, user_totps,
 * user_recovery_codes, user_passkeys, passkey_challenges, oidc_sign_ins, pending_sign_ins,
 * sign_in_throttles and service_tokens.
 */
export { changePassword } from './change-password.ts'
export {
  acceptInvitation,
  addUser,
  invite,
  type Invitation,
  type NewInvitation,
} from './invitations.ts'
export {
  listInvitations,
  revokeInvitation,
  type InvitationState,
  type PendingInvitation,
} from './pending-invitations.ts'
export { DEVICE_SECONDS_MAX, newDeviceCookie, type Visitor } from './devices.ts'
export type { Delivery } from './link-mails.ts'
export { OidcClient } from './oidc-client.ts'
export { beginOidcSignIn, finishOidcSignIn, OIDC_SECONDS_MAX } from './oidc-sign-in.ts'
export { deleteExpiredRows } from './expired-rows.ts'
export { openSessions } from './open-sessions.ts'
export {
  listOwnSessions,
  revokeOtherSessions,
  revokeOwnSession,
  type ListedSession,
} from './own-sessions.ts'
export { addPasskey, beginPasskey } from './passkey-registration.ts'
export { beginPasskeySignIn, finishPasskeySignIn } from './passkey-sign-in.ts'
export { renamePasskey, removePasskey } from './passkeys.ts'
export {
  confirmPasswordReset,
  issuePasswordReset,
  requestPasswordReset,
  requireResettable,
  type PasswordReset,
} from './password-resets.ts'
export { hashRandomPassword } from './passwords.ts'
export {
  environmentPrincipal,
  requirePartnerUser,
  requirePermission,
  userPrincipal,
  type Principal,
} from './principal.ts'
export {
  OPERATOR_PERMISSIONS,
  OPERATOR_ROLES,
  PARTNER_ROLES,
  permissionsOfOperator,
  permissionsOfPartner,
  type OperatorPermission,
  type OperatorRole,
  type PartnerPermission,
  type PartnerRole,
  type Role,
} from '../policy/mod.ts'
export { unlinkIdentities } from './unlink-identities.ts'
export { updatePartnerUser } from './partner-users.ts'
export { finishSignIn } from './second-step.ts'
export { listSecondFactors, renewOwnCodes, type Passkey } from './second-factors.ts'
export { beginTotp, confirmTotpEnrollment, removeTotp } from './totp-enrollment.ts'
export { resetSecondFactors } from './reset-factors.ts'
export { revokeSessions } from './revoke-sessions.ts'
export {
  mustAddSecondFactor,
  requireOwnSecondFactor,
  requireSecondFactor,
} from './second-factor-policy.ts'
export { setPassword } from './set-password.ts'
export { beginStepUp, finishStepUp } from './step-up.ts'
export {
  createServiceToken,
  getServiceToken,
  requireTakeable,
  isServiceToken,
  listServiceTokens,
  SERVICE_TOKEN_SORTS,
  revokeServiceToken,
  takeOverServiceToken,
  tokenPrincipal,
  type ServiceToken,
} from './service-tokens.ts'
export { TOKEN_STATES, type TokenState } from './service-token-rows.ts'
export type { Origin, Session } from './session.ts'
export { findSession, signOut, type NewSession, type SessionContext } from './sessions.ts'
export { signIn } from './sign-in.ts'
export { sendAllDueMails } from './send-user-mails.ts'
export {
  mailedTime,
  sendDueMails,
  type DueMailRow,
  type RefusedMail,
  type UserMail,
  type UserMailer,
  type UserMails,
} from './user-mails.ts'
export { USER_STATUSES, userActor, type User, type UserStatus } from './user.ts'
export { listUsers } from './user-rows.ts'
export { countPermitted, findUser, getUser, hasPermitted, lockUser, updateUser } from './users.ts'
