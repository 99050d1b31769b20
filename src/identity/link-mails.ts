import type { Statement } from '../db/mod.ts'
import type { Vault } from '../vault/mod.ts'
import { mailedTime, type DueMailRow, type UserMails } from './user-mails.ts'

const KEY_BYTES = 16

/** How a link reaches a person: by mail, or from the user who issued it. */
export type Delivery = 'mail' | 'link'

/** A link that waits to be mailed. */
export interface DueLinkRow extends DueMailRow {
  token_hash: Buffer
  sealed_link: Buffer
  expires_at: Date
}

/** A kind of mail with a link, and the rows that wait to be sent. */
interface LinkMails<Due extends DueLinkRow> {
  /** The name of such a mail in the log. */
  readonly name: string
  /** The beginning of the key of each mail. */
  readonly prefix: string
  readonly subject: string
  lease(now: number, until: number): Statement<Due>
  /** Forgets the link, unless it was replaced meanwhile. */
  end(tokenHash: Buffer): Statement<never>
  setDue(tokenHash: Buffer, dueAt: number): Statement<never>
  /** The sealing context of the link. */
  contextOf(due: Due): string
  /** Returns the paragraphs of the mail; `until` is such as `2026-01-31 12:00 UTC`. */
  textOf(link: string, until: string, due: Due): readonly string[]
}

/** Returns the mails with links of a purpose. They are sent until the link expires. */
export function mailsWithLinks<Due extends DueLinkRow>(mails: LinkMails<Due>): UserMails<Due> {
  const { name, prefix, subject } = mails
  return {
    name,
    lease: (now, until) => mails.lease(now, until),
    end: ({ token_hash: tokenHash }) => mails.end(tokenHash),
    setDue: ({ token_hash: tokenHash }, dueAt) => mails.setDue(tokenHash, dueAt),
    async compose(vault, due) {
      const { email, token_hash: tokenHash, sealed_link: sealed, expires_at: expiresAt } = due
      await vault.prepare([sealed])
      const link = vault.open('credentials', mails.contextOf(due), sealed).toString('utf8')
      return {
        key: `${prefix}.${tokenHash.toString('hex', 0, KEY_BYTES)}`,
        to: { name: '', address: email },
        subject,
        text: `${mails.textOf(link, mailedTime(expiresAt), due).join('\n\n')}\n`,
      }
    },
  }
}

/** Seals a link for `contextOf` of its mails. */
export function sealLink(vault: Vault, context: string, link: string): Buffer {
  return vault.seal('credentials', context, Buffer.from(link, 'utf8'))
}
