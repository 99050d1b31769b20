/** The languages of the texts, each with its own name for itself. */
export const LANGUAGES = [
  { language: 'en', name: 'English' },
  { language: 'de', name: 'Deutsch' },
] as const

/** Read by web/language.js before anything else is loaded. */
const KEY = 'tessera-language'

/** Remembers a language in this browser, and loads the page again, in it. */
export function chooseLanguage(language: (typeof LANGUAGES)[number]['language']): void {
  localStorage.setItem(KEY, language)
  location.reload()
}
