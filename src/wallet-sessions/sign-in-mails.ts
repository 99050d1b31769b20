import { openEmails } from '../consumers/mod.ts'
import type { Clock } from '../core/mod.ts'
import { maybeRow, type Db, type Tx, type WalletSignInsRow } from '../db/mod.ts'
import { composeCodeMail, languageFor } from '../links/mod.ts'
import type { LeasedMail, Mail, MailQueue, Settlement } from '../mail/mod.ts'
import type { Vault } from '../vault/mod.ts'
import { SIGN_IN_MS, signInCode } from './sign-in-code.ts'
import { addressOf, DUE_SIGN_INS, settleSignIn } from './sign-in-rows.ts'

export interface SignInMailOptions {
  readonly db: Db
  readonly clock: Clock
  readonly vault: Vault
}

/** Returns the queue of the mails with codes by which people sign in to their wallets. */
export function createSignInMails(options: SignInMailOptions): MailQueue {
  return {
    async partnersDue(db, whose, now) {
      const rows = await db.rows(DUE_SIGN_INS.partnersDue(whose, now))
      return rows.map((row) => row.partner_id)
    },
    async lease(tx, partnerId, terms) {
      const rows = await tx.rows(DUE_SIGN_INS.lease(partnerId, terms))
      return rows.map((row) => leasedOf(options, row))
    },
  }
}

function leasedOf(options: SignInMailOptions, row: WalletSignInsRow): LeasedMail {
  return {
    partnerId: row.partner_id,
    attempt: row.attempts,
    name: { signIn: row.sign_in_key },
    compose: () => compose(options, row),
    settle: async (tx: Tx, settlement: Settlement) => {
      await tx.rows(settleSignIn(row, settlement))
    },
  }
}

/** Reads the address when the mail is sent, because it may have been erased since. */
async function compose(
  { db, clock, vault }: SignInMailOptions,
  row: WalletSignInsRow,
): Promise<Mail | Settlement> {
  const { partner_id: partnerId, sign_in_key: key, consumer_id: consumerId } = row
  const untilMs = row.created_at.getTime() + SIGN_IN_MS
  if (untilMs <= clock.now() || consumerId === null) return { status: 'SUPPRESSED' }
  const person = await maybeRow(db, addressOf(partnerId, consumerId))
  if (!person?.is_on || person.is_refused) return { status: 'SUPPRESSED' }
  const { full_name: name, partner_name: sender } = person
  const sealed = { blind: person.email_blind, sealed: person.email_sealed }
  const [email = ''] = await openEmails(vault, partnerId, [sealed])
  const language = languageFor(row.locale, undefined)
  return composeCodeMail({
    key: `wallet.${partnerId}.${key}`,
    recipient: { name, email },
    brand: { sender },
    title: language.text('mailWalletCode', { sender }),
    language,
    code: signInCode(vault, partnerId, key),
    untilMs,
  })
}
