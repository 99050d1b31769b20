/** The languages of the pages on which people claim links, by their tags. */
export const LINK_LANGUAGES = [
  'ar',
  'de',
  'en',
  'es',
  'fr',
  'it',
  'ja',
  'nl',
  'pl',
  'pt',
  'sv',
  'zh',
] as const
