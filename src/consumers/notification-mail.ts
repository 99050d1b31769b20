import { formatAmount, isoTime, type Currency, type MinorUnits } from '../core/mod.ts'
import type { Mail } from '../mail/mod.ts'
import type { MailTexts, MailValues } from './mail-template.ts'
import { renderMail } from './render-mail.ts'

/** A credit, as the mail about it needs it. */
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
  /** Where the consumer signs in to the wallet, if the partner has switched that on. */
  readonly walletUrl: string | undefined
  /** Where the consumer unsubscribes from these mails, if there are pages on which to do so. */
  readonly unsubscribeUrl: string | undefined
  /** When it was credited: milliseconds since 1970-01-01T00:00:00Z. */
  readonly creditedAt: number
  /** Number of times that an operator has had the mail sent again. */
  readonly resends: number
}

/** Returns the mail of a credit with the texts of a template. Throws if they are broken. */
export function composeMail(news: CreditNews, address: string, texts: MailTexts): Mail {
  return {
    key: keyOf(news),
    to: { name: news.fullName, address },
    ...renderMail(texts, valuesOf(news)),
    unsubscribeUrl: news.unsubscribeUrl,
  }
}

function valuesOf({ currency, description, ...news }: CreditNews): MailValues {
  const hasDescription = description !== undefined && description.trim() !== ''
  return {
    consumerName: news.fullName,
    partnerName: news.partnerName,
    amount: `${formatAmount(news.amountMinor, currency)} ${currency.code}`,
    newBalance: `${formatAmount(news.newBalanceMinor, currency)} ${currency.code}`,
    description: hasDescription ? description : null,
    walletUrl: news.walletUrl ?? null,
    unsubscribeUrl: news.unsubscribeUrl ?? null,
    creditedOn: isoTime(news.creditedAt).slice(0, 'YYYY-MM-DD'.length),
  }
}

/**
 * Returns the idempotency key of a mail. It includes the time of the credit, because another
 * installation with the same sender may use the same numbers.
 */
function keyOf({ partnerId, transferNo, creditedAt, resends }: CreditNews): string {
  const key = `credit.${partnerId}.${transferNo}.${creditedAt}`
  return resends === 0 ? key : `${key}.${resends}`
}
