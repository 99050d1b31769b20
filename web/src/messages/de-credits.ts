import type { creditTexts as en } from './en-credits.ts'
import type { Translated } from './translated.ts'

export const creditTexts: Translated<typeof en> = {
  title: 'Gutschriften aus Dateien',
  about:
    'Vielen Personen auf einmal gutschreiben, etwa am Zahltag: eine Zeile der Datei je Person.',
  emptyText:
    'Laden Sie die Vorlage herunter, füllen Sie eine Zeile je Person aus, und lassen Sie die ' +
    'Datei prüfen. Die Prüfung bucht nichts; Sie sehen die Kosten, bevor Sie starten.',
  open: 'Datei prüfen',
  template: 'Vorlage herunterladen',
  reference: 'Referenz',
  state: 'Zustand',
  rows: 'Zeilen',
  credited: 'Gutgeschrieben',
  repeated: 'Früher gutgeschrieben, daher nicht erneut',
  refused: 'Abgelehnt',
  actor: 'Geprüft von',
  created: 'Geprüft',
  started: 'Gestartet',
  ended: 'Beendet',
  newPeople: 'Neue Personen',
  areAdded: 'werden hinzugefügt',
  areErrors: 'sind Fehler',
  form: {
    title: 'Datei mit Gutschriften prüfen',
    about: 'Zuerst wird die ganze Datei geprüft. Es wird nichts gutgeschrieben, bis Sie starten.',
    columns:
      'Spalten: email oder consumerId, amount, currency, reference, und auf Wunsch fullName, ' +
      'description und Ihre Merkmale, etwa metadata.team. Bis zu 1.000.000 Zeilen.',
    file: 'Die Datei',
    reference: 'Ihre Referenz dieser Datei',
    referenceHelp:
      'Etwa zahltag-2026-11. Eine Zeile wird für diese und ihre eigene Referenz einmal ' +
      'gutgeschrieben: Dieselbe Datei bucht unter derselben Referenz kein zweites Mal.',
    createConsumers: 'Personen hinzufügen, die es noch nicht gibt',
    createConsumersHelp: 'Sie brauchen email und fullName. Ist dies aus, sind es Fehler.',
    check: 'Datei prüfen',
    checking: (rows: string) =>
      rows === '1' ? 'Bisher wurde 1 Zeile geprüft.' : `Bisher wurden ${rows} Zeilen geprüft.`,
    sending: 'Die Datei wird gesendet.',
    progress: 'Prüfung der Datei',
    noReference: 'Geben Sie der Datei eine Referenz, ohne Schrägstrich.',
  },
  states: {
    CHECKING: 'Die Datei wird geprüft. Noch wird nichts gutgeschrieben.',
    REJECTED:
      'Es wurde nichts gutgeschrieben. Berichtigen Sie die Zeilen unten in Ihrer Datei, und ' +
      'prüfen Sie sie unter derselben Referenz erneut.',
    CHECKED:
      'Jede Zeile kann gutgeschrieben werden. Es wird nichts gutgeschrieben, bis Sie starten.',
    RUNNING: 'Die Zeilen werden gutgeschrieben. Sie dürfen diese Seite verlassen; es geht weiter.',
    STOPPED:
      'Ihr Guthaben reichte für die nächsten Zeilen nicht. Was gutgeschrieben ist, bleibt. ' +
      'Zahlen Sie ein, und fahren Sie fort.',
    CANCELLED: 'Es wird nichts weiter gutgeschrieben. Was gutgeschrieben wurde, bleibt.',
    DONE: 'Jede Zeile hat ein Ergebnis; der Bericht nennt sie Zeile für Zeile.',
  },
  dryRun: 'Sie wurde nur zur Prüfung gesendet und kann nicht gutgeschrieben werden.',
  progress: (done: string, all: string) =>
    all === '1' ? `${done} von 1 Zeile` : `${done} von ${all} Zeilen`,
  totals: 'Noch gutzuschreiben',
  funds: 'Guthaben jetzt',
  fundsAfter: 'Guthaben danach',
  tooLittle: 'Ihr Guthaben reicht nicht. Zahlen Sie ein, bevor Sie starten.',
  needsOther: (rule: string, actor: string) =>
    `Es braucht zwei Personen. ${rule}. ${actor} hat diese Datei prüfen lassen, also startet sie ` +
    'jemand anderes, innerhalb einer Woche.',
  othersStart: (rule: string) =>
    `Es braucht zwei Personen. ${rule}. Sie haben diese Datei prüfen lassen, also startet sie ` +
    'jemand anderes, innerhalb einer Woche: zu finden unter „Start“ und „Freigaben“.',
  nothingLeft: 'Alle Zeilen wurden früher gutgeschrieben: Ein Start bucht nichts.',
  errors: (errors: string) => (errors === '1' ? '1 Fehler' : `${errors} Fehler`),
  firstErrors: (shown: string) => `Dies sind die ersten ${shown}; der Bericht nennt weitere.`,
  line: 'Zeile',
  column: 'Spalte',
  fault: 'Was falsch ist',
  again: 'Berichtigte Datei prüfen',
  start: 'Gutschrift starten',
  goOn: 'Gutschrift fortsetzen',
  startFor: (sums: string) => `${sums} gutschreiben`,
  startText: (rows: string, sums: string) =>
    rows === '1'
      ? `1 Zeile wird aus Ihrem Guthaben gutgeschrieben: ${sums}.`
      : `${rows} Zeilen werden aus Ihrem Guthaben gutgeschrieben: ${sums}.`,
  isStarted: 'Es wird gutgeschrieben.',
  cancel: 'Datei abbrechen',
  cancelText: 'Keine weitere Zeile wird gutgeschrieben. Was gutgeschrieben wurde, bleibt.',
  isCancelled: 'Die Datei ist abgebrochen.',
  report: 'Bericht herunterladen',
}
