import type { linkTexts as en } from './en-links.ts'
import type { Translated } from './translated.ts'

export const linkTexts: Translated<typeof en> = {
  title: 'Links',
  about:
    'Wert, den eine Person als Geschenkkarte abruft. Was niemand abruft, kommt vollständig zurück.',
  emptyText:
    'Senden Sie sich selbst einen, um zu sehen, was Ihre Leute sehen. Der Betrag wird aus ' +
    'Ihrem Guthaben zurückgelegt und kommt zurück, wenn ihn niemand abruft oder sobald Sie den ' +
    'Link stornieren.',
  one: (whom: string) => `Link für ${whom}`,
  nobody: 'niemand Bestimmten',
  whom: 'Für',
  status: 'Status',
  amount: 'Wert',
  claimed: 'Abgerufen',
  returned: 'Zurückgekommen',
  left: 'Noch abrufbar',
  open: 'Offen',
  sent: 'Zurückgelegt',
  links: 'Links',
  openLinks: (open: string, all: string) =>
    all === '1' ? `${open} von 1 Link ist abrufbar` : `${open} von ${all} Links sind abrufbar`,
  claimBy: 'Abrufbar bis',
  reviewed: 'Der Abruf wird geprüft bis',
  created: 'Gesendet',
  chosenAt: 'Gewählt am',
  ended: 'Beendet',
  reference: 'Ihre Referenz',
  requestReference: 'Ihre Referenz der Sendung',
  name: 'Name',
  email: 'E-Mail',
  phone: 'Mobilnummer',
  phoneHelp: 'Mit ihrem Land, etwa +49 151 12345678.',
  delivery: 'Wie er ankommt',
  by: {
    NONE: {
      label: 'Sie geben die Adresse selbst weiter',
      emailHelp: 'Für Ihre Unterlagen: Es wird nichts dorthin gesendet.',
      addressTitle: 'Geben Sie diese Adresse jetzt weiter',
      addressText:
        'Sie wird einmal angezeigt: Wer sie hat, kann den Link abrufen. Geht sie verloren, ' +
        'ersetzen Sie die Adresse.',
      addressesText:
        'Sie werden einmal angezeigt: Wer eine hat, kann ihren Link abrufen. Die Datei nennt ' +
        'sie neben Ihren Leuten.',
      replaceText:
        'Die bisherige Adresse gilt sofort nicht mehr. Nur möglich, solange nichts vom Link ' +
        'abgerufen ist.',
    },
    EMAIL: {
      label: 'Er kommt per E-Mail',
      emailHelp: 'Der Link wird in Ihrem Namen dorthin gesendet.',
      addressTitle: 'Der Link wird per E-Mail gesendet',
      addressText:
        'Seine Seite sagt, was aus der E-Mail wird. Die Adresse wird einmal angezeigt, falls ' +
        'Sie sie auch selbst weitergeben wollen: Wer sie hat, kann den Link abrufen.',
      addressesText:
        'Sie werden per E-Mail gesendet, und die Seite von jedem sagt, was aus seiner E-Mail ' +
        'wird. Die Adressen werden einmal angezeigt, falls Sie sie auch selbst weitergeben ' +
        'wollen: Wer eine hat, kann ihren Link abrufen.',
      replaceText:
        'Die bisherige Adresse gilt sofort nicht mehr, und die neue wird per E-Mail gesendet. Nur ' +
        'möglich, solange nichts vom Link abgerufen ist.',
    },
    SMS: {
      label: 'Er kommt per SMS',
      emailHelp: 'Für Ihre Unterlagen: Es wird nichts dorthin gesendet.',
      addressTitle: 'Der Link wird per SMS gesendet',
      addressText:
        'Seine Seite sagt, was aus der SMS wird. Die Adresse wird einmal angezeigt, falls ' +
        'Sie sie auch selbst weitergeben wollen: Wer sie hat, kann den Link abrufen.',
      addressesText:
        'Sie werden per SMS gesendet, und die Seite von jedem sagt, was aus seiner SMS wird. ' +
        'Die Adressen werden einmal angezeigt, falls Sie sie auch selbst weitergeben wollen: ' +
        'Wer eine hat, kann ihren Link abrufen.',
      replaceText:
        'Die bisherige Adresse gilt sofort nicht mehr, und die neue wird per SMS gesendet. Nur ' +
        'möglich, solange nichts vom Link abgerufen ist.',
    },
  },
  secondFactor: 'Was zum Abrufen nötig ist',
  secondFactorHelp:
    'Die Adresse allein, wenn Sie oder die Vorlage nichts anderes sagen. Ein Code kommt, ' +
    'wann immer eine Karte gewählt oder angesehen wird. Eine App von Ihnen signiert ' +
    'die Adresse, mit der sie jemanden hierher schickt.',
  factors: {
    NONE: 'Die Adresse allein',
    EMAIL: 'Die Adresse und ein Code per E-Mail',
    SMS: 'Die Adresse und ein Code per SMS',
    SIGNED: 'Die Adresse, von Ihrer App signiert',
  },
  byTemplate: 'Wie die Vorlage sagt',
  cards: 'Was gewählt werden darf',
  cardsHelp: 'Alles in Ihrem Katalog, wenn Sie hier keine Geschenkkarten hinzufügen.',
  cardHelp: 'Alles in Ihrem Katalog, wenn Sie hier keine Geschenkkarte nennen.',
  removeCard: (card: string) => `${card} weglassen`,
  claimByHelp:
    '12 Monate, wenn Sie nichts anderes sagen: 1 Tag bis 5 Jahre. Was übrig ist, kommt dann ' +
    'zurück.',
  locale: 'Sprache',
  localeHelp: 'Der Seite und der E-Mails. Ohne Angabe folgt die Seite dem Browser.',
  reminders: 'An das erinnern, was übrig ist',
  remindersHelp: 'Eine Woche nach dem Senden, und 30 und 3 Tage vor dem Ende.',
  textRemindersHelp:
    'Eine Woche nach dem Senden, und 30 und 3 Tage vor dem Ende. Jede ist eine SMS.',
  replyTo: 'Antworten gehen an',
  replyToHelp:
    'Eine E-Mail-Adresse von Ihnen. Ohne Angabe gehen sie an den Betreiber des Dienstes.',
  currency: 'Währung',
  message: 'Was die Seite dazu sagt',
  batchReference: 'Ihre Referenz der Sendung',
  batchReferenceHelp: 'Etwa danke-2026. Sie muss sich von allen früheren unterscheiden.',
  template: 'Wie er aussieht',
  templateHelp: 'Eine Ihrer Vorlagen. Ohne Angabe, wie alle Links aussehen.',
  templates: 'Vorlagen',
  send: 'Link senden',
  sendFile: 'Aus einer Datei senden',
  sendText:
    'Er wird aus Ihrem Guthaben bezahlt. Was bis zu seinem Datum nicht abgerufen ist, kommt ' +
    'zurück.',
  previewAsked: (aside: string, after: string) =>
    `${aside} braucht die Freigabe einer anderen Person bei Ihnen. Dann wird es zurückgelegt, und ` +
    `Ihr Guthaben ist ${after}.`,
  isAsked: 'Zur Freigabe gesendet. Nichts geht hinaus, bevor jemand freigibt: siehe „Freigaben“.',
  preview: (aside: string, after: string) =>
    `${aside} werden dafür zurückgelegt. Danach beträgt Ihr Guthaben ${after}.`,
  previewSent:
    'Das wurde mit dieser Referenz schon gesendet. Es wird nichts noch einmal gesendet: Sie ' +
    'sehen nur seine Adresse, wenn Sie es selbst und ohne Freigabe gesendet haben.',
  sendFor: (amount: string) => `${amount} senden`,
  isSent: (links: string) =>
    links === '1' ? 'Der Link ist erstellt.' : `${links} Links sind erstellt.`,
  address: 'Adresse des Links',
  addresses: 'Adressen herunterladen',
  replace: 'Adresse ersetzen',
  newEmail: 'Andere E-Mail',
  newPhone: 'Andere Mobilnummer',
  newEmailHelp: 'Leer lassen, wenn die Person dieselbe bleibt.',
  replaced: 'Der Link hat eine neue Adresse.',
  resend: 'Erneut senden',
  resendText:
    'Der Link geht noch einmal an dieselbe Adresse oder Nummer. Das ist einmal je Stunde möglich, ' +
    'fünfmal insgesamt. Ist die Adresse falsch, ersetzen Sie sie stattdessen.',
  resent: 'Die Nachricht ist eingereiht.',
  cancel: 'Link stornieren',
  cancelText: (left: string) =>
    `${left} kommen sofort in Ihr Guthaben zurück. Was gewählt wurde, bleibt.`,
  cancelAll: 'Was von jedem Link übrig ist, kommt sofort zurück. Was gewählt wurde, bleibt.',
  resendAll:
    'Jede Person, deren Link offen ist, bekommt noch einmal eine E-Mail mit seiner Adresse.',
  cancelled: 'Der Link ist storniert.',
  orders: 'Was gewählt wurde',
  noOrders: 'Noch nichts.',
  order: 'Bestellung',
  product: 'Produkt',
  value: 'Wert',
  mails: 'E-Mails',
  mail: 'E-Mail',
  outcome: 'Was daraus wurde',
  queued: 'Eingereiht',
  noMails: 'Keine.',
  kinds: { LINK: 'Der Link', REMINDER: 'Eine Erinnerung', CODE: 'Ein angefragter Code' },
  states: {
    QUEUED: 'Sie wartet. Sie ist fällig am',
    DEFERRED: 'Der Mailserver konnte sie nicht annehmen. Nächster Versuch am',
    SENT: 'Der Mailserver hat sie angenommen am',
    DELIVERED: 'Sie wurde zugestellt. Gesendet am',
  },
  isDelayed: 'Der Mailserver der Person konnte sie noch nicht annehmen. Er versucht es weiter.',
  reasons: {
    ADDRESS_REFUSED:
      'Sie kam zurück: Dieses Postfach gibt es nicht. Ersetzen Sie die Adresse mit einer ' +
      'anderen E-Mail.',
    NOT_ACCEPTED:
      'Der Mailserver oder SMS-Anbieter lehnte sie ab, es gab zu viele Versuche, oder niemand ' +
      'weiß, ob eine SMS ankam. Senden Sie sie erneut.',
    REFUSED_BEFORE:
      'Sie wird nicht gesendet: Eine frühere E-Mail an diese Person wurde abgelehnt. Ersetzen ' +
      'Sie die Adresse mit einer anderen E-Mail.',
    SPAM_REPORT:
      'Die Person meldete eine E-Mail als Spam. Sie bekommt keine weiteren, außer Codes, die sie ' +
      'anfordert. Geben Sie die Adresse selbst weiter.',
    UNSUBSCRIBED: 'Sie wird nicht gesendet: Die Person möchte keine Erinnerungen.',
    LINK_ENDED: 'Sie wird nicht gesendet: Vom Link ist nichts mehr abrufbar.',
    LINK_REPLACED: 'Sie wird nicht gesendet: Der Link bekam vorher eine andere Adresse.',
    NO_ADDRESS: 'Sie wird nicht gesendet: Die E-Mail-Adresse wurde gelöscht.',
    CODE_EXPIRED:
      'Sie wird nicht gesendet: Der Mailserver konnte sie nicht annehmen, solange der Code galt.',
    TEST: 'Sie wird nicht gesendet: Im Testmodus bekommt niemand E-Mails.',
  },
  noReason: 'Es ist nicht bekannt, warum sie nicht gesendet wurde.',
  said: (error: string) => `Der Mailserver sagte: ${error}`,
  staff: {
    one: (linkId: string) => `Link ${linkId}`,
    reviews: {
      title: 'Zu prüfende Abrufe',
      about:
        'Ein Abruf verletzt eine Regel seiner Vorlage. Bis jemand den Link freigibt, ist nichts ' +
        'davon wählbar; um abzulehnen, stornieren Sie den Link. Was niemand entscheidet, geht ' +
        'von selbst zurück.',
      rule: 'Regel',
      rules: {
        COUNTRY: 'Land',
        NETWORK: 'Zu viele aus seinem Netz',
        ADDRESS: 'Zu viele für seine E-Mail-Adresse oder Telefonnummer',
        AMOUNT: 'Zu viel von seiner Vorlage',
      },
      until: 'Geht zurück am',
      empty: 'Kein Abruf wartet.',
      release: 'Freigeben',
      releaseText: (left: string) =>
        `Die Person kann ${left} sofort wählen, und kein weiterer Abruf davon wird geprüft.`,
      released: 'Der Link ist abrufbar.',
    },
    templates: {
      title: 'Link-Vorlagen',
      name: 'Name',
      sender: 'Absender',
      factor: 'Zweiter Faktor',
      rules: 'Regeln für Abrufe',
      network: (claims: string) => `${claims} am Tag aus einem Netz`,
      address: (claims: string) => `${claims} am Tag für eine Adresse`,
      amount: (amount: string) => `${amount} am Tag`,
      countries: (codes: string) => `nur aus ${codes}`,
      hours: (hours: string) => `kommt nach ${hours} h zurück`,
      quiet: 'Ruhezeit',
      languages: 'Sprachen',
      changed: 'Geändert',
      empty: 'Der Partner hat keine Vorlage: Seine Links sehen aus wie alle Links.',
    },
    mailedTo: 'E-Mail der Person',
    anyReference: 'Referenz des Links oder seiner Datei',
    by: {
      NONE: { label: 'Der Partner gibt die Adresse selbst weiter' },
      EMAIL: { label: 'Er kommt per E-Mail' },
      SMS: { label: 'Er kommt per SMS' },
    },
    reference: 'Referenz des Partners',
    requestReference: 'Referenz des Partners für die Sendung',
    partner: 'Partner',
    addresses: 'Bisherige Adressen',
    from: 'Gesendet ab',
    to: 'Gesendet vor',
    empty: 'Der Partner hat keinen solchen Link gesendet.',
    resendText: (address: string) =>
      `Der Link geht noch einmal an ${address}: einmal je Stunde, fünfmal insgesamt. Ist die ` +
      'Adresse falsch, ersetzt sie der Partner.',
    cancelText: (left: string) =>
      `${left} gehen sofort in das Guthaben des Partners zurück. Was gewählt wurde, bleibt.`,
    reveal: 'Adresse anzeigen',
    revealText: (left: string) =>
      `Wer die Adresse hat, kann ${left} abrufen. Der Link bekommt eine neue, die Ihnen einmal ` +
      'angezeigt und niemandem gesendet wird; die bisherige gilt sofort nicht mehr, und ihre ' +
      'Seite sagt das.',
    revealed: 'Der Link hat eine neue Adresse.',
    handOver: 'Geben Sie diese Adresse jetzt weiter',
    handOverText: 'Sie wird einmal angezeigt. Die bisherige Adresse öffnet den Link nicht mehr.',
  },
  file: {
    title: 'Links aus einer Datei senden',
    about:
      'Eine Zeile je Person. Zuerst wird die Datei geprüft, und nichts wird gebucht, bis Sie ' +
      'senden.',
    columns:
      'Spalten: amount, und auf Wunsch name, email, phone, reference, locale. Bis zu 100.000 ' +
      'Zeilen. Wo Links per E-Mail kommen, braucht jede Zeile eine email, wo sie per SMS kommen, ' +
      'eine phone.',
    template: 'Vorlage herunterladen',
    choose: 'Die Datei',
    check: 'Datei prüfen',
    bad: (faults: string) =>
      faults === '1'
        ? '1 Fehler. Es wird nichts gesendet.'
        : `${faults} Fehler. Es wird nichts gesendet.`,
    good: (links: string) =>
      links === '1' ? '1 Zeile ist in Ordnung.' : `${links} Zeilen sind in Ordnung.`,
    worth: 'Wert zusammen',
    setAside: 'Zurückgelegt, mit möglichen Gebühren',
    fundsNow: 'Guthaben jetzt',
    fundsAfter: 'Guthaben danach',
    tooLittle: 'Ihr Guthaben reicht nicht. Zahlen Sie ein, bevor Sie senden.',
    send: (links: string, amount: string) =>
      links === '1' ? `1 Link für ${amount} senden` : `${links} Links für ${amount} senden`,
    noAmount: 'amount muss eine Zahl mit Dezimalpunkt ohne Tausendertrennung sein, etwa 1250.00',
    noHeader: 'Der Kopfzeile fehlt die Spalte amount.',
    toLinks: 'Zu den Links',
    toApprovals: 'Zu den Freigaben',
    tooLarge: 'Die Datei ist größer als 64 MB. Teilen Sie sie auf, mit je einer eigenen Referenz.',
    checking: (done: string, all: string) => `${done} von ${all} Zeilen sind geprüft.`,
    sentBefore: (links: string, left: string) =>
      left === '0'
        ? 'Alle Links dieser Datei sind gesendet. Nichts wird noch einmal gesendet.'
        : `${links} Links dieser Datei sind gesendet und werden nicht noch einmal gesendet. ` +
          `${left} fehlen noch.`,
    readAddresses: 'Adressen noch einmal abrufen',
    needsApproval: (parts: string) =>
      'Die ganze Summe braucht die Freigabe einer anderen Person bei Ihnen. Die Datei ist so ' +
      `groß, dass sie ${parts} Freigaben braucht.`,
    progress: (done: string, all: string) => `${done} von ${all} Links sind erledigt.`,
    stop: 'Anhalten',
    goOn: 'Fortsetzen',
    stopped: (links: string, amount: string, left: string) =>
      `Angehalten: ${links} Links für ${amount} sind erledigt, ${left} nicht.`,
    stoppedText:
      'Sie können hier fortsetzen oder später: Wählen Sie dieselbe Datei noch einmal, mit ' +
      'derselben Referenz und denselben Angaben. Nichts wird doppelt gesendet, auch keine Links, ' +
      'auf deren Anfrage keine Antwort kam.',
    isSent: (links: string, amount: string) =>
      links === '1'
        ? `1 Link für ${amount} ist gesendet.`
        : `${links} Links für ${amount} sind gesendet.`,
    areAsked: (parts: string) =>
      parts === '1'
        ? '1 Freigabe ist angefragt. Ihre Links werden gesendet, sobald jemand sie freigibt.'
        : `${parts} Freigaben sind angefragt. Ihre Links werden gesendet, sobald jemand sie freigibt.`,
    otherAddresses:
      'Adressen von Links, die durch eine Freigabe oder von jemand anderem gesendet wurden, sind ' +
      'nicht in der Datei.',
  },
}
