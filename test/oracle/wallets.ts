import type { Answer, Asked, TransactAct } from './acts.ts'
import type { WalletStatus } from '../worlds/acts.ts'
import { wire, type Code } from './facts.ts'
import { known, Refused } from './refused.ts'
import type { Shared } from './shared.ts'

/** The balance of a person; orders of the owner hold their price on it. */
export interface Wallet {
  readonly code: Code
  readonly consumer: number
  readonly campaign: number | undefined
  balance: bigint
  held: bigint
  status: WalletStatus
}

interface Campaign {
  readonly code: Code
  readonly budget: bigint
  readonly endsAt: number | undefined
  credited: bigint
}

/** The consumers of a partner, and their wallets. */
export class OracleWallets {
  readonly #of: Shared
  readonly #consumers: number[] = []
  readonly #campaigns: Campaign[] = []
  readonly #wallets: Wallet[] = []
  /** By referenceId: the payload, and the first response. */
  #transactions = new Map<string, { payload: string; answer: Answer }>()

  constructor(of: Shared) {
    this.#of = of
  }

  get counts(): { consumers: number; campaigns: number; wallets: number } {
    return {
      consumers: this.#consumers.length,
      campaigns: this.#campaigns.length,
      wallets: this.#wallets.length,
    }
  }

  create({ name, code, amount, by }: Asked<'consumer'>): Answer {
    const at = this.#consumers.indexOf(name)
    if (this.#has({ consumer: at, code, campaign: undefined })) throw new Refused(400, ['email'])
    const funds = BigInt(amount)
    if (funds > 0n) this.#fund('initial_funds', code, { amount, by })
    const consumer = at >= 0 ? at : this.#consumers.push(name) - 1
    this.#open({ consumer, code, campaign: undefined, balance: funds })
    return { status: 200, consumer, wallet: this.#wallets.length - 1, balance: wire(funds, code) }
  }

  openCampaign({ code, amount, seconds }: Asked<'campaign'>): Answer {
    const endsAt = seconds === undefined ? undefined : this.#of.world.now + seconds * 1_000
    const campaign = { code, budget: BigInt(amount), endsAt, credited: 0n }
    return { status: 201, campaign: this.#campaigns.push(campaign) - 1 }
  }

  openCampaignWallet({ campaign, consumer }: Asked<'campaign wallet'>): Answer {
    const found = known(this.#campaigns[campaign])
    const { code } = found
    if (this.#has({ consumer, code, campaign })) throw new Refused(409, ['consumerId'])
    if (this.#isOver(found)) throw new Refused(409)
    this.#open({ consumer, code, campaign, balance: 0n })
    return { status: 201, wallet: this.#wallets.length - 1 }
  }

  transact(asked: TransactAct, key = String(asked.key)): Answer {
    const { act, wallet: at, amount } = asked
    const wallet = this.#wallets[at]
    const payload = JSON.stringify([act, at, amount])
    const earlier = this.#transactions.get(key)
    if (!wallet) throw new Refused(earlier ? 403 : 404)
    if (earlier && earlier.payload !== payload) throw new Refused(403)
    if (earlier) return earlier.answer
    if (wallet.status !== 'ENABLED') throw new Refused(409)
    const before = availableOf(wallet)
    const signed = act === 'credit' ? BigInt(amount) : -BigInt(amount)
    if (act === 'credit') this.#credit(wallet, asked)
    else this.#debit(wallet, BigInt(amount))
    wallet.balance += signed
    const { code, campaign } = wallet
    const budget = campaign === undefined ? undefined : this.#campaigns[campaign]
    if (budget) budget.credited += signed
    const [previous, next] = [before, availableOf(wallet)].map((one) => wire(one, code))
    const answer = { status: 200, previous, amount: wire(BigInt(amount), code), next }
    this.#transactions.set(key, { payload, answer })
    return answer
  }

  at(at: number): Wallet {
    return known(this.#wallets[at])
  }

  isUsed(key: string): boolean {
    return this.#transactions.has(key)
  }

  /** Returns a function that restores the present wallets and campaigns. */
  mark(): () => void {
    const all: object[] = [...this.#wallets, ...this.#campaigns]
    const before = all.map((one) => [one, { ...one }] as const)
    const transactions = new Map(this.#transactions)
    return () => {
      for (const [one, was] of before) Object.assign(one, was)
      this.#transactions = transactions
    }
  }

  setStatus({ wallet: at, status }: Asked<'status'>): Answer {
    const wallet = this.at(at)
    if (wallet.status !== status) {
      if (wallet.status === 'CLOSED') throw new Refused(409)
      if (status === 'CLOSED' && wallet.balance !== 0n) throw new Refused(409)
      wallet.status = status
    }
    return { status: 200, is: status }
  }

  view(): { code: Code; balance: number; status: string }[] {
    return this.#wallets.map((wallet) => {
      const { code, status } = wallet
      return { code, balance: wire(availableOf(wallet), code), status }
    })
  }

  #credit({ code, campaign }: Wallet, { amount, by }: TransactAct): void {
    const of = campaign === undefined ? undefined : this.#campaigns[campaign]
    if (of && (this.#isOver(of) || (of.budget > 0n && of.credited + BigInt(amount) > of.budget))) {
      throw new Refused(409)
    }
    this.#fund('wallet_credit', code, { amount, by })
  }

  #fund(kind: string, code: Code, { amount, by }: Pick<TransactAct, 'amount' | 'by'>): void {
    const { money, world } = this.#of
    money.purse(code).spend(by, BigInt(amount), world.now)
    money.move(kind, code, -BigInt(amount))
  }

  #debit(wallet: Wallet, amount: bigint): void {
    const { code } = wallet
    if (availableOf(wallet) < amount) throw new Refused(500)
    this.#of.money.purse(code).requireRoom(amount)
    this.#of.money.move('wallet_debit', code, amount)
  }

  #isOver({ endsAt }: Campaign): boolean {
    return endsAt !== undefined && endsAt <= this.#of.world.now
  }

  #has(of: Pick<Wallet, 'consumer' | 'code' | 'campaign'>): boolean {
    return this.#wallets.some(
      ({ consumer, code, campaign }) =>
        consumer === of.consumer &&
        campaign === of.campaign &&
        (campaign !== undefined || code === of.code),
    )
  }

  #open(of: Omit<Wallet, 'held' | 'status'>): void {
    this.#wallets.push({ ...of, held: 0n, status: 'ENABLED' })
  }
}

export function availableOf({ balance, held }: Wallet): bigint {
  return balance - held
}

/** Refuses an order of its owner. Campaigns of these histories do not restrict the products. */
export function requirePayable(wallet: Wallet, price: bigint, most: bigint): void {
  const { status, campaign } = wallet
  if (status !== 'ENABLED' || campaign !== undefined || price > most) throw new Refused(409)
  if (price > availableOf(wallet)) throw new Refused(402)
}
