import { sharePage } from '../support/browser.ts'
import { shareService } from '../support/service.ts'
import { signedIn } from '../support/signed-in.ts'
import { LOCAL } from '../webhooks/feed.ts'

/** A service, and the page of an operator with all rights, for the tests of a file. */
export function shareConsole() {
  const service = shareService({ settings: { ...LOCAL, claimUrl: 'https://gifts.example.com' } })
  const adminPage = sharePage(async () => {
    const running = await service()
    const { token } = await signedIn(running)
    return { url: `${running.url}/console/partners/1`, session: token }
  })
  return { service, adminPage }
}
