import { testCredits } from './credits.ts'
import { testLinkFiles } from './link-files.ts'
import { testBrandedLinks, testClaimRules, testLinks, testMailedLinks } from './links.ts'
import { testOrderGuide } from './order-guide.ts'
import { sharePortal } from './portal-page.ts'
import { testApprovedOrders, testRepeatedCarts, testShop } from './shop.ts'

const { bought, ownerPage } = sharePortal()

testShop(async () => ({ ...(await bought()), ownerPage }))
testRepeatedCarts(async () => ({ ...(await bought()), ownerPage }))
testOrderGuide(async () => ({ ...(await bought()), ownerPage }))
testApprovedOrders(async () => ({ ...(await bought()), ownerPage }))
testCredits(async () => ({ ...(await bought()), ownerPage }))
testLinks(async () => ({ ...(await bought()), ownerPage }))
testLinkFiles(async () => ({ ...(await bought()), ownerPage }))
testBrandedLinks(async () => ({ ...(await bought()), ownerPage }))
testClaimRules(async () => ({ ...(await bought()), ownerPage }))
testMailedLinks(async () => ({ ...(await bought()), ownerPage }))
