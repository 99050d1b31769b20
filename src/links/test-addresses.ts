import { MS_PER_MINUTE } from '../core/mod.ts'
import type { MailFeedback, Settlement } from '../mail/mod.ts'
import type { Vault } from '../vault/mod.ts'
import type { BrokenRule } from './check-claim.ts'
import type { Link } from './link.ts'
import type { Recipient } from './recipient.ts'
import { blindAddress } from './unsubscribe.ts'

const QUEUED = 'queued@mail.example'
const QUEUED_PHONE = '+12025550107'

/**
 * Addresses in links of test partners, each with the simulated fate of its mails. None is ever
 * mailed: the domain is reserved (RFC 2606). A simulated failure never suppresses later mails.
 */
const SETTLEMENTS: Readonly<Record<string, (attempt: number, now: number) => Settlement>> = {
  [QUEUED]: sent,
  'sent@mail.example': sent,
  'delivered@mail.example': sent,
  'complained@mail.example': sent,
  'deferred@mail.example': (attempt, now) => {
    if (attempt > 1) return { status: 'SENT' }
    const fault = '450 4.2.0 try again later'
    return { status: 'PENDING', fault, nextTryAt: now + MS_PER_MINUTE }
  },
  'bounced@mail.example': () => ({
    status: 'FAILED',
    fault: '550 5.1.1 no such mailbox',
    isAddressBad: true,
  }),
  'refused@mail.example': () => ({
    status: 'FAILED',
    fault: '554 5.7.1 the message is refused',
    isAddressBad: false,
  }),
  'suppressed@mail.example': () => ({ status: 'SUPPRESSED', reason: 'REFUSED_BEFORE' }),
}

/** The simulated report about a mail that was sent. */
const REPORTS: Readonly<Record<string, MailFeedback['state']>> = {
  'delivered@mail.example': 'DELIVERED',
  'complained@mail.example': 'COMPLAINED',
}

/** Phone numbers reserved for fiction, each with the test address that it corresponds to. */
const PHONES: Readonly<Record<string, string>> = {
  '+12025550101': 'sent@mail.example',
  '+12025550102': 'deferred@mail.example',
  '+12025550103': 'bounced@mail.example',
  '+12025550104': 'refused@mail.example',
  '+12025550105': 'suppressed@mail.example',
  '+12025550106': 'delivered@mail.example',
  [QUEUED_PHONE]: QUEUED,
}

type Addressed = Pick<Link, 'partnerId' | 'emailBlind' | 'phoneBlind'>

/** True if the mails of a test partner's link simulate states, although they are never sent. */
export function hasTestAddress(vault: Hasher, { partnerId, emailBlind }: Addressed): boolean {
  return Object.keys(SETTLEMENTS).some((address) =>
    isFor(emailBlind, blindAddress(vault, partnerId, address)),
  )
}

/**
 * Returns the instant at which a mail or SMS of a test partner is due; `dueMs` is that of the same
 * message of a live partner.
 */
export function testDueMs(
  vault: Hasher,
  { partnerId, emailBlind, phoneBlind }: Addressed,
  { dueMs, channel }: { readonly dueMs: number; readonly channel: 'EMAIL' | 'SMS' },
): number {
  const isQueued =
    channel === 'EMAIL'
      ? isFor(emailBlind, blindAddress(vault, partnerId, QUEUED))
      : isFor(phoneBlind, blindAddress(vault, partnerId, QUEUED_PHONE))
  return isQueued ? dueMs + MS_PER_MINUTE : dueMs
}

type Hasher = Pick<Vault, 'blindIndex'>

function isFor(blind: Buffer | undefined, address: Buffer): boolean {
  return blind?.equals(address) === true
}

/** The simulated result of a claim: it breaks a rule, is refused, or its order is cancelled. */
export type TestClaim = BrokenRule | 'changed' | 'notNow' | 'cancelled'

const CLAIMS: Readonly<Record<string, Exclude<TestClaim, BrokenRule>>> = {
  'changed@mail.example': 'changed',
  'unavailable@mail.example': 'notNow',
  'cancelled@mail.example': 'cancelled',
}

/**
 * Returns the simulated result of a claim of a test partner's link, by its address. Nobody reviews
 * a simulated break of a rule, so its money returns soon.
 */
export function testClaimOf(
  { review }: Pick<Link, 'review'>,
  { email = '' }: Recipient,
  now: number,
): TestClaim | undefined {
  if (email !== 'review@mail.example') return CLAIMS[email]
  if (review?.releasedMs !== undefined) return undefined
  return { reason: 'ADDRESS', untilMs: now + MS_PER_MINUTE }
}

/** Returns the simulated outcome of a mail or SMS of a test partner. */
export function endOfTestMail(address: string, attempt: number, now: number): Settlement {
  return (
    SETTLEMENTS[PHONES[address] ?? address]?.(attempt, now) ?? {
      status: 'SUPPRESSED',
      reason: 'TEST',
    }
  )
}

/** Returns the simulated report about a mail of a test partner that was sent. */
export function reportOfTestMail(address: string): MailFeedback | undefined {
  const state = REPORTS[PHONES[address] ?? address]
  return state && { state, isAddressBad: false, fault: undefined }
}

function sent(): Settlement {
  return { status: 'SENT' }
}
