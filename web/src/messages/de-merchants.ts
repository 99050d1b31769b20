import type { merchantTexts as en } from './en-merchants.ts'
import type { Translated } from './translated.ts'

export const merchantTexts: Translated<typeof en> = {
  title: 'Händler',
  about: 'Die Läden, die Gutscheincodes Ihres Generators einlösen.',
  create: 'Händler hinzufügen',
  createText: 'Er kann Gutscheincodes einlösen, sobald seine Kasse Zugangsdaten hat.',
  created: (name: string) => `${name} wurde hinzugefügt.`,
  name: 'Name',
  status: 'Status',
  createdAt: 'Angelegt',
  expiresAt: 'Läuft ab',
  empty: 'Fügen Sie den ersten Laden hinzu, der Ihre Gutscheincodes einlöst.',
  disable: 'Sperren',
  disableText: (name: string) =>
    `Anfragen von ${name} werden sofort abgelehnt. Autorisierte Beträge gehen an die Karten ` +
    'zurück, wenn ihre Autorisierungen ablaufen.',
  disabled: 'Der Händler ist gesperrt.',
  enable: 'Entsperren',
  enableText: (name: string) => `${name} kann wieder Gutscheincodes einlösen.`,
  enabled: 'Der Händler ist entsperrt.',
  credentials: 'Zugangsdaten',
  credentialsText: 'Mit ihnen signieren Kassen ihre Anfragen.',
  issueText:
    'Für eine weitere Kasse. Um Zugangsdaten zu ersetzen, erneuere sie: Die alten gelten noch eine Weile.',
  once:
    'Die Geheimnisse werden nur einmal angezeigt. Übermitteln Sie sie dem Händler auf einem ' +
    'sicheren Weg.',
  calls: 'Was er eingelöst hat',
  callsText: 'Jeder Aufruf seiner Kassen, der neueste zuerst, ohne Gutscheincodes.',
  at: 'Am',
  kind: 'Aufruf',
  amount: 'Betrag',
  reference: 'Referenz des Händlers',
  reversed: 'Storniert',
  noCalls: 'Der erste Aufruf seiner Kassen steht dann hier.',
}
