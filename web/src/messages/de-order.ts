import type { againTexts as again, sheetTexts as sheet } from './en-order.ts'
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

export const againTexts: Translated<typeof again> = {
  order: 'Erneut bestellen',
  filled: (lines: string) =>
    lines === '1' ? '1 Position liegt im Warenkorb.' : `${lines} Positionen liegen im Warenkorb.`,
  gone: (brands: string) => `Nicht mehr im Katalog und daher ausgelassen: ${brands}.`,
  asks: (brands: string) => `Braucht einen Empfänger, bitte im Shop hinzufügen: ${brands}.`,
  cut: (lines: string) => `Nur die ersten ${lines} Positionen der Bestellung wurden übernommen.`,
  saved: 'Gespeicherte Warenkörbe',
  about:
    'In diesem Browser gespeichert, nur für Sie: Produkte, Beträge und Anzahl, aber keine ' +
    'Referenzen und keine Empfänger. Im Warenkorb gelten die aktuellen Preise.',
  none: 'Noch ist kein Warenkorb gespeichert.',
  name: 'Bezeichnung',
  save: 'Diesen Warenkorb speichern',
  replace: 'Gespeicherten Warenkorb ersetzen',
  full: (most: string) => `${most} Warenkörbe sind gespeichert. Entfernen Sie zuerst einen.`,
  noRoom: 'Dieser Browser hat keinen Platz mehr, um ihn zu speichern.',
  lines: (lines: string) => (lines === '1' ? '1 Position' : `${lines} Positionen`),
  load: 'In den Warenkorb',
  loadNamed: (name: string) => `In den Warenkorb: ${name}`,
  remove: 'Entfernen',
  removeNamed: (name: string) => `${name} entfernen`,
}
