interface Page {
  readonly document?: {
    readonly documentElement: {
      readonly lang: string
      readonly dataset: Readonly<Record<string, string | undefined>>
    }
  }
}

/** The language that web/language.js has chosen; undefined outside of a browser. */
const page = (globalThis as Page).document?.documentElement

/** The language of the texts. */
export const LANGUAGE = page?.lang === 'de' ? 'de' : 'en'

/**
 * The locale in which pages show numbers and times, and read those that are typed. If the texts do
 * not exist in the browser's language, it is undefined, which means the locale of the browser.
 */
export const LOCALE: string | undefined = page?.dataset['locale']
