import type { CommandCase } from '../operator/case.ts'

/** The commands of users, and the requests that they send. */
export const USER_COMMANDS: readonly CommandCase[] = [
  [
    ['users', 'invite', 'ann@example.com', '--role', 'admin'],
    'POST /invitations',
    { email: 'ann@example.com', role: 'admin' },
  ],
  [
    ['users', 'invite', 'ann@example.com', '--role', 'owner', '--partner', '7', '--reason', 'new'],
    'POST /invitations',
    { email: 'ann@example.com', role: 'owner', partnerId: 7, reason: 'new' },
  ],
  [
    ['users', 'invite', 'ann@example.com', '--role', 'admin', '--link'],
    'POST /invitations',
    { email: 'ann@example.com', role: 'admin', delivery: 'link' },
  ],
  [
    ['tokens', 'create', 'till', '--role', 'auditor', '--days', '7', '--reason', 'new'],
    'POST /tokens',
    { name: 'till', role: 'auditor', expiresInDays: 7, reason: 'new' },
  ],
  [['tokens', 'list'], 'GET /tokens'],
  [['tokens', 'revoke', '3', '--reason', 'leaked'], 'POST /tokens/3/revoke', { reason: 'leaked' }],
  [
    ['tokens', 'take-over', '3', '--reason', 'Ann left'],
    'POST /tokens/3/take-over',
    { reason: 'Ann left' },
  ],
  [['users', 'invitations', '--partner', '7'], 'GET /invitations?partnerId=7'],
  [
    ['users', 'revoke-invitation', '3', '--reason', 'wrong address'],
    'POST /invitations/3/revoke',
    { reason: 'wrong address' },
  ],
  [['users', 'list', '--partner', '7'], 'GET /users?partnerId=7'],
  [['users', 'set-role', '3', 'finance'], 'PATCH /users/3', { role: 'finance' }],
  [
    ['users', 'disable', '3', '--reason', 'left'],
    'PATCH /users/3',
    { status: 'DISABLED', reason: 'left' },
  ],
  [
    ['users', 'revoke-sessions', '3', '--reason', 'lost a laptop'],
    'POST /users/3/sessions/revoke',
    { reason: 'lost a laptop' },
  ],
  [
    ['users', 'reset-factors', '3', '--reason', 'lost a phone'],
    'POST /users/3/second-factors/reset',
    { reason: 'lost a phone' },
  ],
  [
    ['users', 'reset-password', '3', '--reason', 'asked by phone'],
    'POST /users/3/password-reset',
    { reason: 'asked by phone' },
  ],
  [
    ['users', 'reset-password', '3', '--link'],
    'POST /users/3/password-reset',
    { delivery: 'link' },
  ],
  [
    ['users', 'unlink', '3', '--reason', 'has a new account'],
    'POST /users/3/identities/unlink',
    { reason: 'has a new account' },
  ],
  [['users', 'enable', '3'], 'PATCH /users/3', { status: 'ACTIVE' }],
]
