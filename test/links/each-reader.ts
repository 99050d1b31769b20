import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { overflowOf, showAs, violationsOf, type OpenPage } from '../support/browser.ts'

/** Expects that a page serves each reader: both themes, a small window, and text twice as large. */
export async function expectForAll({ page, faults }: OpenPage): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await showAs(page, { theme, width: 320 })
    expect(await violationsOf(page)).toEqual([])
    expect(await overflowOf(page)).toBe(0)
  }
  await page.evaluate("document.documentElement.style.fontSize = '200%'")
  expect(await overflowOf(page)).toBe(0)
  await page.evaluate("document.documentElement.style.fontSize = ''")
  expect(faults).toEqual([])
}

/** Chooses a product by keyboard only, and checks both pages with `expectForAll`. */
export async function chooseByKeyboard(opened: OpenPage, brand: string): Promise<void> {
  const { page } = opened
  await expectForAll(opened)
  await tabTo(page, brand)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: brand }).waitFor()
  await expectForAll(opened)
}

/** Confirms the chosen card, by keyboard only. */
export async function confirmByKeyboard(page: Page): Promise<void> {
  await tabTo(page, 'agree')
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/cards\/1$/)
}

/** Presses Tab until an element is focused, as somebody without a pointer does. */
export async function tabTo(page: Page, name: string): Promise<void> {
  const focusedText = "(document.activeElement?.innerText ?? '') + document.activeElement?.name"
  for (let presses = 0; presses < 20; presses += 1) {
    await page.keyboard.press('Tab')
    if ((await page.evaluate<string>(focusedText)).includes(name)) return
  }
  throw new Error(`the keyboard does not reach ${name}`)
}
