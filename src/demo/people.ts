import type { Actor } from '../audit/mod.ts'
import { findCurrency, isFault, parseAmount, Refusal, type MinorUnits } from '../core/mod.ts'
import type { Currency } from '../core/mod.ts'
import {
  createConsumer,
  listConsumers,
  listWallets,
  openCampaign,
  openCampaignWallet,
} from '../consumers/mod.ts'
import type { Database } from '../db/mod.ts'
import type { Ledger } from '../ledger/mod.ts'
import type { Vault } from '../vault/mod.ts'

const CONSUMERS = [
  { fullName: 'Maya Lindholm', email: 'maya.lindholm@example.com', currency: 'USD', funds: 50 },
  { fullName: 'Tomas Ferreira', email: 'tomas.ferreira@example.com', currency: 'EUR', funds: 25.5 },
  { fullName: 'Noor Haddad', email: 'noor.haddad@example.com', currency: 'KWD', funds: 0 },
] as const

const CAMPAIGN = { name: 'Spring recognition', currency: 'USD', budget: 10_000 }
const PAGE = { page: 0, size: 50 }

interface Books {
  readonly db: Database
  readonly ledger: Ledger
  readonly vault: Vault
}

/**
 * Creates three consumers of a partner with a wallet each, and a campaign with a wallet of the
 * first consumer. Keeps what exists. Returns the first consumer and its first wallet.
 */
export async function seedPeople(
  { db, ledger, vault }: Books,
  { partnerId, actor }: { partnerId: number; actor: Actor },
): Promise<{ consumerId: number; email: string; walletId: string }> {
  for (const consumer of CONSUMERS) await ensureConsumer({ ledger, vault }, partnerId, consumer)
  const { content } = await listConsumers({ db, vault }, partnerId, PAGE)
  const first = content.find((consumer) => consumer.consumerEmail === CONSUMERS[0].email)
  if (!first) throw new Error('a consumer of the demo is gone')
  if (first.totalCampaignWallets === 0) {
    await openCampaignFor(ledger, partnerId, { consumerId: first.consumerId, actor })
  }
  const { content: wallets } = await listWallets(db, partnerId, first.consumerId, PAGE)
  const wallet = wallets.find(({ walletType }) => walletType === 'STANDARD')
  if (!wallet) throw new Error('a wallet of the demo is gone')
  return {
    consumerId: first.consumerId,
    email: first.consumerEmail,
    walletId: wallet.walletId,
  }
}

async function ensureConsumer(
  books: Omit<Books, 'db'>,
  partnerId: number,
  { fullName, email, currency, funds }: (typeof CONSUMERS)[number],
): Promise<void> {
  const { currencyOfMoney, minor } = money(funds, currency)
  const input = { fullName, email, currency: currencyOfMoney, initialFundsMinor: minor }
  try {
    await createConsumer(books, partnerId, input)
  } catch (error) {
    if (!(error instanceof Refusal && error.kind === 'wallet_exists')) throw error
  }
}

async function openCampaignFor(
  ledger: Ledger,
  partnerId: number,
  { consumerId, actor }: { consumerId: number; actor: Actor },
): Promise<void> {
  const { currencyOfMoney, minor } = money(CAMPAIGN.budget, CAMPAIGN.currency)
  const terms = { name: CAMPAIGN.name, currency: currencyOfMoney, budgetMinor: minor, actor }
  const { campaignId } = await openCampaign(ledger, partnerId, terms)
  await openCampaignWallet(ledger, partnerId, { campaignId, consumerId, actor })
}

/** Parses an amount of the demo's tables. Throws if it is invalid. */
export function money(
  amount: number,
  code: string,
): { currencyOfMoney: Currency; minor: MinorUnits } {
  const currencyOfMoney = findCurrency(code)
  const minor = currencyOfMoney && parseAmount(amount, currencyOfMoney, 'allowed')
  if (!currencyOfMoney || minor === undefined || isFault(minor))
    throw new Error(`no amount: ${amount} ${code}`)
  return { currencyOfMoney, minor }
}
