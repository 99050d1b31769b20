import { recordAudit, type Actor } from '../audit/mod.ts'
import {
  MS_PER_HOUR,
  invalidField,
  isoTime,
  normalizeEmail,
  PARTNER_ID_MAX,
  readLine,
  Refusal,
  type Clock,
} from '../core/mod.ts'
import { maybeRow, oneRow, transact, type Database, type Tx } from '../db/mod.ts'
import { hasPartner } from '../partners/mod.ts'
import type { Vault } from '../vault/mod.ts'
import { invitationContext } from './invitation-mails.ts'
import {
  invitationByToken,
  lockInvitation,
  deleteInvitation,
  upsertInvitation,
  type InvitationKey,
  type InvitationRow,
} from './invitation-rows.ts'
import { sealLink, type Delivery } from './link-mails.ts'
import { hashPassword } from './passwords.ts'
import { issuerOf, readRole, type Role } from '../policy/mod.ts'
import { requirePasswordUse, type PasswordPolicy } from './password-policy.ts'
import { countInvitation, type InvitationLimits } from './throttle.ts'
import { digestOf, newToken } from './token.ts'
import { insertUser, toUser, userByEmail } from './user-rows.ts'
import { targetOf, userActor, type User } from './user.ts'

const NAME_LENGTH_MAX = 200

export interface NewInvitation {
  readonly email: string
  readonly role: string
  /** Undefined: invites a user of the operator. */
  readonly partnerId: number | undefined
  /** True if the inviter may learn who is a user of another tenant. */
  readonly canKnowOthers: boolean
  readonly actor: Actor
  readonly reason: string | undefined
  /** If the link is mailed, it is not returned, so that the inviter cannot use it. */
  readonly delivery: Delivery
  linkOf(token: string, partnerId: number | undefined): string
}

export interface Invitation {
  readonly invitationId: number
  readonly email: string
  readonly role: Role
  readonly partnerId: number | undefined
  readonly expiresAt: number
  /** Undefined if the link is sent by mail. */
  readonly link: string | undefined
}

export interface InvitationContext {
  readonly clock: Clock
  readonly vault: Vault
  readonly config: InvitationLimits & { readonly invitationHours: number }
}

/**
 * Invites a person: whoever has the link chooses a password. Inviting the same address again, for
 * the same tenant, replaces the link. A link that is sent by mail is stored sealed until it is
 * sent.
 *
 * An address that belongs to a user of another tenant is invited like any other. Only its owner
 * learns of the conflict: from the mail, or from `acceptInvitation`.
 *
 * Refuses, in this order:
 *   invalid_request   the address; an unknown partner; a role that the operator or a partner does
 *                     not have
 *   rate_limited      too many invitations of this partner, or of the operator
 *   state_conflict    the address belongs to a user of this tenant; or of any, if `canKnowOthers`
 */
export async function invite(
  tx: Tx,
  { clock, config, vault }: InvitationContext,
  input: NewInvitation,
): Promise<Invitation> {
  const { partnerId, actor, reason } = input
  const email = normalizeEmail(input.email)
  if (partnerId !== undefined) await requirePartner(tx, partnerId)
  const role = readRole(input.role, partnerId)
  await countInvitation({ db: tx, clock }, config, partnerId)
  const user = await maybeRow(tx, userByEmail(email))
  const isOwn = user && (user.partner_id ?? undefined) === partnerId
  if (user && (isOwn === true || input.canKnowOthers)) throw addressTaken(email)
  const at = clock.now()
  const expiresAt = at + config.invitationHours * MS_PER_HOUR
  const token = newToken('tsi')
  const link = input.linkOf(token, partnerId)
  const isMailed = input.delivery === 'mail'
  const sealedLink = isMailed ? sealLink(vault, invitationContext(email), link) : undefined
  if (sealedLink) vault.requireKeys(tx, [sealedLink])
  const tokenHash = digestOf(token)
  const issuer = issuerOf(actor)
  const row = { email, tokenHash, partnerId, role, issuer, at, expiresAt, sealedLink }
  const { id } = await oneRow(tx, upsertInvitation(row))
  recordAudit(tx, {
    partnerId,
    actor,
    action: 'user.invite',
    target: `invitation:${email}`,
    valueOut: { kind: 'roles' },
    reason,
    after: { role, expiresAt: isoTime(expiresAt), delivery: input.delivery },
    at,
  })
  const invitationId = Number(id)
  return { invitationId, email, role, partnerId, expiresAt, link: isMailed ? undefined : link }
}

