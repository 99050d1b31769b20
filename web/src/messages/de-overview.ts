import type { overviewTexts as en } from './en-overview.ts'
import type { Translated } from './translated.ts'

export const overviewTexts: Translated<typeof en> = {
  title: 'Übersicht',
  at: 'Live. Testpartner sind nicht enthalten.',
  atLost: 'Nicht live: Die Verbindung ist verloren. Diese Zahlen sind von vorher.',
  waiting: 'Nicht abgeschlossene Bestellungen',
  none: 'Keine Bestellung wartet.',
  oldest: 'Älteste',
  ordersPerMinute: 'Bestellungen je Minute',
  codesPerMinute: 'Gutscheincodes je Minute',
  overFive: 'über fünf Minuten',
  lastDay: 'Letzte 24 Stunden',
  ordersAnHour: 'Abgeschlossene Bestellungen',
  codesAnHour: 'Gelieferte Gutscheincodes',
  chargedAnHour: 'Berechnet',
  marginAnHour: 'Marge',
  weekBefore: (value, change) =>
    `${change === undefined ? '' : `${change} gegenüber `}${value} eine Woche zuvor`,
  unknownUnits: (units) => `ohne ${units} Stück mit unbekannten Kosten`,
  notKnown: 'Nicht bekannt',
  alerts: 'Offene Alarme',
  ledger: 'Hauptbuch',
  balanced: 'Ausgeglichen',
  differs: 'Es weicht ab',
  running: 'Wird geprüft',
  never: 'Nie geprüft',
  funds: 'Guthaben aller Partner',
  currency: 'Währung',
  posted: 'Gebucht',
  held: 'Für Bestellungen reserviert',
  noFunds: 'Noch hat kein Partner Guthaben.',
}
