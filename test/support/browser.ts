import axe from 'axe-core'
import { chromium, type Browser, type Page } from 'playwright-core'
import { afterAll, inject, onTestFinished } from 'vitest'
import { findChromium } from './chromium.ts'
import { withClient } from './with-client.ts'

export interface PageOptions {
  /** The color scheme that the reader's system prefers. */
  readonly theme?: 'light' | 'dark'
  readonly width?: number
  /** The language and formats of the browser. */
  readonly locale?: string
  /** False for a reader whose browser runs no script. */
  readonly runsScripts?: boolean
  /** The token of the session in which a user is signed in. */
  readonly session?: string
}

/** A page in a browser context of its own. */
export interface OpenPage {
  readonly page: Page
  /** Errors of the console and of scripts, and requests to other hosts. */
  readonly faults: string[]
}

/** The number of the advisory lock that test workers hold while they look for Chromium. */
const LOCK = 2

let launched: Promise<Browser> | undefined

/** Opens an address in a new context of the one browser of this process; ends with the test. */
export async function openPage(url: string, options: PageOptions = {}): Promise<OpenPage> {
  const opened = await open(url, options)
  onTestFinished(() => opened.page.context().close())
  return opened
}

/**
 * Opens one page for the tests of a file that can share it, and ends it after the last one. Returns
 * a function that gives each test this page with no faults yet. The page stays as the test before
 * left it, because loading the application takes as long as visiting ten of its pages.
 */
export function sharePage(
  target: () => Promise<PageOptions & { readonly url: string }>,
): () => Promise<OpenPage> {
  let opened: Promise<OpenPage> | undefined
  afterAll(async () => (await opened)?.page.context().close())
  return async () => {
    const shared = await (opened ??= target().then(({ url, ...options }) => open(url, options)))
    shared.faults.length = 0
    return shared
  }
}

async function open(url: string, options: PageOptions): Promise<OpenPage> {
  const { theme = 'light', width = 1440, runsScripts = true, session, locale } = options
  const browser = await (launched ??= launch())
  const context = await browser.newContext({
    colorScheme: theme,
    ...(locale !== undefined && { locale }),
    viewport: { width, height: 900 },
    javaScriptEnabled: runsScripts,
    reducedMotion: 'reduce',
  })
  const { origin } = new URL(url)
  if (session !== undefined) {
    const name = '__Host-tessera'
    // A cookie has no port, and browsers send secure cookies to loopback without TLS.
    const cookieUrl = origin.replace('http:', 'https:')
    await context.addCookies([{ name, value: session, url: cookieUrl, secure: true }])
  }
  const faults: string[] = []
  const page = await context.newPage()
  page.on('console', (message) => {
    if (message.type() === 'error')
      faults.push(`console: ${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', (error) => faults.push(`script: ${error.message}`))
  page.on('request', (request) => {
    const target = request.url()
    if (!target.startsWith(`${origin}/`) && !/^(data|blob):/.test(target)) {
      faults.push(`request to another host: ${target}`)
    }
  })
  await page.goto(url)
  return { page, faults }
}

async function launch(): Promise<Browser> {
  // Extracting Chromium takes 2.5 s of CPU time, so only one of the workers does it.
  const { executablePath, env } = await withClient(inject('postgres'), async (client) => {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    return findChromium()
  })
  return chromium.launch({ executablePath, env, args: ['--no-sandbox', '--disable-gpu'] })
}

interface Violation {
  readonly id: string
  readonly nodes: readonly {
    readonly target: readonly unknown[]
    readonly failureSummary: string
  }[]
}

export interface Rules {
  /** The rules of axe to check; all by default. */
  readonly only?: readonly string[]
  /** The rules of axe that are not checked. */
  readonly without?: readonly string[]
  /** Selectors of the elements that are not checked. */
  readonly except?: readonly string[]
}

/** Returns what axe finds, one line for each element. Checks all rules by default. */
export async function violationsOf(
  page: Page,
  { only, without = [], except = [] }: Rules = {},
): Promise<string[]> {
  const options = {
    resultTypes: ['violations'],
    rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
    ...(only && { runOnly: only }),
  }
  // The script of axe has 1.5 MB, so it is sent only once.
  if (!(await page.evaluate<boolean>(`'axe' in globalThis`))) await page.evaluate(axe.source)
  // Selectors of all elements would take a quarter of the time; only faulty elements need one.
  const violations = await page.evaluate<readonly Violation[]>(`(async () => {
    const run = async (selectors) => {
      const options = { ...${JSON.stringify(options)}, selectors }
      return (await axe.run({ exclude: ${JSON.stringify(except)} }, options)).violations
    }
    return (await run(false)).length > 0 ? run(true) : []
  })()`)
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  )
}

/** The parts that all pages of the application share, so that one page is enough to check them. */
export const SHELL = ['.mantine-AppShell-header', '.mantine-AppShell-navbar']

/** The theme and the width of a page. */
export interface Look {
  readonly theme: 'light' | 'dark'
  readonly width: number
}

/** Shows a page in another theme and width, without loading it again. */
export async function showAs(page: Page, { theme, width }: Look): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
  await page.emulateMedia({ colorScheme: theme })
  // The application draws the change in the next frame, and its consequences in the one after.
  await page.evaluate(`new Promise((shown) => {
    const theme = () => document.documentElement.dataset.mantineColorScheme ?? '${theme}'
    const drawn = (next) => requestAnimationFrame(() => next())
    const look = () => drawn(() => (theme() === '${theme}' ? drawn(shown) : look()))
    look()
  })`)
}

/** Returns the number of pixels by which a page is wider than its window. */
export function overflowOf(page: Page): Promise<number> {
  const root = 'document.documentElement'
  return page.evaluate<number>(`${root}.scrollWidth - ${root}.clientWidth`)
}

/** Begins to sum the layout shifts of visible elements: a page that moves is hard to read. */
export function watchShifts(page: Page): Promise<void> {
  return page.evaluate(`
    globalThis.shifted = 0
    globalThis.addShifts = (entries) => entries.forEach(({ value }) => { shifted += value })
    globalThis.shifts = new PerformanceObserver((list) => addShifts(list.getEntries()))
    shifts.observe({ type: 'layout-shift' })
  `)
}

/** Returns the sum of layout shifts since the last call. */
export function shiftOf(page: Page): Promise<number> {
  return page.evaluate<number>(`(() => {
    addShifts(shifts.takeRecords())
    const sum = shifted
    shifted = 0
    return sum
  })()`)
}

/** Returns the texts that are cut off because they are wider than their box. */
export function clippedOf(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`
    [...document.querySelectorAll('body *')]
      .filter((box) => ['hidden', 'clip'].includes(getComputedStyle(box).overflowX))
      .filter((box) => box.innerText && box.clientWidth > 1)
      .filter((box) => box.scrollWidth > box.clientWidth + 1)
      .map((box) => 'cut off: ' + box.innerText)
  `)
}
