import { recordAudit } from '../audit/mod.ts'
import { MS_PER_SECOND, foldEmail, Refusal } from '../core/mod.ts'
import { maybeRow, transact, type Tx } from '../db/mod.ts'
import type { Visitor } from './devices.ts'
import { addUser, consumeInvitation } from './invitations.ts'
import { OidcResponseRefused, type OidcClient, type OidcIdentity } from './oidc-client.ts'
import { insertIdentity, insertOidcSignIn, deleteOidcSignIn, userBySubject } from './oidc-rows.ts'
import { hashRandomPassword } from './passwords.ts'
import type { Origin } from './session.ts'
import { beginSession, type NewSession, type SessionContext } from './sessions.ts'
import { recordFailure } from './sign-in-failure.ts'
import { countVisitor } from './throttle.ts'
import { digestOf, newToken } from './token.ts'
import { toUser, userByEmail } from './user-rows.ts'
import { targetOf, userActor, type User } from './user.ts'

/** The time that a person has to sign in at the provider. */
export const OIDC_SECONDS_MAX = 600
const METHOD = 'oidc'
const NAME_LENGTH_MAX = 200

/** A context of a service that has a provider. */
export type OidcContext = SessionContext & { readonly oidc: OidcClient | undefined }

export interface OidcBeginning {
  /** The browser stores the secret in a cookie until it comes back from the provider. */
  readonly secret: string
  /** The URL at the provider that the browser opens. */
  readonly url: string
}

/**
 * Begins a sign-in at the provider.
 *
 * Refuses, in this order:
 *   not_found              no provider is set
 *   rate_limited           too many attempts from this network
 *   upstream_unavailable   the provider does not respond
 */
export async function beginOidcSignIn(
  context: OidcContext,
  { redirectUri, visitor }: { readonly redirectUri: string; readonly visitor: Visitor },
): Promise<OidcBeginning> {
  const oidc = requireOidc(context)
  const { db, clock } = context
  await countVisitor(context, visitor)
  const secret = newToken('tso')
  const url = await oidc.authorizationUrl(secret, redirectUri)
  const expiresAt = clock.now() + OIDC_SECONDS_MAX * MS_PER_SECOND
  await db.rows(insertOidcSignIn(digestOf(secret), expiresAt))
  return { secret, url }
}

export interface OidcReturn {
  /** The secret that the browser has kept, if it has one. */
  readonly secret: string | undefined
  /** The redirect URI with the query that the provider has added. */
  readonly callback: URL
  readonly origin: Origin
  readonly visitor: Visitor
}

/**
 * Signs in a person who comes back from the provider: the operator's user that is linked to the
 * subject. A subject without a link is linked, once, to the user or invited person whose address
 * the provider has verified.
 *
 * Refuses, in this order:
 *   not_found              no provider is set
 *   rate_limited           too many attempts from this network
 *   unauthenticated        the browser has begun no sign-in, or has finished it
 *   upstream_unavailable   the provider does not respond
 *   unauthenticated        the response is wrong, or nobody who may sign in is linked
 */
export async function finishOidcSignIn(
  context: OidcContext,
  { secret, callback, origin, visitor }: OidcReturn,
): Promise<NewSession> {
  const oidc = requireOidc(context)
  const { db, clock } = context
  await countVisitor(context, visitor)
  const signIn = secret !== undefined && deleteOidcSignIn(digestOf(secret), clock.now())
  if (!signIn || !(await maybeRow(db, signIn))) throw notBegun()
  const identity = await oidc.identify(secret, callback).catch(async (error: unknown) => {
    if (!(error instanceof OidcResponseRefused)) throw error
    await recordFailure(context, undefined, { origin, method: METHOD, why: error.message })
    throw notSignedIn()
  })
  const outcome = await transact(db, async (tx): Promise<NewSession | Failure> => {
    const user = await findUser(tx, { identity, address: origin.address, at: clock.now() })
    if ('why' in user) return user
    if (user.status !== 'ACTIVE') return { why: 'the user is disabled', user }
    return beginSession(tx, clock, { user, origin, method: METHOD, isByProvider: true })
  })
  if ('token' in outcome) return outcome
  const { user, why } = outcome
  await recordFailure(context, user, { origin, method: METHOD, why, subject: identity.subject })
  throw notSignedIn()
}

/** Why somebody is not signed in, for the audit log. */
interface Failure {
  readonly why: string
  readonly user?: User
}

interface Arrival {
  readonly identity: OidcIdentity
  readonly address: string
  readonly at: number
}

/** Returns the user of a subject, or why there is none. The first sign-in links the subject. */
async function findUser(tx: Tx, { identity, address, at }: Arrival): Promise<User | Failure> {
  const linkedUser = await maybeRow(tx, userBySubject(identity))
  if (linkedUser) return toUser(linkedUser)
  const { issuer, subject, email } = identity
  if (email === undefined) return { why: 'the provider has not verified the address' }
  const user = await userOf(tx, foldEmail(email), { identity, address, at })
  if (!user) return { why: 'no user and no invitation of the operator has the address' }
  if (user.partnerId !== undefined) return { why: 'the user is one of a partner', user }
  if (user.status !== 'ACTIVE') return user
  const isLinked = await maybeRow(tx, insertIdentity(identity, { userId: user.userId, at }))
  if (!isLinked) return { why: 'the user has another subject at the provider', user }
  recordAudit(tx, {
    actor: userActor(user, address),
    action: 'user.link_identity',
    target: targetOf(user),
    valueOut: 'none',
    after: { issuer, subject },
    at,
  })
  return user
}

/**
 * Returns the user who has the address. Creates the user if the address is invited to the operator.
 */
async function userOf(
  tx: Tx,
  email: string,
  { identity, address, at }: Arrival,
): Promise<User | undefined> {
  const row = await maybeRow(tx, userByEmail(email))
  if (row) return toUser(row)
  const invitation = await consumeInvitation(tx, { operatorEmail: email }, at)
  if (!invitation) return undefined
  const { role } = invitation
  const name = nameOf(identity) ?? email
  // The hash of a password that nobody knows: processes of earlier versions expect a hash.
  const passwordHash = await hashRandomPassword(newToken('tso'))
  const added = { email, name, role, partnerId: undefined, passwordHash, address, at }
  return await addUser(tx, added)
}

/** Returns a name that is one line, if the provider knows one. */
function nameOf({ name = '' }: OidcIdentity): string | undefined {
  const line = name
    .replaceAll(/\p{C}+/gu, ' ')
    .trim()
    .slice(0, NAME_LENGTH_MAX)
  return line === '' ? undefined : line
}

function requireOidc({ oidc }: OidcContext): OidcClient {
  if (oidc) return oidc
  throw new Refusal('not_found', 'no OpenID Connect provider is set')
}

function notBegun(): Refusal {
  const message = 'the sign-in was not begun in this browser, has expired or is finished already'
  return new Refusal('unauthenticated', message)
}

function notSignedIn(): Refusal {
  const message = 'the provider vouches for nobody who may sign in; ask for an invitation'
  return new Refusal('unauthenticated', message)
}
