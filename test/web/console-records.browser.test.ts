import { testOrderPage } from './acts.ts'
import { testDeliveries } from './deliveries.ts'
import { testLinkPage } from './link-acts.ts'
import { testBulkActs, testChangingLists, testListActs } from './list-acts.ts'
import { testMailTemplates } from './mail-templates.ts'
import { testMerchants } from './merchant-acts.ts'
import { shareConsole } from './console-service.ts'
import { testNewSupplier, testSuppliers, testWaitingPrices } from './supplier-acts.ts'

const { service, adminPage } = shareConsole()

testOrderPage(service, adminPage)
testLinkPage(service, adminPage)
testDeliveries(service, adminPage)
testListActs(service, adminPage)
testChangingLists(service, adminPage)
testBulkActs(service, adminPage)
testMailTemplates(service, adminPage)
testMerchants(service, adminPage)
testSuppliers(service, adminPage)
testWaitingPrices(service, adminPage)
// Last, because the same page shows lists that it has just read for some seconds.
testNewSupplier(service, adminPage)
