/** The placeholders of a template, with their values in a preview. */
export const MAIL_SAMPLE = {
  consumerName: 'Maya Lindholm',
  partnerName: 'Aurora Rewards',
  /** With its currency. */
  amount: '25.00 USD',
  newBalance: '140.50 USD',
  /** Null if the credit has none. */
  description: 'For ten years with us',
  /** The day of the credit in UTC. */
  creditedOn: '2026-03-14',
  /** Where the consumer signs in to the wallet; null unless the partner has switched that on. */
  walletUrl: 'https://gifts.example.com/w/sign-in/7',
  /** Where the consumer unsubscribes; null without pages of links. */
  unsubscribeUrl: 'https://gifts.example.com/u/7',
}

export type MailValues = Readonly<
  Record<Exclude<keyof typeof MAIL_SAMPLE, OptionalValue>, string> &
    Record<OptionalValue, string | null>
>
type OptionalValue = 'description' | 'walletUrl' | 'unsubscribeUrl'

/** The parts of a template, or of a mail. Without `html` a mail has plain text only. */
export interface MailTexts {
  readonly subject: string
  readonly text: string
  readonly html?: string | undefined
}

/** The texts of one partner, or of all, in one language. */
export interface MailTemplate extends MailTexts {
  /** Undefined: for all partners that have none of their own. */
  readonly partnerId: number | undefined
  readonly language: string
  readonly setAt: number
  readonly setBy: string
}

export const SUBJECT_LENGTH_MAX = 200
export const TEXT_LENGTH_MAX = 10_000
export const HTML_LENGTH_MAX = 50_000
