import type { CatalogSnapshot } from '../catalog/mod.ts'
import type { Tx } from '../db/mod.ts'
import { loadWallets, type GroupInputs, type Book } from '../ledger/mod.ts'
import {
  loadLinks,
  type LinkClaim,
  type LinkState,
  type LinkToSend,
  type SendLinks,
} from '../links/mod.ts'
import type { OrderTerms } from '../partners/mod.ts'
import type { OrderInput, OrderWriteOptions } from './order-input.ts'
import type { Order } from './order.ts'
import { findSpendableWallets, type SpendableWallet } from './spendable-wallets.ts'

/** The writes of a group, and the orders that it has loaded. */
interface Group {
  readonly inputs: readonly OrderInput[]
  readonly orders: readonly Order[]
}

/** The catalog that prices new orders, and the rules that may apply to claims. */
interface PriceTerms {
  readonly catalog: CatalogSnapshot | undefined
  readonly claimRules: OrderTerms['claimRules']
}

/**
 * Returns the links that the group writes, and the links whose orders it places or may end. Returns
 * undefined if there are none.
 */
export async function loadPayingLinks(
  tx: Tx,
  book: Book,
  of: Group & PriceTerms & { readonly options: OrderWriteOptions },
): Promise<LinkState | undefined> {
  const { inputs, orders, catalog, claimRules, options } = of
  const claims: LinkClaim[] = []
  const sends: SendLinks[] = []
  const batchNos: number[] = []
  const waited: LinkToSend[] = []
  const trusts: (string | undefined)[] = []
  const linkNos = orders.flatMap(({ linkNo }) => linkNo ?? [])
  for (const input of inputs) {
    if (input.type === 'place' && input.claim) {
      claims.push(input.claim)
      linkNos.push(input.claim.linkNo)
      trusts.push(input.claim.trust)
    }
    if (input.type === 'send links') {
      const { links } = input
      sends.push(links)
      if (links.partsId === undefined && links.namedMs !== undefined) waited.push(...links.links)
    }
    if (input.type === 'write links') {
      batchNos.push(input.part.batchNo)
      waited.push(...input.part.links)
    }
    if (input.type !== 'link') continue
    linkNos.push(input.link.linkNo)
    if ('bearer' in input.link) trusts.push(input.link.bearer?.trust)
  }
  if (linkNos.length + sends.length + batchNos.length === 0) return undefined
  const toLoad = { claims, claimRules, trusts, sends, batchNos, waited, catalog, options }
  return loadLinks(tx, book, { linkNos: [...new Set(linkNos)], ...toLoad })
}

/**
 * Returns, by id, the wallets that new orders spend; also loads the accounts of wallets that pay
 * for other orders. The wallets do not change until the group ends, because they and their
 * campaigns are written under the lock of the book. The row of the partner, which says whether
 * wallets may be spent, was locked by `lockOrderTerms`.
 */
export async function loadSpentWallets(
  tx: Tx,
  { partnerId, book }: Pick<GroupInputs<OrderInput>, 'partnerId' | 'book'>,
  { inputs, orders }: Group,
): Promise<ReadonlyMap<number, SpendableWallet>> {
  const spentIds = inputs.flatMap((one) =>
    one.type === 'place' ? (one.spend?.walletId ?? []) : [],
  )
  const payingIds = orders.flatMap(({ walletId }) => walletId ?? [])
  const all = [...new Set([...spentIds, ...payingIds])]
  if (all.length === 0) return new Map()
  const [wallets] = await Promise.all([
    spentIds.length > 0 ? findSpendableWallets(tx, partnerId, spentIds) : [],
    loadWallets(tx, { partnerId, book }, all),
  ])
  return new Map(wallets.map((one) => [one.walletId, one]))
}
