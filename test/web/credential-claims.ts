import { expect, test } from 'vitest'
import { dataOf } from '../support/service.ts'
import { signedIn } from '../support/signed-in.ts'
import type { sharePortal } from './portal-page.ts'

/** Defines the tests of credentials that their users claim, at a portal that others share. */
export function testClaims({ bought, ownerPage }: ReturnType<typeof sharePortal>): void {
  test('a credential that the operator made waits for a user, who claims it once', async () => {
    const { running, partnerId } = await bought()
    const operator = await signedIn(running)
    dataOf(await operator.post(`/admin/v1/partners/${partnerId}/credentials`, {}))
    const { page } = await ownerPage()
    // The previous test has left input in the storage of the page.
    await page.evaluate('sessionStorage.clear(); localStorage.clear()')
    await page.goto(`${running.url}/portal/credentials`)
    await page.getByText('A new credential waits for you').waitFor()
    await page.getByRole('button', { name: 'Show its secrets' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Show its secrets' }).click()
    await page.getByRole('button', { name: 'Copy: API key' }).waitFor()
    expect(await page.getByText('A new credential waits for you').count()).toBe(0)
  })

  test('a one-time link shows its credential once, and keeps its token out of the address', async () => {
    const { running } = await bought()
    const { partnerId } = await running.newPartner({})
    const operator = await signedIn(running)
    const path = `/admin/v1/partners/${partnerId}/credentials`
    const { claim } = dataOf(await operator.post(path, {}))
    const { page } = await ownerPage()
    const { pathname, hash } = new URL(claim.link)
    await page.goto(`${running.url}${pathname}${hash}`)
    await page.getByRole('button', { name: 'Show its secrets' }).waitFor()
    expect(new URL(page.url()).hash).toBe('')
    await page.getByRole('button', { name: 'Show its secrets' }).click()
    await page.getByRole('button', { name: 'Copy: HMAC secret' }).waitFor()

    await page.goto('about:blank')
    await page.goto(`${running.url}${pathname}${hash}`)
    await page.getByRole('button', { name: 'Show its secrets' }).click()
    await page.getByText('This link was used', { exact: false }).waitFor()
  })
}
