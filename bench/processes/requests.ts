import { randomUUID } from 'node:crypto'
import { isoTime, signedHeaders, systemClock, type Signer } from '../../src/core/mod.ts'

/** The requests of a load. All are serialized and signed before the first one is sent. */
export type Plan =
  /** Credits of 0.01, over these wallets in turn. */
  | { readonly kind: 'credits'; readonly wallets: readonly WalletOf[]; readonly count: number }
  | RowsPlan
  | OrdersPlan
  /** The same read again and again. */
  | {
      readonly kind: 'get'
      readonly signer: Signer
      readonly target: string
      readonly count: number
    }

/** Requests of `rows` credits of 0.01 each, over the wallets of one partner in turn. */
export interface RowsPlan {
  readonly kind: 'rows'
  readonly wallets: readonly WalletOf[]
  readonly rows: number
  readonly count: number
}

/** Orders of one unit. */
export interface OrdersPlan extends OrderedProduct {
  readonly kind: 'orders'
  readonly signer: Signer
  readonly count: number
}

export interface WalletOf {
  readonly signer: Signer
  readonly walletId: string
}

export interface OrderedProduct {
  readonly productId: number
  readonly amount: number
}

export function makeRequests(plan: Plan, host: string): Buffer[] {
  return Array.from({ length: plan.count }, (_, at) => makeRequest(plan, host, at))
}

function makeRequest(plan: Plan, host: string, at: number): Buffer {
  if (plan.kind === 'get') return signedRequest(plan.signer, { host, target: plan.target })
  if (plan.kind === 'orders') return newOrder(plan, host)
  if (plan.kind === 'rows') return newCredits(plan, at, host)
  return newCredit(walletAt(plan.wallets, at), host)
}

function walletAt(wallets: readonly WalletOf[], at: number): WalletOf {
  const wallet = wallets[at % wallets.length]
  if (!wallet) throw new Error('credits need a wallet')
  return wallet
}

function newCredits({ wallets, rows }: RowsPlan, at: number, host: string): Buffer {
  const { signer } = walletAt(wallets, 0)
  const transactions = Array.from({ length: rows }, (_, row) => ({
    walletId: walletAt(wallets, at * rows + row).walletId,
    amount: 0.01,
    transactionType: 'CREDIT',
    referenceId: randomUUID(),
  }))
  const target = '/api/partner/v1/wallets/transactions/bulk'
  return signedRequest(signer, { host, target, body: { transactions } })
}

export function newCredit({ signer, walletId }: WalletOf, host: string): Buffer {
  const body = { amount: 0.01, transactionType: 'CREDIT', referenceId: randomUUID() }
  const target = `/api/partner/v1/wallets/${walletId}/transactions`
  return signedRequest(signer, { host, target, body })
}

export function newOrder(
  { signer, productId, amount }: OrderedProduct & { readonly signer: Signer },
  host: string,
): Buffer {
  const items = [{ productId, amount, quantity: 1 }]
  const body = { clientReference: randomUUID(), currency: 'USD', items }
  return signedRequest(signer, { host, target: '/v2/orders', body })
}

/** Returns the bytes of a request: a POST if there is a body. */
export function signedRequest(
  signer: Signer,
  { host, target, body }: { host: string; target: string; body?: object },
): Buffer {
  const method = body === undefined ? 'GET' : 'POST'
  const bytes = Buffer.from(body === undefined ? '' : JSON.stringify(body))
  const timestamp = isoTime(systemClock.now())
  const headers: Record<string, string | number> = {
    host,
    ...signedHeaders(signer, { method, body: bytes, timestamp }),
    ...(body !== undefined && {
      'content-type': 'application/json',
      'content-length': bytes.length,
    }),
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = `${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`
  return Buffer.concat([Buffer.from(head), bytes])
}
