import { recordAudit } from '../audit/mod.ts'
import {
  EMAIL_LENGTH_MAX,
  foldEmail,
  isoTime,
  Refusal,
  type Clock,
  MS_PER_HOUR,
} from '../core/mod.ts'
import { maybeRow, transact, type Database, type Tx } from '../db/mod.ts'
import { issuerOf, type Issuer } from '../policy/mod.ts'
import type { Vault } from '../vault/mod.ts'
import { deviceOf, type Visitor } from './devices.ts'
import { sealLink, type Delivery } from './link-mails.ts'
import { isPasswordRefused, requirePasswordUse, type PasswordPolicy } from './password-policy.ts'
import { passwordResetContext } from './password-reset-mails.ts'
import {
  lockPasswordReset,
  passwordResetByToken,
  deletePasswordReset,
  upsertPasswordReset,
} from './password-reset-rows.ts'
import { hashPassword } from './passwords.ts'
import { notifyOfNewPassword, replacePassword, type NoticeContext } from './replace-password.ts'
import { requestedUser, type UserRequest } from './requested-user.ts'
import { deleteSessionsOf } from './session-rows.ts'
import type { Origin } from './session.ts'
import { countPasswordReset, countVisitor, forgetAttempts } from './throttle.ts'
import { digestOf, newToken } from './token.ts'
import { toUser, userByEmail } from './user-rows.ts'
import { targetOf, userActor, type User } from './user.ts'
import { lockUser } from './users.ts'

/** Short, because the link replaces the password. */
const LIFETIME_MS = MS_PER_HOUR

export interface PasswordResetContext extends PasswordPolicy {
  readonly db: Database
  readonly clock: Clock
  readonly vault: Vault
}

/** Returns the address of the page at which a user chooses a password. */
type LinkOf = (token: string, partnerId: number | undefined) => string

export interface ResetRequest {
  readonly email: string
  readonly origin: Origin
  readonly visitor: Visitor
  readonly linkOf: LinkOf
}

/**
 * Sends a link for a new password to the user with an address. The caller learns nothing: an
 * unknown address, a disabled user and one without a password take the same time, because an audit
 * entry is committed in each case. Replaces an earlier link.
 *
 * Refuses rate_limited for too many requests for this address or from this network. A browser in
 * which the user has signed in before is counted by itself.
 */
export async function requestPasswordReset(
  context: PasswordResetContext,
  { email, origin: { address }, visitor, linkOf }: ResetRequest,
): Promise<void> {
  const { db, clock } = context
  const account = foldEmail(email.slice(0, EMAIL_LENGTH_MAX))
  const devices = await countVisitor(context, visitor)
  // A known browser is counted by itself if this user has signed in with it.
  const owner = devices.length > 0 ? await maybeRow(db, userByEmail(account)) : undefined
  await countPasswordReset(context, { account, device: deviceOf(devices, owner?.user_id) })
  await transact(db, async (tx) => {
    const row = await maybeRow(tx, userByEmail(account))
    const user = row && toUser(row)
    const why = whyNot(context, user)
    const link = makeLink(context, user, { linkOf, delivery: 'mail' })
    if (user && why === undefined) storeLink(tx, context, { user, link, issuer: NOBODY })
    recordAudit(tx, {
      partnerId: user?.partnerId,
      actor: { kind: 'visitor', name: 'unknown', address },
      action: REQUESTED,
      target: user ? targetOf(user) : 'user:unknown',
      valueOut: 'none',
      after: why === undefined ? afterOf(link) : { why },
      at: clock.now(),
    })
  })
}

const REQUESTED = 'user.request_password_reset'

/** Returns why a user gets no link; undefined if the user gets one. */
function whyNot(policy: PasswordPolicy, user: User | undefined): string | undefined {
  if (!user) return 'unknown address'
  if (user.status !== 'ACTIVE') return 'disabled'
  return isPasswordRefused(policy, user.partnerId) ? 'no password' : undefined
}

/** A link for a new password, issued by somebody who manages users. */
export interface PasswordReset {
  readonly user: User
  readonly expiresAt: number
  /** Undefined if the link is sent by mail. */
  readonly link: string | undefined
}

export interface IssuedReset extends UserRequest {
  /** If the link is mailed, it is not returned, so that its maker cannot use it. */
  readonly delivery: Delivery
  readonly linkOf: LinkOf
}

/**
 * Makes a link by which a user chooses a new password, for somebody who manages users. Replaces an
 * earlier link. The present password works until the link is used.
 *
 * Refuses, in this order:
 *   not_found        no such user
 *   state_conflict   the user is disabled, or has no password here
 */
