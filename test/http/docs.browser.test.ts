import { expect, test } from 'vitest'
import { openPage, overflowOf, THEMES, violationsOf, WIDTHS } from '../support/browser.ts'
import { shareService } from '../support/service.ts'

const service = shareService()

test.each(['/docs', '/docs/signing', '/docs/errors'])(
  '%s can be read by everybody, light and dark, on a phone and at a desk',
  async (path) => {
    const { url } = await service()
    const { page, faults } = await openPage(`${url}${path}`)

    const found: unknown[] = []
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      for (const theme of THEMES) {
        await page.emulateMedia({ colorScheme: theme })
        const violations = await violationsOf(page, theme === 'dark' ? 'color-contrast' : undefined)
        found.push({ width, theme, violations, overflow: await overflowOf(page) })
      }
    }

    const views = WIDTHS.flatMap((width) => THEMES.map((theme) => ({ width, theme })))
    expect(found).toEqual(views.map((view) => ({ ...view, violations: [], overflow: 0 })))
    expect(faults).toEqual([])
  },
)

test('a page without script is whole', async () => {
  const { url } = await service()
  const { page, faults } = await openPage(`${url}/docs`, { runsScripts: false })

  await page.getByRole('link', { name: 'Quickstart' }).first().click()

  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Quickstart')
  expect(faults).toEqual([])
})
