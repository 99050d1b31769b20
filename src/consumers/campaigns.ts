import type { Actor } from '../audit/mod.ts'
import {
  formatAmount,
  invalidField,
  isListed,
  isoTime,
  parseNumericId,
  readLine,
  Refusal,
  notFound,
} from '../core/mod.ts'
import type { Currency, MinorUnits } from '../core/mod.ts'
import type { Book, Ledger } from '../ledger/mod.ts'
import type { CampaignRecord, ConsumerState } from './state.ts'
import { walletIn } from './wallet-in-group.ts'
import type { Wallet } from './wallet.ts'
import { submitWrite } from './write.ts'

const CAMPAIGN_NAME_LENGTH_MAX = 200
/** 9999-12-31T23:59:59.999Z: later years have no plain ISO 8601 text. */
const ENDS_AT_MAX = 253_402_300_799_999

export interface NewCampaign {
  readonly name: string
  readonly currency: Currency
  /** Above zero; undefined if the credits of its wallets have no limit. */
  readonly budgetMinor?: MinorUnits | undefined
  /** Milliseconds since 1970-01-01T00:00:00Z; from then on credits are refused. */
  readonly endsAt?: number | undefined
  /**
   * The ids of the gift cards that owners of its wallets may buy. Empty: all that the partner can
   * buy. Undefined: owners cannot spend its wallets.
   */
  readonly spendProducts?: readonly number[] | undefined
  /** The operator who opens it. */
  readonly actor: Actor
}

export interface Campaign {
  readonly campaignId: string
  readonly name: string
  readonly currency: Currency
  readonly budgetMinor?: MinorUnits | undefined
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly endsAt?: number | undefined
  readonly spendProducts?: readonly number[] | undefined
  readonly createdAt: number
}

/**
 * Opens a campaign, audited. Not idempotent: two campaigns may have one name.
 *
 * Refuses, in this order:
 *   invalid_request   name, then budget, then endsAt, unless it is in the future
 *   not_found         no such partner
 */
export async function openCampaign(
  ledger: Ledger,
  partnerId: number,
  input: NewCampaign,
): Promise<Campaign> {
  const name = readLine('name', input.name, CAMPAIGN_NAME_LENGTH_MAX)
  if (input.budgetMinor !== undefined && input.budgetMinor <= 0n) {
    throw invalidField('budget', 'must be greater than 0')
  }
  return submitWrite(ledger, partnerId, {
    needs: {},
    decide: (book, state) => decideCampaign(book, state, { ...input, name }),
  })
}

function decideCampaign(book: Book, state: ConsumerState, input: NewCampaign): Campaign {
  const { name, currency, budgetMinor, endsAt, spendProducts } = input
  if (endsAt !== undefined) requireFuture(endsAt, book.now)
  const campaignId = book.nextId()
  const terms = { name, currency, budgetMinor, endsAt, spendProducts }
  const campaign = { campaignId, ...terms, creditedMinor: 0n }
  state.addCampaign(campaign)
  state.audits.push({
    partnerId: book.partnerId,
    actor: input.actor,
    action: 'campaign.open',
    target: `campaign:${campaignId}`,
    valueOut: {
      kind: 'limits',
      ...(budgetMinor !== undefined && { amounts: [{ currency, amountMinor: budgetMinor }] }),
    },
    after: auditable(campaign),
    at: book.now,
  })
  const optional = {
    ...(budgetMinor !== undefined && { budgetMinor }),
    ...(endsAt !== undefined && { endsAt }),
    ...(spendProducts && { spendProducts }),
  }
  return { campaignId: String(campaignId), name, currency, ...optional, createdAt: book.now }
}

function requireFuture(endsAt: number, now: number): void {
  if (!(endsAt > now)) throw invalidField('endsAt', 'must be in the future')
  if (endsAt > ENDS_AT_MAX) throw invalidField('endsAt', 'must be before the year 10000')
}

function auditable({ name, currency, budgetMinor, endsAt, spendProducts }: CampaignRecord) {
  return {
    name,
    currency: currency.code,
    budget: budgetMinor === undefined ? undefined : formatAmount(budgetMinor, currency),
    endsAt: endsAt === undefined ? undefined : isoTime(endsAt),
    spendProducts,
  }
}

export interface NewCampaignWallet {
  /** The text of the path. */
  readonly campaignId: string
  readonly consumerId: number
  readonly actor: Actor
}

/**
 * Opens a consumer's wallet under a campaign, empty, in the campaign's currency, audited. A
 * consumer has one per campaign; a second call is refused.
 *
 * Refuses, in this order:
 *   not_found          the partner has no such campaign (or there is no such partner)
 *   consumer_unknown   the partner has no such consumer
 *   wallet_exists      the consumer has a wallet under this campaign
 *   campaign_over      the campaign has ended, or its currency is no longer listed
 */
export async function openCampaignWallet(
  ledger: Ledger,
  partnerId: number,
  input: NewCampaignWallet,
): Promise<Wallet> {
  const campaignId = parseNumericId(input.campaignId)
  // Other numbers are not ids, and the column cannot compare them.
  const consumerIds = Number.isSafeInteger(input.consumerId) ? [input.consumerId] : []
  return submitWrite(ledger, partnerId, {
    needs: { campaignIds: campaignId === undefined ? [] : [campaignId], consumerIds },
    decide: (book, state) =>
      decideCampaignWallet(book, state, {
        ...input,
        campaign: campaignId === undefined ? undefined : state.campaigns.get(campaignId),
      }),
  })
}

function decideCampaignWallet(
  book: Book,
  state: ConsumerState,
  input: Omit<NewCampaignWallet, 'campaignId'> & { campaign: CampaignRecord | undefined },
): Wallet {
  const { consumerId, campaign } = input
  if (!campaign) throw notFound('campaign')
  const { campaignId, currency } = campaign
  if (!state.consumers.has(consumerId)) throw new Refusal('consumer_unknown', 'no such consumer')
  if (state.holds({ consumerId, campaignId })) throw campaignWalletExists()
  if (campaign.endsAt !== undefined && campaign.endsAt <= book.now) {
    throw new Refusal('campaign_over', 'the campaign has ended')
  }
  if (!isListed(currency.code)) {
    throw new Refusal('campaign_over', `${currency.code} is no longer an active currency`)
  }
  const walletId = book.openWallet(currency.code).id
  const wallet = state.addWallet({ walletId, consumerId, currency, campaignId, status: 'ENABLED' })
  state.audits.push({
    partnerId: book.partnerId,
    actor: input.actor,
    action: 'wallet.open',
    target: `wallet:${walletId}`,
    valueOut: 'none',
    after: { campaignId: String(campaignId), consumerId, currency: currency.code },
    at: book.now,
  })
  return walletIn(book, state, wallet)
}

function campaignWalletExists(): Refusal {
  const message = 'already has a wallet under this campaign'
  return new Refusal('wallet_exists', `consumerId ${message}`, {
    details: [{ field: 'consumerId', message }],
  })
}
