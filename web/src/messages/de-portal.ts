import type { portalTexts as en } from './en-portal.ts'
import type { Translated } from './translated.ts'

export const portalTexts: Translated<typeof en> = {
  business: 'Geschäft',
  developers: 'Entwicklung',
  account: 'Konto',
  home: 'Start',
  shop: 'Shop',
  cart: 'Warenkorb',
  people: 'Personen',
  links: 'Links',
  credits: 'Gutschriften aus Dateien',
  portalOf: (portal: string, partner: string) => `${portal} · ${partner}`,
  payIn: 'Einzahlen',
  movements: 'Umsätze und Kontoauszüge',
  spending: 'Ausgaben nach Merkmal',
  credentials: 'API-Zugänge',
  webhooks: 'Webhooks',
  users: 'Benutzer',
  findPlaceholder:
    'Person, E-Mail, Marke, Bestellung, Ihre Referenz einer Bestellung, eines Links…',
  findOrder: (text: string) => `Bestellung „${text}“ suchen`,
  mode: 'Testmodus',
  testBanner:
    'Testmodus: Spielgeld und wertlose Gutscheincodes. Ihre echten Daten bleiben unberührt.',
  isForPartners: 'Sie sind als Betreiber angemeldet. Das Portal ist für Benutzer eines Partners.',
  isForOperators: 'Sie sind als Benutzer eines Partners angemeldet. Die Konsole ist für Betreiber.',
  toConsole: 'Konsole öffnen',
  toPortal: 'Portal öffnen',
  about: 'Was Sie haben, was wartet, und was nicht gelang.',
  waitsForYou: 'Wartet auf Sie',
  waitingFiles: 'Gutschriftdateien, die auf den Start warten',
  approveLinks: (reference: string, by: string) => `Links ${reference} von ${by} freigeben`,
  approveOrder: (reference: string, by: string) => `Bestellung ${reference} von ${by} freigeben`,
  approveCredit: (reference: string, by: string) => `Gutschrift ${reference} von ${by} freigeben`,
  approveFile: (reference: string, by: string) =>
    `Gutschriftdatei ${reference} von ${by} freigeben`,
  startFile: (reference: string, by: string) =>
    `Gutschriftdatei ${reference} starten, geprüft von ${by}`,
  fileRows: (rows: string) => (rows === '1' ? '1 Zeile' : `${rows} Zeilen`),
  available: 'Verfügbar',
  posted: 'Gebucht',
  held: 'Für Bestellungen reserviert',
  creditLimit: 'Kreditlimit',
  runway: (days: string) =>
    `reicht ${days === '1' ? '1 Tag' : `${days} Tage`}, wenn es weitergeht wie in der letzten Woche`,
  longRunway: 'reicht über ein Jahr, wenn es weitergeht wie in der letzten Woche',
  noRunway: 'in der letzten Woche wurde nichts ausgegeben',
  noFunds: 'Noch kein Guthaben. Ihr Betreiber verbucht die erste Einzahlung.',
  open: 'Wartende Bestellungen',
  allOrders: 'Alle Bestellungen',
  failedRequests: 'Fehlgeschlagene Anfragen',
  noFailed: 'In den letzten Tagen schlug keine Anfrage fehl.',
  allRequests: 'Alle Anfragen',
  ordered: 'Was bestellt wurde',
  moreLines: (lines: string) => `Dies sind die ersten ${lines} Positionen der Bestellung.`,
  orderItems: 'Gutscheincodes',
  showItems: 'Gutscheincodes anzeigen',
  hideItems: 'Gutscheincodes verbergen',
  itemsText: 'Gutscheincodes sind wie Bargeld: Wer einen sieht, kann ihn ausgeben.',
  download: 'Gutscheincodes als CSV herunterladen',
  openCase: 'Reklamieren',
  askCase: 'Erstattung oder Ersatz anfragen',
  askCaseText: 'Erstattung, Ersatz oder Sperrung eines Stücks. Der Betreiber entscheidet darüber.',
  askedCase:
    'Der Betreiber wurde gefragt. Die Entscheidung steht bei der Bestellung und unter ' +
    'Reklamationen.',
  caseActs: {
    refund: 'Erstattung anfragen',
    replace: 'Ersatz anfragen',
    block: 'Sperrung anfragen',
  },
  item: 'Stück',
  product: 'Produkt',
  value: 'Wert',
  code: 'Gutscheincode',
  pin: 'PIN',
  casesAbout:
    'Erstattungen, Ersatz und Sperrungen, um die Sie baten oder die der Betreiber vornahm.',
  noCases: 'Fragen Sie die erste bei einer abgeschlossenen Bestellung an.',
  noOrders: 'Der Schnellstart gibt die erste in zehn Zeilen auf.',
  quickstart: 'Schnellstart öffnen',
  payInAbout:
    'Überweisen Sie den Betrag auf eines dieser Konten. Ihr Guthaben wächst, sobald Ihr ' +
    'Betreiber die Zahlung verbucht hat.',
  payInReference: 'Ihre Referenz',
  payInReferenceText: 'Geben Sie als Verwendungszweck Ihre Referenz an, und nichts anderes.',
  payInHolder: 'Kontoinhaber',
  payInAccount: 'Konto',
  payInBic: 'BIC',
  payInBank: 'Bank',
  payInIn: (currency: string) => `In ${currency} einzahlen`,
  noPayIn:
    'Ihr Betreiber zeigt hier kein Konto: Fragen Sie ihn, wohin Sie zahlen. Testguthaben ist ' +
    'Spielgeld und wird nicht eingezahlt.',
  fundsMails: {
    title: 'E-Mails an Sie über Guthaben',
    about:
      'Nur Sie bekommen sie. Die nächste E-Mail über niedriges Guthaben folgt erst, nachdem es ' +
      'wieder gestiegen ist.',
    onDeposit: 'E-Mail an mich, wenn das Geld da ist',
    onDepositText: 'Eine E-Mail, über die nächste Einzahlung in dieser Währung.',
    none: 'keine E-Mail über niedriges Guthaben',
    below: (amount: string) => `unter ${amount}`,
    belowDays: (days: string) =>
      days === '1'
        ? 'wenn es für weniger als einen Tag reicht'
        : `wenn es für weniger als ${days} Tage reicht`,
    or: ' oder ',
    low: 'Sie haben eine E-Mail bekommen, dass es niedrig ist.',
    set: 'E-Mail an mich bei niedrigem Guthaben',
    setText:
      'Eine E-Mail, sobald das Guthaben unter dem Betrag liegt, oder beim Tempo der letzten Woche ' +
      'für weniger Tage reicht. Lassen Sie beides leer, um keine zu bekommen.',
    amount: 'Unter diesem Betrag',
    days: 'Oder für weniger Tage als',
    daysHelp: '1 bis 365',
    saved: 'Sie bekommen dann eine E-Mail',
    ended: 'Sie bekommen keine E-Mail über niedriges Guthaben',
  },
  movementsAbout: 'Alles, was Ihr Guthaben geändert hat, und der Kontoauszug eines Monats.',
  spendingAbout:
    'Was Ihr Guthaben verlassen hat und was zurückkam, nach einem Merkmal wie dem Team. Merkmale ' +
    'haben Bestellungen, Links und Gutschriften.',
  labelKey: 'Nach Merkmal',
  fromDay: 'Von Tag',
  toDay: 'Bis Tag',
  labelValue: 'Wert',
  noLabel: 'Ohne dieses Merkmal',
  spentOrders: 'Bestellungen',
  spentCredits: 'Gutschriften',
  spentLinks: 'Links',
  spentColumns: {
    charged: 'Für Bestellungen belastet',
    refunded: 'Erstattet',
    credited: 'Wallets gutgeschrieben',
    debited: 'Von Wallets abgebucht',
    sent: 'Als Links versendet',
    returned: 'Von Links zurück',
    spent: 'Ausgegeben',
  },
  noSpending: 'An diesen Tagen hat nichts Ihr Guthaben verlassen.',
  credentialsAbout: 'Jeder signiert Anfragen Ihrer Programme. Geheimnisse werden einmal angezeigt.',
  webhooksAbout: 'Ereignisse gehen signiert an diese Adressen, bis sie angenommen sind.',
  requestsAbout:
    'Was Ihre Programme in den letzten Tagen sendeten. Bei abgelehnter Signatur: welche ' +
    'Prüfung scheiterte.',
  usersAbout: 'Wer sich hier anmelden darf, und was diese Personen dürfen.',
}
