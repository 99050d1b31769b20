import { readFundsLeft, type FundsLeft } from '../alerts/mod.ts'
import { formatAmount, minorUnits, storedCurrency, type Clock } from '../core/mod.ts'
import type { Db } from '../db/mod.ts'
import type { UserMail, UserMails } from '../identity/mod.ts'
import { getPartner } from '../partners/mod.ts'
import { partnerRolesWith } from '../policy/mod.ts'
import { isLow } from './is-low.ts'
import { endNotice, leaseDueNotice, setNoticeDue, type DueNotice } from './notice-rows.ts'

const READERS: readonly string[] = partnerRolesWith(['funds-notices:write'])

interface Options {
  readonly db: Db
  readonly clock: Clock
}

/**
 * The mails about funds. A mail is composed when it is sent, so its sums are current, and no mail
 * about low funds is sent if the funds have risen meanwhile.
 */
export function fundsMails({ db, clock }: Options): UserMails<DueNotice> {
  return {
    name: 'a mail about funds',
    lease: leaseDueNotice,
    end: endNotice,
    setDue: setNoticeDue,
    async compose(_vault, due) {
      // The person may have lost the role since.
      if (due.status !== 'ACTIVE' || !READERS.includes(due.role)) return undefined
      const { name, status } = await getPartner(db, due.partner_id)
      if (status !== 'ACTIVE') return undefined
      const funds = await readFundsLeft(db, [due.partner_id], clock.now())
      const left = funds.find(({ currency }) => currency === due.currency)
      if (!left) return undefined
      const about = { name, left }
      if (due.kind === 'DEPOSIT') return depositMail(due, about)
      return isLow(due, left) ? lowMail(due, about) : undefined
    },
  }
}

interface About {
  /** The name of the partner. */
  readonly name: string
  readonly left: FundsLeft
}

function lowMail(due: DueNotice, { name, left }: About): UserMail {
  const available = amountIn(due, left.available)
  return mailOf(due, {
    subject: `Funds are low: ${available} left`,
    paragraphs: [
      `${name} has ${available} to spend. You asked to be told ${thresholdOf(due)}.`,
      paceOf(due, left),
      `Where to pay in:\n${pageOf(due, 'pay-in', 'Pay in')}`,
      'The next mail follows only after the funds have risen above that again.',
    ],
  })
}

function thresholdOf(due: DueNotice): string {
  const { below_minor: minor, below_days: days } = due
  return [
    ...(minor === null ? [] : [`when it is less than ${amountIn(due, minor)}`]),
    ...(days === null ? [] : [`when it lasts for less than ${daysText(days)}`]),
  ].join(', or ')
}

function paceOf(due: DueNotice, { days, perDay }: FundsLeft): string {
  if (days === null) return 'Nothing was spent in the last week.'
  const pace = `At the pace of the last week, ${amountIn(due, perDay)} a day`
  return `${pace}, it lasts for ${daysText(days)}.`
}

function depositMail(due: DueNotice, { name, left }: About): UserMail {
  const deposited = amountIn(due, due.deposited_minor ?? 0n)
  return mailOf(due, {
    subject: `${deposited} arrived`,
    paragraphs: [
      `A deposit of ${deposited} was booked for ${name}. ` +
        `${amountIn(due, left.available)} can be spent now.`,
      pageOf(due, 'movements', 'Movements'),
      'You asked to be told of this deposit only. To be told of the next one, ask again.',
    ],
  })
}

function mailOf(
  due: DueNotice,
  { subject, paragraphs }: { readonly subject: string; readonly paragraphs: readonly string[] },
): UserMail {
  const { user_id: userId, kind, currency, noticed_at: at } = due
  return {
    key: `funds.${kind.toLowerCase()}.${userId}.${currency}.${at?.getTime()}`,
    to: { name: '', address: due.email },
    subject,
    text: `${paragraphs.join('\n\n')}\n`,
  }
}

function pageOf({ portal_url: url }: DueNotice, page: string, name: string): string {
  return url === null ? `Sign in to the portal and choose "${name}".` : `${url}/portal/${page}`
}

function amountIn(due: DueNotice, minor: bigint): string {
  const currency = storedCurrency(due.currency)
  return `${formatAmount(minorUnits(minor), currency)} ${currency.code}`
}

function daysText(days: number): string {
  return days === 1 ? '1 day' : `${days} days`
}
