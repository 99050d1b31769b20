import { formatAmount, type Currency, type MinorUnits } from '../core/mod.ts'

/** A credit that its consumer is to be told of. */
export interface CreditNews {
  readonly partnerId: number
  readonly transferNo: number
  readonly partnerName: string
  readonly fullName: string
  readonly currency: Currency
  readonly amountMinor: MinorUnits
  /** Right after this credit. */
  readonly newBalanceMinor: MinorUnits
  readonly description: string | undefined
  /** When it was credited: milliseconds since 1970-01-01T00:00:00Z. */
  readonly creditedAt: number
}

/** One mail, in plain text. */
export interface Mail {
  /**
   * The same for every attempt at the same credit, and for no other: the Message-ID's left side.
   */
  readonly key: string
  readonly to: { readonly name: string; readonly address: string }
  readonly subject: string
  readonly text: string
}

/**
 * Says who credited how much, why, and what the balance is then. Holds no code, no wallet id and no
 * link: whoever reads it can spend nothing, and no one learns to follow links in such mails.
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
    // With the instant: a second installation behind the same sender numbers its transfers alike.
    key: `credit.${news.partnerId}.${news.transferNo}.${news.creditedAt}`,
    to: { name: news.fullName, address },
    subject: `${partnerName} has credited you ${amount}`,
    text: `${paragraphs.join('\n\n')}\n`,
  }
}
