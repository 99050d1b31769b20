import { WALLET_NAME_FIELDS, type WalletName, type WalletNameField } from '../catalog/mod.ts'
import { foldEmail, parseNumericId, type Currency } from '../core/mod.ts'
import type { Db } from '../db/mod.ts'
import type { RecipientWallets, WalletFault } from '../orders/mod.ts'
import type { Vault } from '../vault/mod.ts'
import { blindEmail } from './sealed-email.ts'
import type { WalletRecord } from './state.ts'
import { findWallets, type KeyedWallet } from './wallet-supplier-rows.ts'

/** A recipient's wallet, and the first field that named it. */
interface LocatedWallet {
  readonly wallet: WalletRecord
  readonly field: WalletNameField
}

/** The wallets that recipients of one partner's orders name. */
export class NamedWallets implements RecipientWallets {
  readonly #byId = new Map<number, WalletRecord>()
  readonly #byConsumer = new Map<string, WalletRecord>()
  readonly #byEmailBlind = new Map<string, WalletRecord>()
  /** The hashes of the addresses as recipients give them. */
  readonly #blinds: ReadonlyMap<string, string>

  constructor(wallets: readonly KeyedWallet[], blinds: ReadonlyMap<string, string>) {
    this.#blinds = blinds
    for (const { wallet, emailBlind } of wallets) {
      const { walletId, consumerId, currency, campaignId } = wallet
      this.#byId.set(walletId, wallet)
      if (campaignId === undefined) this.#byConsumer.set(`${consumerId} ${currency.code}`, wallet)
      if (emailBlind !== undefined) {
        this.#byEmailBlind.set(`${emailBlind} ${currency.code}`, wallet)
      }
    }
  }

  /**
   * Returns the wallet that a recipient names: by its id, or as the STANDARD wallet of a consumer.
   * Two names must name the same wallet. Wallets of other partners are not found.
   */
  locate(name: WalletName, currency: Currency): LocatedWallet | WalletFault {
    let located: LocatedWallet | undefined
    for (const field of WALLET_NAME_FIELDS) {
      const value = name[field]
      if (value === undefined) continue
      const wallet = this.#find(field, value, currency)
      if (!wallet) return { field, message: unknownName(field, currency) }
      if (located && located.wallet.walletId !== wallet.walletId) {
        return { field, message: `names another wallet than ${located.field}` }
      }
      located ??= { wallet, field }
    }
    const message = `must name a wallet by ${WALLET_NAME_FIELDS.join(', ')}`
    return located ?? { field: undefined, message }
  }

  faultOf(
    name: WalletName,
    currency: Currency,
    statuses?: ReadonlyMap<number, string>,
  ): WalletFault | undefined {
    const located = this.locate(name, currency)
    if ('message' in located) return located
    const { wallet } = located
    const status = statuses?.get(wallet.walletId) ?? wallet.status
    const message = creditFault({ ...wallet, status }, currency)
    return message === undefined ? undefined : { field: located.field, message }
  }

  #find(field: WalletNameField, value: string, currency: Currency): WalletRecord | undefined {
    if (field === 'email')
      return this.#byEmailBlind.get(`${this.#blinds.get(value)} ${currency.code}`)
    const id = parseNumericId(value)
    if (id === undefined) return undefined
    return field === 'walletId'
      ? this.#byId.get(id)
      : this.#byConsumer.get(`${id} ${currency.code}`)
  }
}

function unknownName(field: WalletNameField, currency: Currency): string {
  return field === 'walletId'
    ? 'names no wallet'
    : `names no consumer with a wallet in ${currency.code}`
}

/** Returns the reason why an order cannot credit the wallet; undefined if it can. */
export function creditFault(
  wallet: Pick<WalletRecord, 'currency' | 'campaignId'> & { readonly status: string },
  currency: Currency,
): string | undefined {
  if (wallet.currency.code !== currency.code) {
    return `names a wallet in ${wallet.currency.code}, not in ${currency.code}`
  }
  // The campaign's budget would have to be reserved from the order until the delivery.
  if (wallet.campaignId !== undefined) return 'names a CAMPAIGN wallet, which no order credits'
  return wallet.status === 'ENABLED' ? undefined : `names a wallet that is ${wallet.status}`
}

/** Reads the partner's wallets that recipients name, in one statement. */
export type RecipientWalletFinder = (
  db: Db,
  partnerId: number,
  names: readonly WalletName[],
) => Promise<NamedWallets>

/** Returns a finder that hashes each address once, and opens none. */
export function recipientWalletFinder(vault: Vault): RecipientWalletFinder {
  return (db, partnerId, names) => findRecipientWallets({ db, vault }, partnerId, names)
}

async function findRecipientWallets(
  { db, vault }: { db: Db; vault: Vault },
  partnerId: number,
  names: readonly WalletName[],
): Promise<NamedWallets> {
  const ids = (field: 'walletId' | 'consumerId'): number[] => [
    ...new Set(names.flatMap((name) => parseNumericId(name[field] ?? '') ?? [])),
  ]
  const blinds = new Map<string, string>()
  for (const { email } of names) {
    if (email === undefined || blinds.has(email)) continue
    blinds.set(email, blindEmail(vault, partnerId, foldEmail(email)))
  }
  const emailBlinds = [...new Set(blinds.values())]
  const keys = { walletIds: ids('walletId'), consumerIds: ids('consumerId'), emailBlinds }
  return new NamedWallets(await findWallets(db, partnerId, keys), blinds)
}
