import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openPage, overflowOf, violationsOf, type OpenPage } from '../support/browser.ts'
import { shareService } from '../support/service.ts'

const service = shareService()

const GUIDES = readdirSync(join(import.meta.dirname, '../../docs/guides'))
/** Every guide; of the pages of operations, which are made alike, those with the most on them. */
const PAGES = [
  '/',
  '/docs',
  ...GUIDES.map((name) => `/docs/${name.replace(/\.md$/, '')}`),
  '/docs/signing',
  '/docs/errors',
  '/docs/changelog',
  '/docs/reference',
  '/docs/reference/createOrder',
  '/docs/reference/listEvents',
  '/docs/admin-reference/createProduct',
  '/docs/search?q=order',
]

/**
 * All rules of axe are checked once, and those about colors and sizes where these are others. The
 * one about colors takes longest, so only the pages of `COLORED` are checked by it.
 */
const COLORS = 'color-contrast'
const VIEWS = [
  { width: 1440, theme: 'light', rules: { without: [COLORS] }, pages: 'all' },
  { width: 1440, theme: 'light', rules: { only: [COLORS] }, pages: 'colored' },
  { width: 1440, theme: 'dark', rules: { only: [COLORS] }, pages: 'colored' },
  {
    width: 390,
    theme: 'light',
    rules: { only: ['scrollable-region-focusable', 'target-size'] },
    pages: 'all',
  },
] as const

/** Pages that have between them every element and every language of code. */
const COLORED = new Set([
  '/',
  '/docs',
  '/docs/quickstart',
  '/docs/signing',
  '/docs/errors',
  '/docs/reference',
  '/docs/reference/createOrder',
  '/docs/search?q=order',
])

async function open(path: string, width?: number): Promise<OpenPage> {
  const { url } = await service()
  return openPage(`${url}${path}`, { ...(width !== undefined && { width }) })
}

/** Returns what is wrong with the page that is open, at every width and in every theme. */
async function faultsOf(page: Page, path: string): Promise<unknown[]> {
  const found: unknown[] = []
  for (const { width, theme, rules, pages } of VIEWS) {
    if (pages === 'colored' && !COLORED.has(path)) continue
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme: theme })
    const violations = await violationsOf(page, rules)
    const overflow = await overflowOf(page)
    if (violations.length > 0 || overflow > 0) found.push({ width, theme, violations, overflow })
  }
  return found
}

test('every page can be read by everybody, light and dark, on a phone and at a desk', async () => {
  const { url } = await service()
  const { page, faults } = await open('/docs')
  const found: Record<string, unknown> = {}

  for (const path of PAGES) {
    faults.length = 0
    // In the same window, as a new one for each page would take a third of the time.
    await page.goto(`${url}${path}`)
    const faulty = [...(await faultsOf(page, path)), ...faults]
    if (faulty.length > 0) found[path] = faulty
  }

  expect(found).toEqual({})
})

test('a page without script is whole, and its search finds', async () => {
  const { url } = await service()
  const { page, faults } = await openPage(`${url}/docs`, { runsScripts: false })

  await page.getByRole('searchbox').fill('second signature')
  await page.getByRole('searchbox').press('Enter')
  await page.getByRole('main').getByRole('link', { name: 'The second signature' }).first().click()

  expect(page.url()).toBe(`${url}/docs/signing#the-second-signature`)
  expect(await page.getByRole('button', { name: 'Copy' }).count()).toBe(0)
  expect(faults).toEqual([])
})

test.each(['/', 'Control+k'])('%s, words, an arrow and Enter open a page', async (shortcut) => {
  const { page, faults } = await open('/docs/quickstart')

  await page.keyboard.press(shortcut)
  await page.keyboard.insertText('when to repeat')
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/docs/idempotency*')

  expect(faults).toEqual([])
})

test('code is copied as it is shown', async () => {
  const { page, faults } = await open('/docs/quickstart')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const block = page.locator('.code').first()

  await block.hover()
  await block.getByRole('button', { name: 'Copy' }).click()
  await block.getByRole('button', { name: 'Copied' }).waitFor()

  const copied = await page.evaluate<string>('navigator.clipboard.readText()')
  expect(copied).toBe(await block.locator('code').textContent())
  expect(faults).toEqual([])
})

test('the theme that is chosen is that of the next page', async () => {
  const { page } = await open('/docs')
  const scheme = (): Promise<string> =>
    page.evaluate<string>('getComputedStyle(document.documentElement).colorScheme')

  expect(await scheme()).toBe('light dark')
  await page.getByLabel('Theme').selectOption('Dark')
  await page.getByRole('main').getByRole('link', { name: 'Quickstart', exact: true }).click()
  await page.waitForURL('**/docs/quickstart')

  expect(await scheme()).toBe('dark')
  expect(await page.getByLabel('Theme').inputValue()).toBe('dark')
})

test('the language that is chosen is that of every block, also on the next page', async () => {
  const { page } = await open('/docs/signing')
  const shown = (): Promise<string | null> => page.getByRole('tabpanel').first().textContent()

  expect(await shown()).toContain('createHmac')
  await page.getByRole('tab', { name: 'JavaScript' }).press('ArrowRight')
  expect(await shown()).toContain('hashlib')
  await page.goto(page.url().replace('signing', 'reference/createOrder'))

  expect(await shown()).toContain('client.create_order(')
})

test('on a phone the menu opens the list of pages', async () => {
  const { page } = await open('/docs', 390)
  const link = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Errors' })

  expect(await link.isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Menu' }).click()
  await link.click()

  await page.waitForURL('**/docs/errors')
})

test('the filter leaves the operations that have each word', async () => {
  const { page } = await open('/docs/reference')

  await page.getByLabel(/^Filter/).fill('post quotes')
  expect(await page.locator('.operations li:visible').count()).toBe(1)
  await page.getByLabel(/^Filter/).fill('nothing has this')

  expect(await page.getByText('No operation has these words.').isVisible()).toBe(true)
})
