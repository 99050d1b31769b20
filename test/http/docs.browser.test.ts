import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import {
  openPage,
  overflowOf,
  sharePage,
  showAs,
  violationsOf,
  type Look,
  type OpenPage,
  type Rules,
} from '../support/browser.ts'
import { ensureBuilt } from '../support/built.ts'
import { isLong } from '../support/length.ts'
import { shareService } from '../support/service.ts'

const service = shareService()

beforeAll(ensureBuilt)

const GUIDES = readdirSync(join(import.meta.dirname, '../../docs/guides'))
/** Every guide, and the longest pages of operations, which all have one layout. */
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

const COLORS = 'color-contrast'
/** Rules about elements that have another size on a phone. */
const SIZES = ['scrollable-region-focusable', 'target-size']
/** The parts that are the same around all pages. */
const SHELL = ['header', 'nav[aria-label="Pages"]']
const DESK = 1440
const PHONE = 390

/** Pages that together have every element and every language of code. */
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

const sharedPage = sharePage(async () => ({ url: `${(await service()).url}/docs` }))

async function open(path: string, width = DESK): Promise<OpenPage> {
  const { url } = await service()
  const opened = await sharedPage()
  await opened.page.setViewportSize({ width, height: 900 })
  await opened.page.goto(`${url}${path}`)
  return opened
}

/**
 * Returns the looks in which a page is checked: each width and each theme once, so half of the
 * pages are light on a desktop, and the others on a phone. In the long form, all four looks.
 */
function looksOf(at: number): readonly [Look, ...Look[]] {
  const [one, other] = at % 2 === 0 ? (['light', 'dark'] as const) : (['dark', 'light'] as const)
  const further = isLong
    ? [
        { width: DESK, theme: other },
        { width: PHONE, theme: one },
      ]
    : []
  return [{ width: DESK, theme: one }, { width: PHONE, theme: other }, ...further]
}

/**
 * All rules are checked in one look, and rules about sizes also on a phone. The rule about colors
 * takes longest, so only the pages of `COLORED` are checked by it, in each look.
 */
function rulesOf(path: string, { width }: Look, isFirst: boolean): Rules {
  const isColored = isLong || COLORED.has(path)
  if (isFirst) return { without: isColored ? [] : [COLORS] }
  return { only: [...(width === PHONE ? SIZES : []), ...(isColored ? [COLORS] : [])] }
}

/** Copies a page into the open one, because axe takes twice as long in a new document. */
async function copy(from: Page, to: Page): Promise<void> {
  // The open page must have the same styles and scripts.
  const head = `[...document.querySelectorAll('link, script')].map((tag) => tag.outerHTML).join()`
  if ((await from.evaluate(head)) !== (await to.evaluate(head))) await to.goto(from.url())
  const html = JSON.stringify(await from.content())
  await to.evaluate(`{
    const copy = new DOMParser().parseFromString(${html}, 'text/html')
    document.title = copy.title
    document.documentElement.lang = copy.documentElement.lang
    document.body.replaceWith(document.adoptNode(copy.body))
  }`)
}

/** Returns the faults of a page, in each look. */
async function faultsOf(page: Page, path: string): Promise<unknown[]> {
  const place = PAGES.indexOf(path)
  // The first two pages check it: one in light, the other one in dark.
  const except = isLong || place < 2 ? [] : SHELL
  const faults: unknown[] = []
  for (const [at, look] of looksOf(place).entries()) {
    await showAs(page, look)
    const rules = rulesOf(path, look, at === 0)
    const violations =
      rules.only?.length === 0 ? [] : await violationsOf(page, { ...rules, except })
    const overflow = await overflowOf(page)
    if (violations.length > 0 || overflow > 0) faults.push({ ...look, violations, overflow })
  }
  return faults
}

test('pages are accessible, light and dark, on a phone and at a desk', async () => {
  const { page, faults } = await open('/docs')
  const { page: reader } = await openPage(page.url())
  const faultsByPage: Record<string, unknown> = {}

  for (const path of PAGES) {
    faults.length = 0
    await page.goto(new URL(path, page.url()).href)
    await copy(page, reader)
    const faulty = [...(await faultsOf(reader, path)), ...faults]
    if (faulty.length > 0) faultsByPage[path] = faulty
  }

  expect(faultsByPage).toEqual({})
})

test('a page without script is complete, and its search works', async () => {
  const { url } = await service()
  const { page, faults } = await openPage(`${url}/docs`, { runsScripts: false })

  await page.getByRole('searchbox').fill('second signature')
  await page.getByRole('searchbox').press('Enter')
  await page.getByRole('main').getByRole('link', { name: 'The second signature' }).first().click()

  expect(page.url()).toBe(`${url}/docs/signing#the-second-signature`)
  expect(await page.getByRole('button', { name: 'Copy' }).count()).toBe(0)
  expect(faults).toEqual([])
})

test.each(['/', 'Control+k'])(
  'the shortcut %s, words, an arrow and Enter open a page',
  async (shortcut) => {
    const { page, faults } = await open('/docs/quickstart')

    await page.keyboard.press(shortcut)
    await page.keyboard.insertText('when to repeat')
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/docs/idempotency*')

    expect(faults).toEqual([])
  },
)

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

test('the chosen theme is kept on the next page', async () => {
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

test('the chosen language applies to every block, also on the next page', async () => {
  const { page } = await open('/docs/signing')
  const shown = (): Promise<string | null> => page.getByRole('tabpanel').first().textContent()

  expect(await shown()).toContain('createHmac')
  await page.getByRole('tab', { name: 'TypeScript' }).press('ArrowRight')
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