async function requirePartner(tx: Tx, partnerId: number): Promise<void> {
  const isId = partnerId >= 1 && partnerId <= PARTNER_ID_MAX
  if (!isId || !(await hasPartner(tx, partnerId))) {
    throw invalidField('partnerId', 'names no partner')
  }
}

export interface Acceptance {
  /** The network address of the person. */
  readonly address: string
  readonly token: string
  readonly name: string
  readonly password: string
}

/**
 * Creates the user that an invitation is for.
 *
 * Refuses, in this order:
 *   not_found         the link is unknown, was used, replaced or revoked, or has expired; or the
 *                     inviter may no longer invite
 *   state_conflict    users of the operator sign in without a password
 *   invalid_request   the name or the password
 *   overloaded        too many passwords are being checked
 *   state_conflict    the address belongs to a user
 */
export async function acceptInvitation(
  context: PasswordPolicy & { readonly db: Database; readonly clock: Clock },
  input: Acceptance,
): Promise<User> {
  const { db, clock } = context
  const tokenHash = digestOf(input.token)
  const invitation = await maybeRow(db, invitationByToken(tokenHash, clock.now()))
  if (!invitation) throw noInvitation()
  requirePasswordUse(context, invitation.partner_id)
  const name = readLine('name', input.name, NAME_LENGTH_MAX)
  const passwordHash = await hashPassword({
    field: 'password',
    password: input.password,
    personalWords: [name, invitation.email],
    queueKey: input.address,
  })
  return await transact(db, async (tx) => {
    const at = clock.now()
    const row = await consumeInvitation(tx, { tokenHash }, at)
    if (!row) throw noInvitation()
    const { email, role, partner_id: partnerId } = row
    return await addUser(tx, {
      email,
      name,
      role,
      partnerId: partnerId ?? undefined,
      passwordHash,
      address: input.address,
      at,
    })
  })
}

/** Deletes and returns an invitation, if it exists and its inviter may still invite. */
export async function consumeInvitation(
  tx: Tx,
  by: InvitationKey,
  now: number,
): Promise<InvitationRow | undefined> {
  await tx.rows(lockInvitation(by))
  return await maybeRow(tx, deleteInvitation(by, now))
}

interface AddedUser {
  readonly email: string
  readonly name: string
  readonly role: Role
  readonly partnerId: number | undefined
  readonly passwordHash: string
  /** The network address of the person, if there is one. */
  readonly address?: string
  readonly at: number
}

/** Refuses state_conflict if the address belongs to a user. */
export async function addUser(tx: Tx, added: AddedUser): Promise<User> {
  const row = await maybeRow(tx, insertUser(added))
  if (!row) throw addressTaken(added.email)
  const user = toUser(row)
  const { name, role, partnerId, address, at } = added
  recordAudit(tx, {
    partnerId,
    actor: userActor(user, address),
    action: 'user.create',
    target: targetOf(user),
    valueOut: 'none',
    after: { email: user.email, name, role },
    at,
  })
  return user
}

function addressTaken(email: string): Refusal {
  return new Refusal('state_conflict', `${email} belongs to a user already`)
}

function noInvitation(): Refusal {
  return new Refusal('not_found', 'the invitation is unknown, was used or replaced, or has expired')
}
