// Runs in the page before anything is loaded: chooses the language of the texts, and has the
// modules of texts loaded in it. TEXTS and FIRST are what the build puts here: the English modules
// with those that take their places, and the one that is needed first.
;(() => {
  const TEXTS = {}
  const FIRST = ''
  const LANGUAGES = ['en', 'de']
  const of = (locale) => locale.split('-')[0]
  // Some systems name locales that are none, such as en-US@posix.
  const isKnown = (locale) => {
    try {
      return Intl.NumberFormat.supportedLocalesOf(locale).length > 0
    } catch {
      return false
    }
  }
  const kept = localStorage.getItem('tessera-language')
  const known = LANGUAGES.includes(kept) ? kept : undefined
  const language =
    known ?? navigator.languages.map(of).find((one) => LANGUAGES.includes(one)) ?? 'en'
  const own = navigator.languages.find((locale) => of(locale) === language && isKnown(locale))
  const page = document.documentElement
  page.lang = language
  // Numbers of a browser in a third language stay its own until somebody chooses.
  if (own || kept || language === 'de') page.dataset.locale = own ?? language
  if (language === 'de') {
    const map = document.createElement('script')
    map.type = 'importmap'
    map.nonce = document.currentScript.nonce
    map.textContent = JSON.stringify({ imports: TEXTS })
    document.head.append(map)
  }
  const preload = document.createElement('link')
  preload.rel = 'modulepreload'
  preload.href = language === 'de' ? TEXTS[FIRST] : FIRST
  document.head.append(preload)
})()
