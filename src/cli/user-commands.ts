import { group } from './invocation.ts'
import { operation } from './operation.ts'

/** By mail, unless the service has no mail server. */
const LINK = {
  flags: '--link',
  help: 'show the link, also if the service has a mail server',
  value: 'link',
}

export const USERS = group('the people who sign in, and their roles', {
  invite: operation('inviteUser', {
    about: 'invite a person, by mail or by a link that is shown once',
    args: ['email'],
    fields: {
      role: { flags: '--role <role>', help: 'such as admin, or owner with --partner' },
      partnerId: 'a user of this partner; without it, of the operator',
      delivery: LINK,
    },
  }),
  list: operation('listUsers', {
    about: 'list the users, oldest first',
    columns: ['userId', 'email', 'name', 'partnerId', 'role', 'status', 'lastSignInAt'],
  }),
  invitations: operation('listInvitations', {
    about: 'list the invitations that wait to be accepted, newest first',
    columns: ['invitationId', 'email', 'partnerId', 'role', 'state', 'invitedBy', 'expiresAt'],
  }),
  'revoke-invitation': operation('revokeInvitation', {
    about: 'end an invitation: its link no longer works',
  }),
  'set-role': operation('updateUser', {
    about: 'give a user another role',
    args: ['role'],
    fields: { role: { isRequired: true }, status: false },
  }),
  'reset-password': operation('resetPassword', {
    about: 'send a link by which a user chooses a new password, or show it once',
    fields: { delivery: LINK },
  }),
  'revoke-sessions': operation('revokeUserSessions', { about: 'end all sessions of a user' }),
  'reset-factors': operation('resetSecondFactors', {
    about: 'remove the second factors that a user has lost',
  }),
  unlink: operation('unlinkIdentities', {
    about: 'unlink a user from the subject of the OpenID Connect provider',
  }),
  disable: operation('updateUser', {
    about: 'disable a user: all sessions end, and no sign-in works',
    fields: { role: false },
    fixed: { status: 'DISABLED' },
  }),
  enable: operation('updateUser', {
    about: 'let a user sign in again',
    fields: { role: false },
    fixed: { status: 'ACTIVE' },
  }),
})
