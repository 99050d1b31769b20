import { MS_PER_MINUTE } from '../core/mod.ts'
import type { Settlement } from '../mail/mod.ts'
import type { Vault } from '../vault/mod.ts'
import type { Link } from './link.ts'
import { blindAddress } from './unsubscribe.ts'

/**
 * Addresses in links of test partners, each with the simulated fate of its mails. None is ever
 * mailed: the domain is reserved (RFC 2606). A simulated failure never suppresses later mails.
 */
const ENDS: Readonly<Record<string, (attempt: number, now: number) => Settlement>> = {
  'sent@mail.example': () => ({ status: 'SENT' }),
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

/** Phone numbers reserved for fiction, each with the test address that it corresponds to. */
const PHONES: Readonly<Record<string, string>> = {
  '+12025550101': 'sent@mail.example',
  '+12025550102': 'deferred@mail.example',
  '+12025550103': 'bounced@mail.example',
  '+12025550104': 'refused@mail.example',
  '+12025550105': 'suppressed@mail.example',
}

/** True if the mails of a test partner's link simulate states, although they are never sent. */
export function hasTestAddress(
  vault: Pick<Vault, 'blindIndex'>,
  { partnerId, emailBlind }: Pick<Link, 'partnerId' | 'emailBlind'>,
): boolean {
  if (emailBlind === undefined) return false
  return Object.keys(ENDS).some((one) => blindAddress(vault, partnerId, one).equals(emailBlind))
}

/** Returns the simulated outcome of a mail or SMS of a test partner. */
export function endOfTestMail(address: string, attempt: number, now: number): Settlement {
  return (
    ENDS[PHONES[address] ?? address]?.(attempt, now) ?? { status: 'SUPPRESSED', reason: 'TEST' }
  )
}
