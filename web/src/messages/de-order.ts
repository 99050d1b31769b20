import type { sheetTexts as sheet } from './en-order.ts'
import type { Translated } from './translated.ts'

export const sheetTexts: Translated<typeof sheet> = {
  open: 'Gutscheincodes drucken',
  title: (reference: string) => `Gutscheincodes von ${reference}`,
  print: 'Drucken',
  close: 'Bogen schließen',
  cards: (first: string, last: string, all: string) => `${first} – ${last} von ${all}`,
  previous: 'Vorige Karten',
  next: 'Weitere Karten',
  barCode: 'Strichcodenummer',
  expiresAt: 'Nicht mehr gültig ab',
  redeemAt: 'Einlösen unter',
}
