import type { needsYouTexts as en } from './en-needs-you.ts'
import type { Translated } from './translated.ts'

export const needsYouTexts: Translated<typeof en> = {
  title: 'Wartet auf Sie',
  nothing: 'Nichts wartet auf Sie',
  nothingText:
    'Wartende Bestellungen, Freigaben, Reklamationen, Abrufe, Alarme und niedriges Guthaben bei ' +
    'Lieferanten stehen hier.',
  orders: (orders: number, shown: string, status: string) =>
    orders === 1 ? `1 Bestellung: ${status}` : `${shown} Bestellungen: ${status}`,
  purchases: (purchases: number, shown: string, supplier: string) =>
    purchases === 1
      ? `1 Einkauf bei ${supplier} wartet auf Ihre Angabe, was daraus wurde`
      : `${shown} Einkäufe bei ${supplier} warten auf Ihre Angabe, was daraus wurde`,
  prices: (prices: number, shown: string) =>
    prices === 1
      ? '1 Preis eines Lieferanten wartet darauf, dass Sie ihn annehmen'
      : `${shown} Preise von Lieferanten warten darauf, dass Sie sie annehmen`,
  lowFunds: (supplier: string, days: number | undefined) =>
    days === undefined
      ? `Unser Guthaben bei ${supplier} ist niedrig`
      : `Unser Guthaben bei ${supplier} ist niedrig: Es reicht ${lasting(days)}`,
  approval: (kind: string) => `Eine Freigabe wartet: ${kind}`,
  approvals: (shown: string) => `${shown} Freigaben warten`,
  cases: (cases: number, shown: string) =>
    cases === 1
      ? '1 Reklamation wartet auf eine Entscheidung'
      : `${shown} Reklamationen warten auf eine Entscheidung`,
  reviews: (claims: number, shown: string) =>
    claims === 1 ? '1 Abruf wartet auf eine Prüfung' : `${shown} Abrufe warten auf eine Prüfung`,
  alerts: (shown: string, severity: string) =>
    severity === 'critical' ? `Offene kritische Alarme: ${shown}` : `Offene Warnungen: ${shown}`,
}

function lasting(days: number): string {
  if (days === 0) return 'keinen Tag'
  return days === 1 ? '1 Tag' : `${days} Tage`
}