export async function issuePasswordReset(
  tx: Tx,
  context: Omit<PasswordResetContext, 'db'>,
  request: IssuedReset,
): Promise<PasswordReset> {
  const user = await requestedUser(tx, request)
  requireResettable(context, user)
  const { actor, reason } = request
  const link = makeLink(context, user, request)
  storeLink(tx, context, { user, link, issuer: issuerOf(actor) })
  recordAudit(tx, {
    partnerId: user.partnerId,
    actor,
    action: REQUESTED,
    target: targetOf(user),
    valueOut: { kind: 'roles' },
    reason,
    after: afterOf(link),
    at: context.clock.now(),
  })
  const { expiresAt, delivery, address } = link
  return { user, expiresAt, link: delivery === 'mail' ? undefined : address }
}

/** Refuses state_conflict for a user who is disabled, or who has no password here. */
export function requireResettable(policy: PasswordPolicy, { status, partnerId }: User): void {
  if (status !== 'ACTIVE') {
    throw new Refusal('state_conflict', 'the user is disabled; enable it first')
  }
  requirePasswordUse(policy, partnerId)
}

interface Link {
  readonly address: string
  readonly tokenHash: Buffer
  readonly expiresAt: number
  readonly delivery: Delivery
  /** Present if it is sent by mail. */
  readonly sealed: Buffer | undefined
}

function makeLink(
  { clock, vault }: Pick<PasswordResetContext, 'clock' | 'vault'>,
  user: User | undefined,
  { linkOf, delivery }: Pick<IssuedReset, 'linkOf' | 'delivery'>,
): Link {
  const token = newToken('tsp')
  const address = linkOf(token, user?.partnerId)
  const sealed = sealLink(vault, passwordResetContext(user?.userId ?? 0), address)
  return {
    address,
    tokenHash: digestOf(token),
    expiresAt: clock.now() + LIFETIME_MS,
    delivery,
    sealed: delivery === 'mail' ? sealed : undefined,
  }
}

interface StoredLink {
  readonly user: User
  readonly link: Link
  readonly issuer: Issuer
}

/** The issuer of a link that the user requested. */
const NOBODY: Issuer = { kind: null, id: null }

function storeLink(
  tx: Tx,
  { clock, vault }: Pick<PasswordResetContext, 'clock' | 'vault'>,
  { user: { userId }, link, issuer }: StoredLink,
): void {
  const { tokenHash, expiresAt, sealed: sealedLink } = link
  if (sealedLink) vault.requireKeys(tx, [sealedLink])
  const at = clock.now()
  tx.write(upsertPasswordReset({ userId, tokenHash, issuer, at, expiresAt, sealedLink }))
}

function afterOf({ expiresAt, delivery }: Link) {
  return { expiresAt: isoTime(expiresAt), delivery }
}

export interface ConfirmedReset {
  readonly token: string
  readonly password: string
  readonly origin: Origin
  readonly visitor: Visitor
}

/**
 * Sets the password of the user of a link, once, tells the user by mail, and ends all sessions and
 * begun sign-ins of the user. Second factors stay, and nobody is signed in. Returns the user.
 *
 * Refuses, in this order:
 *   rate_limited      too many attempts from this network
 *   not_found         the link is unknown, was used or replaced, or has expired; or its user is
 *                     disabled, or its maker may no longer manage users
 *   state_conflict    users of the operator sign in without a password
 *   invalid_request   the password: too short, too long or too easy to guess
 *   overloaded        too many passwords are being checked
 */
export async function confirmPasswordReset(
  context: Omit<PasswordResetContext, 'vault'> & NoticeContext,
  { token, password, origin, visitor }: ConfirmedReset,
): Promise<User> {
  const { db, clock } = context
  await countVisitor(context, visitor)
  const tokenHash = digestOf(token)
  const reset = await maybeRow(db, passwordResetByToken(tokenHash, clock.now()))
  if (!reset) throw noReset()
  requirePasswordUse(context, reset.partner_id)
  const passwordHash = await hashPassword({
    field: 'password',
    password,
    personalWords: [reset.name, reset.email],
    queueKey: visitor.network,
  })
  return await transact(db, async (tx) => {
    const user = await lockUser(tx, reset.user_id)
    await tx.rows(lockPasswordReset(tokenHash))
    const row = await maybeRow(tx, deletePasswordReset(tokenHash, clock.now()))
    if (!row || user.status !== 'ACTIVE') throw noReset()
    const { length: endedSessions } = await tx.rows(deleteSessionsOf(user.userId))
    replacePassword(tx, user.userId, passwordHash)
    notifyOfNewPassword(tx, context, { userId: user.userId, address: origin.address })
    tx.write(forgetAttempts({ account: user.email, device: undefined }))
    recordAudit(tx, {
      partnerId: user.partnerId,
      actor: userActor(user, origin.address),
      action: 'user.reset_password',
      target: targetOf(user),
      valueOut: 'none',
      after: { endedSessions },
      at: clock.now(),
    })
    return user
  })
}

function noReset(): Refusal {
  return new Refusal('not_found', 'the link is unknown, was used or replaced, or has expired')
}
