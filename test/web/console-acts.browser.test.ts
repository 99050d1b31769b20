import { testActs, testLostConnections } from './acts.ts'
import { testEdits } from './edits.ts'
import { testLanguages } from './languages.ts'
import { testOverview } from './overview.ts'
import { testOrderItems } from './order-items.ts'
import { shareConsole } from './console-service.ts'

const { service, adminPage } = shareConsole()

testActs(service, adminPage)
testEdits(service, adminPage)
testOrderItems(service, adminPage)
testOverview(service, adminPage)
testLostConnections(service, adminPage)
testLanguages(service)
