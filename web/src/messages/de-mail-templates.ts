import type { mailTemplateTexts as en } from './en-mail-templates.ts'
import type { Translated } from './translated.ts'

export const mailTemplateTexts: Translated<typeof en> = {
  title: 'E-Mail-Vorlagen',
  about:
    'Die Texte der E-Mails über Gutschriften. Änderungen gelten für E-Mails, die ab jetzt ' +
    'gesendet werden.',
  whose: 'E-Mails von',
  whoseHelp: 'Ohne Auswahl: von allen Partnern ohne Vorlage.',
  all: 'allen Partnern',
  language: 'Sprache',
  languageHelp: 'Ein Kürzel wie de oder pt-BR.',
  own: 'Diese Texte gelten. Speichern ändert sie.',
  ofDefault:
    'Es sind keine Texte gesetzt: E-Mails haben die Standardtexte unten. Speichern setzt diese.',
  ofAll: (language: string) =>
    `Für diese E-Mails sind keine Texte gesetzt: Es gelten die aller Partner auf ${language}.`,
  ofPartner: (language: string) =>
    `In dieser Sprache sind keine Texte gesetzt: Es gelten die des Partners auf ${language}.`,
  subject: 'Betreff',
  text: 'Reiner Text',
  placeholders:
    'Darf {{ consumerName }}, {{ partnerName }}, {{ amount }}, {{ newBalance }}, ' +
    '{{ creditedOn }}, {{ description }} und {{ walletUrl }} nennen.',
  html: 'HTML der E-Mail',
  htmlHelp: 'Leer: E-Mails haben nur reinen Text.',
  save: 'Texte speichern',
  saved: 'Die Texte sind gespeichert.',
  preview: 'Vorschau',
  example: 'Eine E-Mail mit Beispieldaten. Nichts wird gesendet.',
  part: 'Zeigen',
  parts: { html: 'Gestaltet', text: 'Reiner Text' },
  width: 'Auf',
  widths: { phone: 'Einem Telefon', desk: 'Einem Bildschirm' },
  setTitle: 'Gesetzte Vorlagen',
  setAt: 'Gesetzt',
  setBy: 'Von',
  open: (language: string) => `${language} ändern`,
  remove: 'Entfernen',
  removeText: (language: string) =>
    `E-Mails auf ${language} haben wieder die Texte, die vor dieser Vorlage galten.`,
  empty: 'E-Mails haben die Standardtexte, bis Texte gespeichert werden.',
}
