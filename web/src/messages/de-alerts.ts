import type { AlertKind } from '../format/alert-kinds.ts'
import type { alertTexts as en } from './en-alerts.ts'
import type { Translated } from './translated.ts'

export const alertTexts: Translated<Omit<typeof en, 'alertMessages'>> & {
  readonly alertMessages: Readonly<Record<AlertKind, readonly string[]>>
} = {
  title: 'Alarme',
  about:
    'Jeder Alarm sagt, was geschehen ist, und verlinkt darauf. Die meisten löst der Dienst ' +
    'selbst, wenn ihre Ursache endet.',
  message: 'Alarm',
  state: 'Zustand',
  severity: 'Schwere',
  kind: 'Art',
  count: 'Anzahl',
  raised: 'Zuerst',
  lastSeen: 'Zuletzt',
  resolve: 'Als gelöst melden',
  acts: 'Aktionen',
  resolved: 'Der Alarm ist gelöst',
  resolveManyText:
    'Die ausgewählten Alarme enden. Dauert die Ursache an, öffnen sie sich wieder, sobald der ' +
    'Dienst sie findet, oft binnen Sekunden.',
  resolvedForNow:
    'Der Alarm ist gelöst. Er öffnet sich wieder, wenn seine Ursache erneut gefunden wird.',
  ends: {
    byCheck:
      'Der Dienst löst diesen Alarm, wenn seine Ursache endet. Lösen Sie ihn, solange sie ' +
      'andauert, öffnet er sich wieder, sobald sie gefunden wird, oft binnen Sekunden.',
    byHand:
      'Der Dienst löst diesen Alarm nicht. Lösen Sie ihn, wenn Sie sich darum gekümmert ' +
      'haben; ein neues Ereignis öffnet ihn wieder.',
    once:
      'Der Dienst löst diesen Alarm, wenn der Endpunkt aktiviert, angehalten oder entfernt ' +
      'wird. Lösen Sie ihn vorher, löst ihn nichts erneut aus.',
  },
  empty: 'Alles ist in Ordnung.',
  kinds: {
    supplier_unfunded: 'Konto bei einem Lieferanten ohne Guthaben',
    supplier_silent: 'Lieferant antwortet nicht',
    supplier_unclear: 'Einkauf mit unbekanntem Ausgang',
    supplier_price_waits: 'Preis eines Lieferanten wartet',
    low_stock: 'Niedriger Bestand',
    low_funds: 'Niedriges Guthaben eines Partners',
    batches_failed: 'Teilaufträge fehlgeschlagen',
    link_mails_waiting: 'E-Mails von Links warten',
    credits_stopped: 'Datei mit Gutschriften angehalten',
    orders_waiting: 'Bestellungen warten lange',
    rate_stale: 'Alte Kurse',
    upstream_silent: 'Unser Konto bei einem Lieferanten antwortet nicht',
    upstream_low_float: 'Niedriges Guthaben bei einem Lieferanten',
    upstream_unsold: 'Unverkaufte Gutscheincodes eines Lieferanten',
    instant_ahead: 'Zeit eines Buchs geht der Uhr voraus',
    durability_off: 'Unsichere Einstellung der Datenbank',
    archive_failing: 'Archivierung für Sicherungen schlägt fehl',
    backup_overdue: 'Keine aktuelle Sicherung',
    drill_overdue: 'Keine aktuelle Übung',
    disk_low: 'Wenig Platz auf einem Datenträger',
    disk_full: 'Datenträger der Datenbank ist voll',
    replication_lag: 'Standby liegt zurück',
    audit_broken: 'Prüfprotokoll verändert',
    mail_template_broken: 'E-Mail-Vorlage unbrauchbar',
    webhook_disabled: 'Webhook-Endpunkt deaktiviert',
    wrong_operator_tokens: 'Falsche Betreiber-Token',
    wrong_signatures: 'Falsche Signaturen',
    codes_guessed: 'Jemand rät Codes',
  },
  alertMessages: {
    supplier_unfunded: ['Unser Konto bei {name} hat kein Guthaben: {fault}'],
    supplier_silent: ['{name} antwortet für product:{productId} nicht: {fault}'],
    supplier_unclear: ['Einkäufe bei {supplier}, die ein Mensch klären muss: {purchases}. {fault}'],
    supplier_price_waits: [
      'Preise bei {supplier} warten darauf, dass Sie sie annehmen: {changes}, davon teurer: {dearer}',
    ],
    low_stock: [
      'Von product:{productId} zu {faceValue|currency} sind noch {free} verkäuflich, weniger als ' +
        '{lowStockThreshold}',
    ],
    low_funds: [
      'partner:{partnerId} kann noch {available|currency} ausgeben, genug für {daysLeft} Tage bei ' +
        '{perDay|currency} am Tag',
    ],
    batches_failed: [
      '{supplier} lehnt product:{productId} ab: {batches} Teilaufträge aus {orders} Bestellungen ' +
        'sind fehlgeschlagen, {stopped} davon werden nicht mehr wiederholt; die erste Bestellung ' +
        'ist {orderId}',
    ],
    link_mails_waiting: [
      'E-Mails von Links warten seit {since}, und keine wird gesendet: {fault}',
      'E-Mails von Links warten seit {since}, und kein Prozess sendet sie',
    ],
    credits_stopped: [
      'Die Datei {reference} mit Gutschriften ist angehalten: {fault}',
      'Die Datei {reference} mit Gutschriften ist angehalten',
    ],
    orders_waiting: [
      'Bestellungen von partner:{partnerId} warten: {orders}; die älteste ist {orderId}, ' +
        'aufgegeben {since}',
    ],
    rate_stale: ['Kurse in Gebrauch sind älter als {hours} Stunden: {pairs}, von {source}'],
    upstream_silent: ['Der Lieferant {supplier} antwortet nicht: {fault}'],
    upstream_low_float: [
      'Unser Guthaben bei {supplier} ist {left|currency}, weniger als {least|currency}',
    ],
    upstream_unsold: [
      'Unverkaufte Gutscheincodes von {supplier} sind im Bestand von product:{productId}',
    ],
    instant_ahead: [
      '{books} Bücher haben Zeiten, die der Uhr der Datenbank voraus sind, das von ' +
        'partner:{partnerId} um {secondsAhead} s: Bis {lastInstant} haben seine Buchungen dieselbe ' +
        'Zeit',
    ],
    durability_off: [
      'Mit der Einstellung {setting} der Datenbank kann ein Absturz Gespeichertes kosten',
    ],
    archive_failing: [
      'Die Datenbank archiviert {segment} ihres Protokolls nicht: Späteres ist in keiner Sicherung, ' +
        'und ihr Datenträger wird voll',
    ],
    backup_overdue: [
      'Die letzte Sicherung, von {last}, ist älter als {hours} Stunden: tessera backup',
      'Seit {hours} Stunden gab es keine Sicherung: tessera backup',
      'Eine Sicherung ist beschädigt: {fault}',
    ],
    drill_overdue: [
      'Die Übung vom {last} hat Fehler gefunden: tessera drill',
      'Seit {days} Tagen ist keine Übung gelungen: tessera drill',
    ],
    disk_low: ['Weniger als {percent} % des Datenträgers von {variable} ({directory}) sind frei'],
    disk_full: [
      'Der Datenträger der Datenbank ist voll: Sie speichert nichts, bis wieder Platz ist',
    ],
    replication_lag: [
      'Der Standby {standby} liegt mehr als {seconds} s zurück',
      'Der Standby des Slots {slot} ist fort, und das Protokoll wird für ihn aufbewahrt',
    ],
    audit_broken: [
      'Das Prüfprotokoll wurde verändert (Tag {day}): {fault}',
      'Das Prüfprotokoll wurde verändert: {fault}',
    ],
    mail_template_broken: [
      'Eine E-Mail-Vorlage ist unbrauchbar, und E-Mails haben die Standardtexte: Speichern Sie sie ' +
        'neu',
    ],
    webhook_disabled: [
      'Der Webhook-Endpunkt {endpointId} von partner:{partnerId} nimmt nichts mehr an und ist ' +
        'deaktiviert: Aktivieren Sie ihn in Absprache mit dem Partner',
    ],
    wrong_operator_tokens: ['Immer wieder falsche Betreiber-Token, zuletzt von {address}'],
    wrong_signatures: ['Immer wieder falsche Signaturen, zuletzt von {address}'],
    codes_guessed: ['Immer wieder falsche Codes für {of} von partner:{partnerId}'],
  },
}
