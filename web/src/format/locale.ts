interface Page {
  readonly document?: {
    readonly documentElement: {
      readonly lang: string
      readonly dataset: Readonly<Record<string, string | undefined>>
    }
  }
}

/** What web/language.js has chosen; nothing outside of a browser. */
const page = (globalThis as Page).document?.documentElement

/** The language of the texts. */
export const LANGUAGE = page?.lang === 'de' ? 'de' : 'en'

/**
 * The locale in which pages show numbers and times, and read those that are typed. Undefined is that
 * of the browser, where its language has no texts.
 */
export const LOCALE: string | undefined = page?.dataset['locale']
