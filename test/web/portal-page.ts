import { sharePage } from '../support/browser.ts'
import { stockKnownCodes } from '../support/known-codes.ts'
import { anOrder, dataOf, shareService, type RunningService } from '../support/service.ts'
import { signedIn } from '../support/signed-in.ts'

/** Number of codes of the order that the portal shows. */
export const DELIVERED = 20

/** A partner that has bought known codes. */
export interface BuyerPartner {
  readonly running: RunningService
  readonly partnerId: number
  readonly orderId: string
}

/** A partner that has bought known codes, and the page of its owner, for the tests of a file. */
export function sharePortal() {
  const service = shareService({ settings: { claimUrl: 'https://gifts.example.com' } })
  let buying: Promise<BuyerPartner> | undefined
  const bought = (): Promise<BuyerPartner> => (buying ??= buy())

  async function buy(): Promise<BuyerPartner> {
    const running = await service({ funds: { USD: '1000.00' } })
    const { partner, waitForOrder } = running
    const order = anOrder({ ...(await stockKnownCodes(running)), amount: 10, quantity: DELIVERED })
    const { id } = dataOf(await partner.post('/v2/orders', order))
    await waitForOrder(id, 'COMPLETED')
    return { running, partnerId: partner.partnerId, orderId: id }
  }

  /** The page of a user who may do everything for the partner. */
  const ownerPage = sharePage(async () => {
    const { running, partnerId } = await bought()
    const { token } = await signedIn(running, { role: 'owner', partnerId })
    return { url: `${running.url}/portal`, session: token }
  })

  return { bought, ownerPage }
}
