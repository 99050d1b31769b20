import { listWallets } from '../../consumers/mod.ts'
import { Refusal } from '../../core/mod.ts'
import type { Language, MessageName } from '../../links/mod.ts'
import { listWalletMovements } from '../../movements/mod.ts'
import { findSpendableWallets, listWalletOrders } from '../../orders/mod.ts'
import { getPartner } from '../../partners/mod.ts'
import type { WalletSession } from '../../wallet-sessions/mod.ts'
import type { Context } from '../context.ts'
import { FIRST } from './chooser-views.ts'
import { choicesOf } from './offers.ts'
import type { PageReply } from './page-reply.ts'
import type { Place, View } from './view.ts'
import { purseOfWallet, type OwnWallet } from './wallet-purse.ts'
import { walletPage, walletsPage } from './wallet-views.ts'

export const WALLETS_PATH = '/w'
/** The most wallets on a page. */
const WALLETS_MAX = 500
const MOVEMENTS = { page: 0, size: 20 }

/** The session of a wallet's owner, and the language of the page. */
export interface WalletRequest {
  readonly session: WalletSession
  readonly language: Language
}

export async function showWallets(
  context: Context,
  { session, language }: WalletRequest,
): Promise<PageReply> {
  const [{ name: sender }, wallets] = await Promise.all([
    getPartner(context.db, session.partnerId),
    walletsOf(context, session),
  ])
  return { status: 200, body: walletsPage(language, wallets, { sender, path: WALLETS_PATH }) }
}

/** Returns the wallets of a page, those that end soonest first. */
async function walletsOf({ db }: Context, session: WalletSession): Promise<OwnWallet[]> {
  const { partnerId, consumerId, walletId } = session
  const listed = await walletsOfConsumer(db, session)
  const own = listed.filter((one) => walletId === undefined || Number(one.walletId) === walletId)
  const ids = own.map((one) => Number(one.walletId))
  const rules = await findSpendableWallets(db, partnerId, ids)
  const byId = new Map(rules.map((one) => [one.walletId, one]))
  return own
    .flatMap((wallet) => {
      const found = byId.get(Number(wallet.walletId))
      return found?.consumerId === consumerId ? { session, wallet, rules: found } : []
    })
    .toSorted((one, other) => endOf(one) - endOf(other))
}

/** Returns no wallets for a consumer that was erased since. */
async function walletsOfConsumer(db: Context['db'], { partnerId, consumerId }: WalletSession) {
  try {
    return (await listWallets(db, partnerId, consumerId, { page: 0, size: WALLETS_MAX })).content
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'consumer_unknown') return []
    throw error
  }
}

function endOf({ rules }: OwnWallet): number {
  return rules.endsAtMs ?? Number.MAX_SAFE_INTEGER
}

/** Returns the data for the pages of a wallet; undefined if this owner does not have it. */
export async function openWallet(
  context: Context,
  { session, language }: WalletRequest,
  walletId: number,
): Promise<View | undefined> {
  const { db, clock } = context
  const { partnerId } = session
  const own = (await walletsOf(context, session)).find(({ rules }) => rules.walletId === walletId)
  if (!own) return undefined
  const [partner, orders] = await Promise.all([
    getPartner(db, partnerId),
    listWalletOrders(db, partnerId, walletId),
  ])
  const view: View = {
    purse: purseOfWallet(own, { nowMs: clock.now(), claims: orders.length }),
    language,
    sender: partner.name,
    path: `${WALLETS_PATH}/${walletId}`,
    orders,
    isTest: partner.testOf !== undefined,
    isPaused: partner.status === 'SUSPENDED',
    before: () => undefined,
    showHome: (notice, place) => showWallet(context, view, { own, notice, place }),
  }
  return view
}

async function showWallet(
  context: Context,
  view: View,
  {
    own,
    notice,
    place = FIRST,
  }: { own: OwnWallet; notice: MessageName | undefined; place: Place | undefined },
): Promise<PageReply> {
  const { partnerId } = own.session
  const { walletId } = own.rules
  const [choices, { content: movements }] = await Promise.all([
    choicesOf(context, view),
    listWalletMovements(context.db, { partnerId, walletId }, MOVEMENTS),
  ])
  const body = walletPage(view, { own, choices, movements, place, notice })
  return { status: notice ? 409 : 200, body }
}
