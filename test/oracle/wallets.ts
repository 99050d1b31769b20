import type { WalletStatus } from '../worlds/acts.ts'
import { type Answer, type ActOf, known, Refused, type TransactAct } from './acts.ts'
import { sum, wire, wired, type Code } from './facts.ts'
import { move, type OraclePartner, requireRoom, spend } from './partner.ts'

/** The balance of a person; orders of the owner hold their price on it. */
export interface Wallet {
  readonly code: Code
  readonly consumer: number
  readonly campaign?: Campaign
  balance: bigint
  status: WalletStatus
}

export interface Campaign {
  readonly code: Code
  readonly budget: bigint
  readonly endsAt: number
  credited: bigint
}

export function availableOf({ orders }: OraclePartner, wallet: Wallet): bigint {
  return wallet.balance - sum(orders, (one) => (one.payer?.wallet === wallet ? one.held : 0n))
}

export function createConsumer(partner: OraclePartner, act: ActOf<'consumer'>): Answer {
  const { consumers, wallets } = partner
  const { name, code, amount } = act
  const at = consumers.indexOf(name)
  const hasWallet = wallets.some((one) => one.consumer === at && one.code === code && !one.campaign)
  if (hasWallet) throw new Refused(400, ['email'])
  if (amount > 0) {
    spend(partner, { ...act, field: 'initialFunds' }, BigInt(amount))
    move(partner, 'initial_funds', code, -BigInt(amount))
  }
  const consumer = at >= 0 ? at : consumers.push(name) - 1
  const balance = BigInt(amount)
  const wallet = wallets.push({ consumer, code, balance, status: 'ENABLED' }) - 1
  return { status: 200, consumer, wallet, balance: wire(balance, code) }
}

export function openCampaign({ world, campaigns }: OraclePartner, act: ActOf<'campaign'>): Answer {
  const { code, amount, seconds = Infinity } = act
  const endsAt = world.now + seconds * 1_000
  const campaign = campaigns.push({ code, budget: BigInt(amount), endsAt, credited: 0n }) - 1
  return { status: 201, campaign }
}

export function openCampaignWallet(partner: OraclePartner, act: ActOf<'campaign wallet'>): Answer {
  const { consumer } = act
  const { wallets, campaigns } = partner
  const campaign = known(campaigns[act.campaign])
  const hasWallet = wallets.some((one) => one.consumer === consumer && one.campaign === campaign)
  if (hasWallet) throw new Refused(409, ['consumerId'])
  if (campaign.endsAt <= partner.world.now) throw new Refused(409)
  const { code } = campaign
  const wallet = wallets.push({ consumer, code, campaign, balance: 0n, status: 'ENABLED' }) - 1
  return { status: 201, wallet }
}

export function transact(
  partner: OraclePartner,
  act: TransactAct,
  key = `transaction ${act.key}`,
): Answer {
  const refused = new Refused(403, ['referenceId'])
  return partner.once(key, [act.act, act.wallet, act.amount], refused, () => {
    const wallet = known(partner.wallets[act.wallet])
    if (wallet.status !== 'ENABLED') throw new Refused(409, [], ['walletId'])
    const { code, campaign } = wallet
    const before = availableOf(partner, wallet)
    const amount = BigInt(act.amount)
    if (act.act === 'credit') {
      const { campaign: { budget = 0n, endsAt = Infinity, credited = 0n } = {} } = wallet
      // A budget of 0 is none.
      const isOver = budget > 0n && credited + amount > budget
      if (isOver || endsAt <= partner.world.now) throw new Refused(409, [], ['walletId'])
      spend(partner, { ...act, code, into: wallet.balance, field: 'amount' }, amount)
      move(partner, 'wallet_credit', code, -amount)
    } else {
      if (before < amount) throw new Refused(500, [], ['amount'])
      requireRoom(partner.funds[code].posted, amount)
      move(partner, 'wallet_debit', code, amount)
    }
    const change = act.act === 'credit' ? amount : -amount
    wallet.balance += change
    if (campaign) campaign.credited += change
    return { status: 200, ...wired({ previous: before, amount, next: before + change }, code) }
  })
}

export function setStatus(partner: OraclePartner, act: ActOf<'status'>): Answer {
  const wallet = known(partner.wallets[act.wallet])
  const isNotEmpty = act.status === 'CLOSED' && wallet.balance !== 0n
  const isRefused = wallet.status === 'CLOSED' || isNotEmpty
  if (wallet.status !== act.status && isRefused) throw new Refused(409)
  wallet.status = act.status
  return { status: 200, is: act.status }
}

/** Refuses an order of its owner. Campaigns of these histories do not restrict the products. */
export function requireOfWallet(
  partner: OraclePartner,
  wallet: Wallet,
  { price, most }: { readonly price: bigint; readonly most: number },
): void {
  const isOpen = wallet.status === 'ENABLED' && wallet.campaign === undefined
  if (!isOpen || price > BigInt(most)) throw new Refused(409)
  if (price > availableOf(partner, wallet)) throw new Refused(402)
}
