import type { credentialTexts as en } from './en-credentials.ts'
import type { Translated } from './translated.ts'

export const credentialTexts: Translated<typeof en> = {
  issue: 'API-Zugang ausstellen',
  label: 'Bezeichnung',
  mode: 'Modus',
  modeHelp: 'Der erste API-Zugang zum Testen legt einen Testpartner an, mit eigenem Guthaben.',
  modes: { live: 'live: echtes Guthaben', test: 'test: Spielgeld' },
  clientId: 'Client-ID',
  apiKey: 'API-Schlüssel',
  hmacSecret: 'HMAC-Geheimnis',
  state: 'Zustand',
  permissionCount: (count: string) => `${count} Berechtigungen`,
  permissions: 'Berechtigungen',
  lastUsed: 'Zuletzt verwendet',
  lastFailure: 'Letzter Fehlschlag',
  acts: 'Aktionen',
  rotate: 'Erneuern',
  issueOrRotate: 'API-Zugang ausstellen oder erneuern',
  issueOrRotateMore: 'API-Zugang ausstellen oder erneuern, der mehr darf als Sie',
  rotateText: 'Stellt einen neuen API-Zugang aus; dieser läuft nach der Übergangszeit ab.',
  overlap: 'Übergangszeit in Sekunden',
  overlapHelp:
    'Wie lange der alte API-Zugang gültig bleibt: 0 bis 604800 (eine Woche). Leer: ein Tag.',
  until: 'bis',
  revoke: 'Widerrufen',
  revokeText: 'Anfragen mit diesem API-Zugang werden sofort abgelehnt.',
  issued: 'Der API-Zugang ist ausgestellt',
  once: 'Seine Geheimnisse werden einmal angezeigt. Senden Sie sie dem Partner auf sicherem Weg.',
  waitsInPortal: (until: string) =>
    `Seine Geheimnisse warten bis ${until} im Portal. Ein Benutzer des Partners, der ` +
    'API-Zugänge verwaltet, holt sie dort einmal ab. Hier sieht sie niemand.',
  waitsAtLink: (until: string) =>
    'Der Partner hat keinen Benutzer, der seine Geheimnisse abholen könnte. Geben Sie diesen ' +
    `Link weiter: Er zeigt sie einmal, bis ${until}, und wird nicht wieder angezeigt.`,
  link: 'Einmal-Link',
  waits: 'Geheimnisse warten auf den Partner',
  claimTitle: 'Ein neuer API-Zugang wartet auf Sie',
  claimText:
    'Der Betreiber hat ihn ausgestellt. Seine Geheimnisse werden einmal angezeigt: Halten ' +
    'Sie bereit, wo Sie sie speichern.',
  claim: 'Geheimnisse anzeigen',
  claimFor: (partner: string) => `Der API-Zugang von ${partner}`,
  claimIncomplete:
    'Dieser Link ist unvollständig. Öffnen Sie ihn ganz, oder bitten Sie um einen neuen.',
  claimGone:
    'Dieser Link wurde verwendet, widerrufen oder ist abgelaufen. Bitten Sie den Betreiber ' +
    'um einen neuen API-Zugang.',
  ownOnce:
    'Seine Geheimnisse werden einmal angezeigt. Bewahren Sie sie auf, wo Ihre Programme ' +
    'Geheimnisse lesen.',
  empty: 'Stellen Sie den ersten aus.',
}
