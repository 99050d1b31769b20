import type { Page } from 'playwright-core'
import { PASSWORD } from '../support/signed-in.ts'

/** Time that a page may take on a slow machine until it shows the data that it reads. */
const SHOWN_WITHIN_MS = 60_000

/**
 * Opens a page of the application as its link does, without loading the application again. Returns
 * the heading once the page shows all data. It is one step, because each step of a browser takes
 * CPU time in three processes.
 */
export function visit(page: Page, path: string): Promise<string> {
  const [place = ''] = path.split('?')
  return page.evaluate<string>(`(async () => {
    const isShown = () =>
      document.querySelector(${JSON.stringify(`[data-address="${place}"] h1`)}) &&
      !document.querySelector('[aria-busy=true]')
    history.pushState({}, '', ${JSON.stringify(path)})
    dispatchEvent(new Event('popstate'))
    await new Promise((resolve, reject) => {
      const late = () => reject(new Error('not shown: ' + document.body.innerText))
      const timer = setTimeout(late, ${SHOWN_WITHIN_MS})
      const end = () => {
        clearTimeout(timer)
        observer.disconnect()
        resolve()
      }
      // Elements that are shown may begin further reads.
      const look = () => isShown() && requestAnimationFrame(() => isShown() && end())
      const observer = new MutationObserver(look)
      observer.observe(document, { subtree: true, childList: true, attributes: true })
      look()
    })
    return document.querySelector('h1').innerText
  })()`)
}

/** The user who signs in by a password. */
interface Login {
  readonly email: string
  readonly password?: string
}

/** Signs the present user out and another user in, in the same page. */
export async function changeUser(page: Page, login: Login): Promise<void> {
  await signOut(page)
  await fillSignIn(page, login)
  await page.getByRole('navigation').waitFor()
}

/** Fills the sign-in, and sends it. */
export async function fillSignIn(page: Page, { email, password = PASSWORD }: Login): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.keyboard.press('Enter')
}

/** Goes to the sign-in, at the same address. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByLabel('E-mail').waitFor()
}
