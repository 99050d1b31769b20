import { formatAmount, type Currency, type MinorUnits } from '../core/mod.ts'

/** A credit of which its consumer gets a mail. */
export interface CreditNews {
  readonly partnerId: number
  readonly transferNo: number
  readonly partnerName: string
  readonly fullName: string
  readonly currency: Currency
  readonly amountMinor: MinorUnits
  /** The balance after this credit. */
  readonly newBalanceMinor: MinorUnits
  readonly description: string | undefined
  /** When it was credited: milliseconds since 1970-01-01T00:00:00Z. */
  readonly creditedAt: number
  /** How often an operator had the mail sent again. */
  readonly resends: number
}

/** One mail, in plain text. */
export interface Mail {
  /**
   * The Message-ID's left side: the same for every attempt at the same credit, and for no other.
   * A mail that an operator sends again has a new one, or receivers would drop it.
   */
  readonly key: string
  readonly to: { readonly name: string; readonly address: string }
  readonly subject: string
  readonly text: string
}

/**
 * Returns the mail of a credit: who credited how much, why, and the new balance. It has no code, no
 * wallet id and no link, so a reader can spend nothing, and nobody learns to follow such links.
 */
export function composeMail(news: CreditNews, address: string): Mail {
  const { partnerName, currency, description } = news
  const amount = `${formatAmount(news.amountMinor, currency)} ${currency.code}`
  const balance = `${formatAmount(news.newBalanceMinor, currency)} ${currency.code}`
  const paragraphs = [
    `Hello ${news.fullName},`,
    `${partnerName} has credited ${amount} to your wallet.`,
    ...(description === undefined || description.trim() === '' ? [] : [description]),
    `Your new balance is ${balance}.`,
  ]
  return {
    key: keyOf(news),
    to: { name: news.fullName, address },
    subject: `${partnerName} has credited you ${amount}`,
    text: `${paragraphs.join('\n\n')}\n`,
  }
}

/** With the instant, because another installation with this sender may use the same numbers. */
function keyOf({ partnerId, transferNo, creditedAt, resends }: CreditNews): string {
  const key = `credit.${partnerId}.${transferNo}.${creditedAt}`
  return resends === 0 ? key : `${key}.${resends}`
}
