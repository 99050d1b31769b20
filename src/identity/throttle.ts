import { hash } from 'node:crypto'
import { MS_PER_DAY, MS_PER_HOUR, MS_PER_SECOND, Refusal, type Clock } from '../core/mod.ts'
import { maybeRow, type Db } from '../db/mod.ts'
import { deviceOf, knownDevices, type Device, type Visitor } from './devices.ts'
import { bucketOf, fillBucket, takeAttempt, type Bucket } from './throttle-rows.ts'

/** Ten attempts at once, and then one every 30 s. */
const OF_ACCOUNT = { intervalMs: 30_000, burst: 10 }
/**
 * Ten attempts at once, and then one every five minutes. Six digits can be guessed: of a million
 * codes, three are valid at any time. Only somebody who knows the password gets here, so strangers
 * cannot use up the owner's attempts.
 */
const OF_SECOND_FACTOR = { intervalMs: 300_000, burst: 10 }
/** Known browsers of a user together have three times the attempts of one. */
const OF_KNOWN_BROWSERS = { intervalMs: 100_000, burst: 30 }
/** Five links at once, and then one every ten minutes: each may be a mail to somebody else. */
const OF_PASSWORD_RESET = { intervalMs: 600_000, burst: 5 }
/** Many people may share an address of the network. */
const OF_ADDRESS = { intervalMs: 2_000, burst: 60 }

interface ThrottleContext {
  readonly db: Db
  readonly clock: Clock
}

/** The address of an attempt, and the browser if the user has signed in there before. */
export interface Attempt {
  /** The account that was named, known or not. */
  readonly account: string
  readonly device: Device | undefined
}

/**
 * Counts a request of a visitor: for a known browser by its user, otherwise by the network, so that
 * others in a network cannot keep out people who have signed in before. Counts over all processes
 * and before anything is checked, so that concurrent requests count, too. Refuses rate_limited.
 */
export async function countVisit(
  context: ThrottleContext,
  network: string,
  [device]: readonly Device[],
): Promise<void> {
  if (device) {
    const subject = subjectOf('visits_of_user', String(device.userId))
    if ((await tryAttempt(context, { subject, ...OF_ADDRESS })).isAllowed) return
  }
  await countOrRefuse(context, { subject: subjectOf('address', network), ...OF_ADDRESS })
}

/**
 * Counts a request of a browser, and returns the users who have signed in with it before. Refuses
 * rate_limited.
 */
export async function countVisitor(
  context: ThrottleContext,
  visitor: Visitor,
): Promise<readonly Device[]> {
  const devices = await knownDevices(context, visitor)
  await countVisit(context, visitor.network, devices)
  return devices
}

/**
 * Counts an attempt to sign in. A known browser is counted by itself, so that guessing strangers do
 * not lock it out. Accounts that do not exist are counted alike. Refuses rate_limited.
 */
export async function countAttempt(context: ThrottleContext, attempt: Attempt): Promise<void> {
  await countOrRefuse(context, { subject: subjectOfAttempt(attempt), ...OF_ACCOUNT })
}

/** Returns a statement that forgets the attempts of the same bucket as this one. */
export function forgetAttempts(attempt: Attempt) {
  return fillBucket(subjectOfAttempt(attempt))
}

function subjectOfAttempt({ account, device }: Attempt): Buffer {
  return device ? subjectOf('device', device.nonce) : subjectOf('account', account)
}

/**
 * Counts an attempt of a user who is signed in to confirm the password. Counted separately from
 * sign-ins, so that guessing strangers do not keep the user from securing the account. Refuses
 * rate_limited.
 */
export async function countConfirmation(context: ThrottleContext, userId: number): Promise<void> {
  await countOrRefuse(context, {
    subject: subjectOf('confirmation', String(userId)),
    ...OF_ACCOUNT,
  })
}

/** Forgets the attempts to confirm a password, after a right one. */
export function forgetConfirmations(userId: number) {
  return fillBucket(subjectOf('confirmation', String(userId)))
}

/** The user who proves a factor, and the browser if they have signed in there before. */
export interface Proving {
  readonly userId: number
  readonly device: Device | undefined
}

/**
 * Counts an attempt to prove a second factor. A known browser is counted by itself, so that a
 * stranger who knows the password does not lock it out. All known browsers of a user together have
 * only the attempts of a few, so making many of them does not speed up guessing. Refuses
 * rate_limited.
 */
export async function countSecondFactor(
  context: ThrottleContext,
  { userId, device }: Proving,
): Promise<void> {
  await countOrRefuse(context, { subject: subjectOfCode({ userId, device }), ...OF_SECOND_FACTOR })
  if (device)
    await countOrRefuse(context, { subject: subjectOfCodes(userId), ...OF_KNOWN_BROWSERS })
}

function subjectOfCode({ userId, device }: Proving): Buffer {
  if (device) return subjectOf('device_second_factor', device.nonce)
  return subjectOf('second_factor', String(userId))
}

function subjectOfCodes(userId: number): Buffer {
  return subjectOf('second_factor_of_devices', String(userId))
}

