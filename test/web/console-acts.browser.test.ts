import { sharePage } from '../support/browser.ts'
import { shareService } from '../support/service.ts'
import { signedIn } from '../support/signed-in.ts'
import { LOCAL } from '../webhooks/feed.ts'
import { testActs, testLostConnections } from './acts.ts'
import { testLanguages } from './languages.ts'

const service = shareService({ settings: { ...LOCAL, claimUrl: 'https://gifts.example.com' } })
/** The page of an operator with all rights. */
const adminPage = sharePage(async () => {
  const running = await service()
  const { token } = await signedIn(running)
  return { url: `${running.url}/console/partners/1`, session: token }
})

testActs(service, adminPage)
testLostConnections(service, adminPage)
testLanguages(service)
