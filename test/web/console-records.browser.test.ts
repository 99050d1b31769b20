import { sharePage } from '../support/browser.ts'
import { shareService } from '../support/service.ts'
import { signedIn } from '../support/signed-in.ts'
import { LOCAL } from '../webhooks/feed.ts'
import { testLinkPage, testOrderPage } from './acts.ts'
import { testDeliveries } from './deliveries.ts'
import { testListActs } from './list-acts.ts'
import { testMailTemplates } from './mail-templates.ts'
import { testMerchants } from './merchant-acts.ts'
import { testSuppliers, testWaitingPrices } from './supplier-acts.ts'

const service = shareService({ settings: { ...LOCAL, claimUrl: 'https://gifts.example.com' } })
/** The page of an operator with all rights. */
const adminPage = sharePage(async () => {
  const running = await service()
  const { token } = await signedIn(running)
  return { url: `${running.url}/console/partners/1`, session: token }
})

testOrderPage(service, adminPage)
testLinkPage(service, adminPage)
testDeliveries(service, adminPage)
testListActs(service, adminPage)
testMailTemplates(service, adminPage)
testMerchants(service, adminPage)
testSuppliers(service, adminPage)
testWaitingPrices(service, adminPage)
