import type { auditTexts as en } from './en-audit.ts'
import type { Translated } from './translated.ts'

export const auditTexts: Translated<typeof en> = {
  title: 'Prüfprotokoll',
  about: 'Was Betreiber taten, das Neueste zuerst.',
  at: 'Zeit',
  actor: 'Wer',
  action: 'Handlung',
  target: 'Ziel',
  reason: 'Grund',
  approver: 'Freigegeben von',
  change: 'Vorher und nachher',
  show: 'Zeigen',
  verify: 'Jetzt prüfen',
  neverChecked: 'Der Dienst hat das Protokoll noch nicht geprüft.',
  checked: 'Vom Dienst geprüft',
  completed: '; alle Tage wurden zuletzt geprüft',
  intact: 'Das Protokoll ist unversehrt',
  broken: 'Das Protokoll besteht die Prüfung nicht',
  fault: 'Erster Fehler',
  day: 'Tag',
  place: 'Stelle',
  entry: 'Eintrag',
  days: 'Tage',
  entries: 'Einträge',
  late: 'Spät versiegelt',
  head: 'Kopf',
}
