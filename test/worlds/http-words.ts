import type { Act, Answer } from '../oracle/acts.ts'
import { textOf, type Code } from '../oracle/facts.ts'
import type { Json, Reply } from '../support/client.ts'

/** What moved the funds; the others are holds. */
export const MOVEMENTS = new Set([
  'deposit',
  'reversal',
  'order_charge',
  'wallet_credit',
  'wallet_debit',
  'initial_funds',
  'case_refund',
])

/** What a refusal says over HTTP: its status, and the fields that a 400 or 409 names. */
function refused({ act }: Act, status: number, { error }: Json): Answer {
  const named = (error.details ?? []).map(({ field }: Json) => field)
  const fields = act === 'bulk' ? named.toSorted() : named
  return fields.length > 0 && status !== 402 && status !== 500 ? { status, fields } : { status }
}

export function major(minor: number, code: Code): number {
  return Number(textOf(BigInt(minor), code))
}

/** What was made, by the order in which it was. */
interface Made {
  readonly orders: readonly string[]
  readonly wallets: readonly string[]
  readonly consumers: readonly number[]
  readonly campaigns: readonly string[]
}

/** What a reply says, in the words of the oracle. */
export function readReply(asked: Act, reply: Reply | undefined, made: Made): Answer {
  const { act } = asked
  if (!reply) throw new Error(`${act} has no reply`)
  const { status, body, headers } = reply
  if (status >= 300) return refused(asked, status, body)
  const { data } = body
  const { orders, wallets, consumers, campaigns } = made
  switch (act) {
    case 'deposit':
    case 'reverse':
      return { status, funds: data.funds }
    case 'place': {
      const placed = { status, order: orders.indexOf(data.id), total: data.totalAmount }
      return headers['idempotent-replayed'] === 'true' ? { ...placed, replayed: true } : placed
    }
    case 'cancel':
    case 'status':
      return { status, is: data.status }
    case 'case':
    case 'decide':
      return { status, is: data.state }
    case 'consumer': {
      const one = { consumer: consumers.indexOf(data.id), balance: data.walletBalance }
      return { status, ...one, wallet: wallets.indexOf(data.walletId) }
    }
    case 'credit':
    case 'debit':
      return transacted(status, data)
    case 'bulk': {
      const results = data.results.map((row: Json) =>
        row.status === 200 ? transacted(200, row.body.data) : refused(asked, row.status, row.body),
      )
      return { status, results }
    }
    case 'campaign':
      return { status, campaign: campaigns.indexOf(data.campaignId) }
    case 'campaign wallet':
      return { status, wallet: wallets.indexOf(data.walletId) }
    case 'again':
    case 'send':
    case 'claim':
    case 'end link':
    case 'replace link':
    case 'answer':
    case 'credit limit':
    case 'file':
    case 'lease':
    case 'quote':
    case 'rate':
    case 'restock':
    case 'resume':
    case 'rule':
    case 'spend limit':
    case 'time':
    case 'together':
      return { status }
  }
}

function transacted(status: number, data: Json): Answer {
  const { previousBalance: previous, transactionAmount: amount, newBalance: next } = data
  return { status, previous, amount, next }
}
