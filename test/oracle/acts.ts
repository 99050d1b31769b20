import type { Code } from './facts.ts'

/** A product, a face value of `AMOUNTS` and a number of units. */
export type Line = readonly [product: number, amount: number, units: number]

interface Of {
  readonly partner: number
}

interface Money extends Of {
  readonly code: Code
  /** In minor units. */
  readonly amount: number
}

/**
 * What somebody does. Numbers such as `at` and `wallet` choose from what is there, so that an act
 * means something wherever shrinking leaves it; keys come again, with the same and other bodies.
 */
export type Act =
  | (Money & { readonly act: 'deposit' | 'reverse'; readonly key: number; readonly of?: number })
  | (Money & { readonly act: 'credit limit' })
  | (Money & {
      readonly act: 'spend limit'
      readonly by: number | undefined
      readonly period: 'day' | 'month'
    })
  | { readonly act: 'rule'; readonly rule: RuleText }
  | { readonly act: 'rate'; readonly pair: number; readonly rate: string }
  | { readonly act: 'restock'; readonly amount: number; readonly count: number }
  | (Of & { readonly act: 'quote'; readonly code: Code; readonly lines: readonly Line[] })
  | PlaceAct
  | (Of & { readonly act: 'lease'; readonly at: number })
  | (Of & { readonly act: 'resume' | 'cancel'; readonly at: number })
  | (Of & { readonly act: 'answer'; readonly at: number; readonly outcome: Outcome })
  | CaseAct
  | (Of & { readonly act: 'decide'; readonly at: number; readonly accept: boolean })
  | (Money & { readonly act: 'consumer'; readonly name: number; readonly by: number })
  | TransactAct
  | BulkAct
  | FileAct
  | SendAct
  | ClaimAct
  | (Of & {
      readonly act: 'end link'
      readonly link: number
      readonly how: 'cancel' | 'return' | 'expire'
      /** By a token that was replaced. */
      readonly isOld: boolean
    })
  | (Of & { readonly act: 'replace link'; readonly link: number })
  | (Of & { readonly act: 'status'; readonly wallet: number; readonly status: WalletStatus })
  | (Money & { readonly act: 'campaign'; readonly seconds: number | undefined })
  | (Of & {
      readonly act: 'campaign wallet'
      readonly campaign: number
      readonly consumer: number
    })
  | { readonly act: 'time'; readonly seconds: number }
  /** An earlier act once more, under the same key; `other` with another amount. */
  | { readonly act: 'again'; readonly at: number; readonly other: boolean }
  | { readonly act: 'together'; readonly acts: readonly Act[] }

export type Outcome = 'issued' | 'refused' | 'unknown' | 'unfunded'
export type WalletStatus = 'ENABLED' | 'FROZEN' | 'CLOSED'

export interface PlaceAct extends Of {
  readonly act: 'place'
  readonly code: Code
  readonly lines: readonly Line[]
  /** The number of its clientReference. */
  readonly key: number
  /** The number of its Idempotency-Key. */
  readonly once: number | undefined
  readonly quote: number | undefined
  /** The credential. */
  readonly by: number
}

export interface CaseAct extends Of {
  readonly act: 'case'
  readonly at: number
  readonly item: number
  readonly kind: 'refund' | 'replace' | 'block'
  /** One minor unit of the price only. */
  readonly part: boolean
  /** The partner asks, and the operator has to decide. */
  readonly asked: boolean
}

export interface TransactAct extends Of {
  readonly act: 'credit' | 'debit'
  readonly wallet: number
  readonly amount: number
  readonly key: number
  readonly by: number
}

/** Several wallet transactions in one commit: each by itself, or all or none. */
export interface BulkAct extends Of {
  readonly act: 'bulk'
  readonly rows: readonly TransactAct[]
  readonly isAtomic: boolean
  readonly by: number
}

/** A file of credits. Its rows have keys within it. */
export interface FileAct extends Of {
  readonly act: 'file'
  readonly file: number
  readonly rows: readonly TransactAct[]
}

/** Sends links of these amounts, for these products or for all. */
export interface SendAct extends Of {
  readonly act: 'send'
  readonly code: Code
  readonly amounts: readonly number[]
  readonly products: readonly number[] | undefined
  readonly seconds: number
  readonly key: number
  readonly once: number | undefined
  readonly by: number
}

/** A person takes a card of a link. */
export interface ClaimAct extends Of {
  readonly act: 'claim'
  readonly link: number
  readonly product: number
  readonly amount: number
  readonly key: number
  readonly isOld: boolean
}

/** A rule of the price list: of one partner or of all, for one product or for all. */
export interface RuleText {
  readonly partner: number | undefined
  readonly product: number | undefined
  readonly percent: string
  /** In minor units of the product's currency; of a rule for all products 0. */
  readonly fee: number
}

/** What somebody is answered: the status of the wire, and what the body says. */
export type Answer = Readonly<Record<string, unknown>> & { readonly status: number }

/** What a partner may see, besides what the operator sees of its book. */
export interface View {
  readonly funds: Readonly<Record<string, Readonly<Record<'available' | 'held', number>>>>
  /** What moved the funds, in order. */
  readonly movements: readonly (readonly [kind: string, code: Code, amount: number])[]
  readonly orders: readonly OrderView[]
  readonly links: readonly LinkView[]
  readonly wallets: readonly { code: Code; balance: number; status: string }[]
  readonly cases: readonly { order: number; item: number; kind: string; state: string }[]
  /** Face values that were issued, discounts, fees and refunds, by currency; none where 0. */
  readonly book: Readonly<Record<string, number>>
}

export interface LinkView {
  readonly code: Code
  readonly status: string
  readonly sent: number
  readonly claimed: number
  readonly returned: number
  readonly left: number
  readonly held: number
  readonly events: readonly string[]
}

export interface OrderView {
  readonly reference: number
  readonly status: string
  readonly total: number
  readonly charged: number | undefined
  readonly events: readonly string[]
  /** How many codes it shows: none before COMPLETED. */
  readonly codes: number
}
