import { OIDC_SETTINGS } from './oidc.ts'
import { choice, url, whole } from './kinds.ts'

const HOUR = 3_600
const DAY = 24 * HOUR

/** The settings of people who sign in. */
export const IDENTITY_SETTINGS = {
  adminUrl: url('TESSERA_ADMIN_URL', {
    about:
      'base of the links to the console, such as those of invitations; must be set where ' +
      'TESSERA_ADMIN_HOST is not a loopback address',
    schemes: ['http', 'https'],
  }),
  adminTokenUse: choice(
    'TESSERA_ADMIN_TOKEN_USE',
    'refused: only users and service tokens act as the operator, once there are some',
    ['allowed', 'refused'] as const,
    'allowed',
  ),
  sessionIdleSeconds: whole(
    'TESSERA_SESSION_IDLE_SECONDS',
    'seconds without a request after which a user is signed out',
    [HOUR, 120, 30 * DAY],
  ),
  sessionSecondsMax: whole(
    'TESSERA_SESSION_SECONDS',
    'seconds after which a user must sign in again',
    [12 * HOUR, 120, 90 * DAY],
  ),
  invitationHours: whole(
    'TESSERA_INVITATION_HOURS',
    'hours that the link of an invitation can be used',
    [72, 1, 720],
  ),
  invitationsPerHour: whole(
    'TESSERA_INVITATIONS_PER_HOUR',
    'people whom a partner, or the operator, invites at once, and then in an hour; 0 for no limit',
    [30, 0, 10_000],
  ),
  invitationsPerDay: whole(
    'TESSERA_INVITATIONS_PER_DAY',
    'people whom a partner, or the operator, may invite in a day; 0 for no limit',
    [100, 0, 100_000],
  ),
  secondFactorUse: choice(
    'TESSERA_SECOND_FACTOR',
    'who must add a second factor before anything else: nobody, users of the operator, or users ' +
      'of partners as well; not those who sign in by OpenID Connect',
    ['optional', 'operators', 'all'] as const,
    'optional',
  ),
  ...OIDC_SETTINGS,
} as const