/**
 * Counts an attempt to sign in by a passkey of a user; a known browser is counted by itself.
 * Counted separately from passwords, so that strangers who guess passwords do not prevent a sign-in
 * by passkey. A passkey cannot be guessed, so the number of browsers does not matter. Refuses
 * rate_limited.
 */
export async function countPasskey(context: ThrottleContext, proving: Proving): Promise<void> {
  await countOrRefuse(context, { subject: subjectOfPasskey(proving), ...OF_ACCOUNT })
}

function subjectOfPasskey({ userId, device }: Proving): Buffer {
  return device ? subjectOf('device_passkey', device.nonce) : subjectOf('passkey', String(userId))
}

/**
 * Counts an attempt to confirm by a passkey that the user of a session is present. Each session is
 * counted by itself.
 * Refuses rate_limited.
 */
export async function countStepUp(context: ThrottleContext, sessionId: string): Promise<void> {
  await countOrRefuse(context, { subject: subjectOf('step_up', sessionId), ...OF_ACCOUNT })
}

/** Forgets the attempts of a session, once one has succeeded. */
export function forgetStepUps(sessionId: string) {
  return fillBucket(subjectOf('step_up', sessionId))
}

/**
 * Counts a request for a new password; a known browser is counted by itself. Counted separately
 * from sign-ins, so that a user who has no attempts left can still get a new password. Refuses
 * rate_limited.
 */
export async function countPasswordReset(
  context: ThrottleContext,
  { account, device }: Attempt,
): Promise<void> {
  const subject = device
    ? subjectOf('device_reset', device.nonce)
    : subjectOf('password_reset', account)
  await countOrRefuse(context, { subject, ...OF_PASSWORD_RESET })
}

/** The number of people that a tenant may invite per period; 0 allows any number. */
export interface InvitationLimits {
  readonly invitationsPerHour: number
  readonly invitationsPerDay: number
}

/**
 * Counts an invitation of a tenant, in the transaction that makes it: each may be a mail to a
 * stranger. Refuses rate_limited.
 */
export async function countInvitation(
  context: ThrottleContext,
  { invitationsPerHour, invitationsPerDay }: InvitationLimits,
  partnerId: number | undefined,
): Promise<void> {
  const tenant = partnerId === undefined ? 'operator' : `partner:${partnerId}`
  const limits = [
    ['invitations_of_hour', MS_PER_HOUR, invitationsPerHour],
    ['invitations_of_day', MS_PER_DAY, invitationsPerDay],
  ] as const
  for (const [kind, windowMs, burst] of limits) {
    if (burst === 0) continue
    const intervalMs = Math.ceil(windowMs / burst)
    await countOrRefuse(context, { subject: subjectOf(kind, tenant), intervalMs, burst })
  }
}

/**
 * Forgets a user's sign-in attempts of the same bucket as this one, when a session begins. Attempts
 * of strangers stay, so that the user's sign-ins do not give them more.
 */
export function forgetAllAttempts(
  { userId, email }: { userId: number; email: string },
  devices: readonly Device[],
) {
  const device = deviceOf(devices, userId)
  const proving = { userId, device }
  const ofDevices = device ? [subjectOfCodes(userId)] : []
  const subjects = [subjectOfCode(proving), subjectOfPasskey(proving), ...ofDevices]
  return [forgetAttempts({ account: email, device }), ...subjects.map(fillBucket)]
}

async function countOrRefuse(context: ThrottleContext, bucket: Bucket): Promise<void> {
  const { isAllowed, now } = await tryAttempt(context, bucket)
  if (!isAllowed) throw tooMany(await secondsUntilNext(context.db, bucket, now))
}

async function tryAttempt({ db, clock }: ThrottleContext, bucket: Bucket) {
  const now = clock.now()
  return { now, isAllowed: (await maybeRow(db, takeAttempt(bucket, now))) !== undefined }
}

async function secondsUntilNext(db: Db, bucket: Bucket, now: number): Promise<number> {
  const row = await maybeRow(db, bucketOf(bucket.subject))
  const fullInMs = (row?.full_at.getTime() ?? now) - now
  const waitMs = fullInMs - (bucket.burst - 1) * bucket.intervalMs
  return Math.max(1, Math.ceil(waitMs / MS_PER_SECOND))
}

function tooMany(retryAfterSeconds: number): Refusal {
  const message = 'too many attempts; try again later'
  return new Refusal('rate_limited', message, { retryAfterSeconds })
}

type Subject =
  | 'account'
  | 'device'
  | 'address'
  | 'visits_of_user'
  | 'confirmation'
  | 'second_factor'
  | 'device_second_factor'
  | 'second_factor_of_devices'
  | 'passkey'
  | 'device_passkey'
  | 'step_up'
  | 'password_reset'
  | 'device_reset'
  | 'invitations_of_hour'
  | 'invitations_of_day'

function subjectOf(kind: Subject, text: string): Buffer {
  return hash('sha256', `${kind} ${text}`, 'buffer')
}
