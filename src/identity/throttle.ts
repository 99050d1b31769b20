import { hash } from 'node:crypto'
import { Refusal, type Clock } from '../core/mod.ts'
import { maybeRow, type Database } from '../db/mod.ts'
import { bucketOf, fillBucket, takeAttempt, type Bucket } from './throttle-rows.ts'

const MS_PER_SECOND = 1_000

/** Ten attempts at once, and then one every 30 s. */
const OF_ACCOUNT = { intervalMs: 30_000, burst: 10 }
/**
 * Ten attempts at once, and then one every five minutes. Six digits can be guessed: of a million,
 * three are right at a time. Only who knows the password gets here, so it keeps no owner out.
 */
const OF_SECOND_FACTOR = { intervalMs: 300_000, burst: 10 }
/** Five links at once, and then one every ten minutes: each may be a mail to somebody else. */
const OF_PASSWORD_RESET = { intervalMs: 600_000, burst: 5 }
/** Many people may share an address of the network. */
const OF_ADDRESS = { intervalMs: 2_000, burst: 60 }

export interface Attempt {
  /** The account that was named, known or not. */
  readonly account: string
  /** The network that the request came from. */
  readonly network: string
}

interface ThrottleContext {
  readonly db: Database
  readonly clock: Clock
}

/**
 * Counts an attempt to sign in, over all processes and before anything is checked, so that attempts
 * at a time are counted too. Refuses rate_limited if there were too many in the name of this
 * account, or from this network. The same for accounts that do not exist.
 */
export async function countAttempt(
  context: ThrottleContext,
  { account, network }: Attempt,
): Promise<void> {
  await countFromNetwork(context, network)
  await take(context, { subject: subjectOf('account', account), ...OF_ACCOUNT })
}

/** As `countAttempt`, before anybody is named. */
export async function countFromNetwork(context: ThrottleContext, network: string): Promise<void> {
  await take(context, { subject: subjectOf('address', network), ...OF_ADDRESS })
}

/**
 * Counts an attempt of a user who is signed in to confirm the password. Apart from attempts to sign
 * in, so that strangers who guess at an account keep nobody from securing it. Refuses rate_limited.
 */
export async function countConfirmation(context: ThrottleContext, userId: number): Promise<void> {
  await take(context, { subject: subjectOf('confirmation', String(userId)), ...OF_ACCOUNT })
}

/** Forgets the attempts to confirm a password, once it was right. */
export function forgetConfirmations(userId: number) {
  return fillBucket(subjectOf('confirmation', String(userId)))
}

/** Counts an attempt to prove a second factor. Refuses rate_limited. */
export async function countSecondFactor(context: ThrottleContext, userId: number): Promise<void> {
  await take(context, { subject: subjectOf('second_factor', String(userId)), ...OF_SECOND_FACTOR })
}

/**
 * Counts an attempt to sign in by a passkey of a user. Apart from passwords, so that strangers who
 * guess at one keep nobody from signing in by a passkey. Refuses rate_limited.
 */
export async function countPasskey(context: ThrottleContext, userId: number): Promise<void> {
  await take(context, { subject: subjectOf('passkey', String(userId)), ...OF_ACCOUNT })
}

/**
 * Counts a request for a new password. Apart from attempts to sign in, so that who has used those
 * up can have a new password. The same for accounts that do not exist. Refuses rate_limited.
 */
export async function countPasswordReset(
  context: ThrottleContext,
  { account, network }: Attempt,
): Promise<void> {
  await countFromNetwork(context, network)
  const subject = subjectOf('password_reset', account)
  await take(context, { subject, ...OF_PASSWORD_RESET })
}

/** Forgets all attempts to sign a user in, for a transaction that begins a session. */
export function forgetAllAttempts({ userId, email }: { userId: number; email: string }) {
  const ofUser = (['second_factor', 'passkey'] as const).map((kind) =>
    fillBucket(subjectOf(kind, String(userId))),
  )
  return [forgetAttempts(email), ...ofUser]
}

async function take({ db, clock }: ThrottleContext, bucket: Bucket): Promise<void> {
  const now = clock.now()
  if ((await maybeRow(db, takeAttempt(bucket, now))) !== undefined) return
  throw tooMany(await secondsUntilNext(db, bucket, now))
}

/** Forgets the attempts in the name of an account, for a transaction that signs it in. */
export function forgetAttempts(account: string) {
  return fillBucket(subjectOf('account', account))
}

async function secondsUntilNext(db: Database, bucket: Bucket, now: number): Promise<number> {
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
  | 'address'
  | 'confirmation'
  | 'second_factor'
  | 'passkey'
  | 'password_reset'

function subjectOf(kind: Subject, text: string): Buffer {
  return hash('sha256', `${kind} ${text}`, 'buffer')
}
