/**
 * Takes the pictures of docs/gallery from a demo that runs: `npm start`, and in another terminal
 * `npx tsx test/web/gallery.ts [data directory]`.
 */
import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Tessera } from '@tessera/sdk'
import { chromium, type Browser, type Page } from 'playwright-core'
import { readDemo, type DemoCredentials } from '../../src/demo/mod.ts'
import { findChromium } from '../support/chromium.ts'

interface Picture {
  readonly name: string
  readonly as: 'operator' | 'partner' | 'nobody'
  readonly theme?: 'light' | 'dark'
  readonly width?: number
  address(demo: Shown): string
  /** Acts on the page before the picture is taken. */
  act?(page: Page): Promise<void>
}

/** The pages of the demo in the pictures. */
interface Shown {
  readonly partnerId: number
  /** The order that waits for stock, and the request whose signature was refused. */
  readonly orderId: string
  readonly requestId: string
  /** The page of a link. */
  readonly linkUrl: string
}

const PICTURES: readonly Picture[] = [
  { name: 'start', as: 'nobody', address: () => '/' },
  { name: 'overview', as: 'operator', address: () => '/console' },
  { name: 'order', as: 'operator', address: ({ orderId }) => `/console/orders/${orderId}` },
  {
    name: 'partner',
    as: 'operator',
    theme: 'dark',
    address: ({ partnerId }) => `/console/partners/${partnerId}/funds`,
  },
  {
    name: 'signature',
    as: 'operator',
    address: ({ requestId }) => `/console/requests/${requestId}`,
  },
  { name: 'margin', as: 'operator', address: () => '/console/reports?by=month' },
  { name: 'portal', as: 'partner', address: () => '/portal' },
  {
    name: 'portal-phone',
    as: 'partner',
    theme: 'dark',
    width: 390,
    address: () => '/portal/orders',
  },
  { name: 'claim', as: 'nobody', width: 390, address: ({ linkUrl }) => linkUrl },
  {
    name: 'claim-card',
    as: 'nobody',
    theme: 'dark',
    width: 390,
    address: ({ linkUrl }) => linkUrl,
    act: takeCard,
  },
]
const FOLDER = join(import.meta.dirname, '../../docs/gallery')
const SIZE = { width: 1440, height: 900 }
const PHONE_HEIGHT = 844
const QUALITY = 70
/** Time for elements that still move when a page is complete, such as a chart. */
const SETTLED_MS = 500

const demo = await readDemo(process.argv[2] ?? 'data')
if (!demo?.logins) throw new Error('no demo: start it by `npm start`')
const { executablePath, env } = findChromium()
const browser = await chromium.launch({ executablePath, env, args: ['--no-sandbox'] })
try {
  const shown = await shownOf(demo)
  mkdirSync(FOLDER, { recursive: true })
  for (const picture of PICTURES) {
    writeFileSync(join(FOLDER, `${picture.name}.webp`), await take(browser, picture, shown))
  }
} finally {
  await browser.close()
}

async function take(
  opened: Browser,
  { as, theme = 'light', width = SIZE.width, address, act }: Picture,
  shown: Shown,
): Promise<Buffer> {
  const height = width === SIZE.width ? SIZE.height : PHONE_HEIGHT
  const context = await opened.newContext({
    colorScheme: theme,
    viewport: { width, height },
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  const { url, logins } = demo as DemoCredentials
  if (logins && as !== 'nobody') await signIn(page, `${url}${applicationOf(as)}`, logins[as])
  await page.goto(new URL(address(shown), url).href)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await act?.(page)
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  await page.waitForTimeout(SETTLED_MS)
  const session = await context.newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: QUALITY,
  })
  await context.close()
  return Buffer.from(data, 'base64')
}

function applicationOf(as: 'operator' | 'partner'): string {
  return as === 'operator' ? '/console' : '/portal'
}

type Login = NonNullable<DemoCredentials['logins']>['operator']

async function signIn(page: Page, path: string, { email, password }: Login): Promise<void> {
  await page.goto(path)
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.keyboard.press('Enter')
  await page.getByRole('navigation').waitFor()
}

async function shownOf({ url, adminToken, partnerId }: DemoCredentials): Promise<Shown> {
  const firstOf = async (path: string): Promise<Record<string, string>> => {
    const headers = { authorization: `Bearer ${adminToken}` }
    const response = await fetch(`${url}/admin/v1${path}`, { headers })
    const { data } = (await response.json()) as { data: Record<string, string>[] }
    return data[0] ?? {}
  }
  const order = await firstOf('/orders?status=OUT_OF_STOCK')
  const request = await firstOf('/requests?failed=true')
  const seen = { partnerId, orderId: order['id'] ?? '', requestId: request['requestId'] ?? '' }
  return { ...seen, ...(await linkOf(demo as DemoCredentials)) }
}

/** Sends a link to somebody. */
async function linkOf({ url: baseUrl, ...client }: DemoCredentials) {
  const { links } = await new Tessera({ baseUrl, ...client }).links.send({
    reference: randomUUID(),
    currency: 'USD',
    amount: 75,
    message: 'Ten years with us. Thank you for every one of them!',
    recipients: [{ name: 'Maya Lindholm' }],
  })
  return { linkUrl: links[0]?.url ?? '' }
}

async function takeCard(page: Page): Promise<void> {
  await page.getByRole('searchbox').fill('Alder and Vine')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Alder and Vine US' }).click()
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Get this card' }).click()
  await page.getByRole('button', { name: 'Show the code' }).click()
  await page.getByRole('button', { name: 'Print' }).waitFor()
}
