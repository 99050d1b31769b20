import { expect } from 'vitest'
import type { Json, SignedClient } from '../../support/client.ts'
import type { RunningService } from '../../support/service.ts'
import { contentOf, setWalletStatus, walletsOf } from '../partner-v1/fixture.ts'

/** A product that credits consumer wallets. */
export const CREDIT = { productType: 'ACCOUNT_CREDIT', supplier: 'wallet' }

/** Returns the balance of the wallet that a consumer was created with. */
export async function balanceOf(partner: SignedClient, { id, walletId }: Json): Promise<number> {
  const wallets = await contentOf(partner, walletsOf(id))
  return wallets.find((wallet) => wallet.walletId === walletId).balance
}

export async function setStatus(
  service: RunningService,
  walletId: string,
  status: string,
): Promise<void> {
  const change = { walletId, status }
  expect((await setWalletStatus(service, service.partner.partnerId, change)).status).toBe(200)
}
