import { notA, required } from './values.ts'

export const NO_LANGUAGES = ['', 'e', 'english', 'de_DE', 'de-', '-', 'de-DE-1996', 'x-de', '%00']

/** A language tag. */
export const LANGUAGE = required(
  ...notA('string'),
  ...NO_LANGUAGES.map((tag) => JSON.stringify(tag)),
  '"d\\u0000"',
  JSON.stringify('d'.repeat(10_000)),
)
