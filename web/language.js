// Runs in the page before anything is loaded. Chooses the language of the texts, and has the
// modules of texts loaded in that language. The build puts an import map before this script, which
// maps the English modules to the German ones, and into FIRST the module that is needed first.
function of(locale) {
  return locale.split('-')[0]
}

// Some systems have names that are not locales, such as en-US@posix.
function isKnown(locale) {
  try {
    return Intl.NumberFormat.supportedLocalesOf(locale).length > 0
  } catch {
    return false
  }
}

{
  const FIRST = ''
  const LANGUAGES = ['en', 'de']
  // Without import maps a page in another language would still have the English texts.
  const hasMaps = HTMLScriptElement.supports?.('importmap')
  const kept = localStorage.getItem('tessera-language')
  const known = LANGUAGES.includes(kept) ? kept : undefined
  const language =
    (hasMaps && (known ?? navigator.languages.map(of).find((one) => LANGUAGES.includes(one)))) ||
    'en'
  const own = navigator.languages.find((locale) => of(locale) === language && isKnown(locale))
  const page = document.documentElement
  page.lang = language
  // Numbers of a browser in a third language stay its own until somebody chooses.
  if (own || kept || language === 'de') page.dataset.locale = own ?? language
  let first = FIRST
  if (language === 'de') {
    const texts = document.getElementById('texts').textContent
    const map = document.createElement('script')
    map.type = 'importmap'
    // Unchanged, because the policy of the page permits it by its hash.
    map.textContent = texts
    document.head.append(map)
    first = JSON.parse(texts).imports[FIRST]
  }
  const preload = document.createElement('link')
  preload.rel = 'modulepreload'
  preload.href = first
  document.head.append(preload)
}
