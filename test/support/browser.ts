import axe from 'axe-core'
import { chromium, type Browser, type Page } from 'playwright-core'
import { afterAll, inject, onTestFinished } from 'vitest'
import { findChromium } from './chromium.ts'
import { withClient } from './with-client.ts'

export interface PageOptions {
  /** What the system of the reader prefers. */
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

/** The number of the advisory lock that test workers look for Chromium under. */
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
 * a function that gives each test this page with no faults yet. It stays as the test before left
 * it: to load the application takes as long as to visit ten of its pages.
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
    // It has no port, and browsers send secure cookies to loopback without TLS.
    const at = origin.replace('http:', 'https:')
    await context.addCookies([{ name, value: session, url: at, secure: true }])
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
  // Of the workers that begin at the same time, one extracts it, which takes 2.5 s of CPU time.
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

/** Which rules of axe are checked: these only, or all but these; and where they are not. */
export interface Rules {
  readonly only?: readonly string[]
  readonly without?: readonly string[]
  /** Selectors of what is not looked at. */
  readonly except?: readonly string[]
}

/** Returns what axe finds, one line for each element; by all rules, unless told otherwise. */
export async function violationsOf(
  page: Page,
  { only, without = [], except = [] }: Rules = {},
): Promise<string[]> {
  const options = {
    resultTypes: ['violations'],
    rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
    ...(only && { runOnly: only }),
  }
  // It has 1.5 MB, so it is sent only once.
  if (!(await page.evaluate<boolean>(`'axe' in globalThis`))) await page.evaluate(axe.source)
  // The selectors of all elements take a quarter of the time, and only those at fault need one.
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

/** What is the same around all pages of the application, and has to be read around one only. */
export const SHELL = ['.mantine-AppShell-header', '.mantine-AppShell-navbar']

/** How a page is shown. */
export interface Look {
  readonly theme: 'light' | 'dark'
  readonly width: number
}

/** Shows a page in another theme and width, without loading it again. */
export async function showAs(page: Page, { theme, width }: Look): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
  await page.emulateMedia({ colorScheme: theme })
  // What the application draws anew is in the next frame, and what that leads to in the one after.
  await page.evaluate(`new Promise((shown) => {
    const theme = () => document.documentElement.dataset.mantineColorScheme ?? '${theme}'
    const drawn = (next) => requestAnimationFrame(() => next())
    const look = () => drawn(() => (theme() === '${theme}' ? drawn(shown) : look()))
    look()
  })`)
}

/** Returns by how many pixels a page is wider than its window. */
export function overflowOf(page: Page): Promise<number> {
  const root = 'document.documentElement'
  return page.evaluate<number>(`${root}.scrollWidth - ${root}.clientWidth`)
}

/** Returns the texts that are cut off, because their box hides what is wider than it. */
export function clippedOf(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`
    [...document.querySelectorAll('body *')]
      .filter((box) => ['hidden', 'clip'].includes(getComputedStyle(box).overflowX))
      .filter((box) => box.innerText && box.clientWidth > 1)
      .filter((box) => box.scrollWidth > box.clientWidth + 1)
      .map((box) => 'cut off: ' + box.innerText)
  `)
}
