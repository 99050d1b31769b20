import type { supplyTexts as en } from './en-supply.ts'
import type { Translated } from './translated.ts'

export const supplyTexts: Translated<typeof en> = {
  accounts: 'Konten',
  noAccounts:
    'Verbinden Sie Ihr Konto bei Reloadly, Tillo, DingConnect, Runa oder einer anderen Tessera: ' +
    'Guthaben, Einkäufe und was auf Sie wartet stehen dann hier.',
  connect: 'Lieferanten verbinden',
  connectText:
    'Unser vorausbezahltes Konto dort. Seine Geheimnisse werden versiegelt und nie wieder ' +
    'angezeigt; binnen einer Minute wird sein Guthaben gelesen.',
  adapter: 'Lieferant',
  adapters: {
    reloadly: 'Reloadly',
    tillo: 'Tillo',
    ding: 'DingConnect',
    runa: 'Runa',
    plugin: 'Plug-in: eine eigene Anbindung',
    tessera: 'Eine andere Tessera',
  },
  abouts: {
    'Who a gift card is from': 'Von wem eine Geschenkkarte ist',
    'What to do once a lost purchase should be in their reports and is not: ask a person, or buy it again':
      'Was geschieht, wenn ein Einkauf ohne Antwort in ihren Berichten stehen müsste und fehlt: einen Menschen fragen oder noch einmal kaufen',
    'A gift card: their productId': 'Bei einer Geschenkkarte: ihre productId',
    'Airtime: their operatorId; without it, of the number':
      'Bei einer Aufladung: ihre operatorId; ohne sie die der Nummer',
    'Airtime: ISO 3166 code of the numbers':
      'Bei einer Aufladung: das Land der Nummern nach ISO 3166',
    'A bill: their id of the biller': 'Bei einer Rechnung: ihre Nummer des Rechnungsstellers',
    'The slug of the brand': 'Das Kürzel der Marke',
    'The SkuCode of their product': 'Der SkuCode ihres Produkts',
    'What we send, if it is not the face value': 'Was wir senden, wenn es nicht der Nennwert ist',
    'The currency of `sendValue`': 'Die Währung von `sendValue`',
    'Whether a card is the link, or is read from it: ask Runa to allow that':
      'Ob eine Karte der Link ist oder aus ihm gelesen wird: Runa muss das erlauben',
    'Their code, as AMZ-GB': 'Ihr Code, etwa AMZ-GB',
    'Names the secret to the plug-in': 'Nennt dem Plug-in das Geheimnis',
    'Requests and responses are signed with it': 'Damit sind Anfragen und Antworten signiert',
    'What is bought, by the name that the plug-in has':
      'Was gekauft wird, mit dem Namen des Plug-ins',
    'Requests are signed with it': 'Damit sind Anfragen signiert',
    'Signs their webhooks to us; without it, none is accepted':
      'Signiert dessen Webhooks an uns; ohne es wird keiner angenommen',
    'Names our credential there': 'Benennt unsere Zugangsdaten dort',
    'The currency of the funds that pay there': 'Die Währung des Guthabens, das dort bezahlt',
    'How many seconds our timestamps may be off there: 300 if left out':
      'Um wie viele Sekunden unsere Zeitstempel dort abweichen dürfen; ohne Angabe 300',
    'The productId of their product': 'Die productId ihres Produkts',
  },
  choices: { ask: 'einen Menschen fragen', buyAgain: 'noch einmal kaufen' },
  itsListings: 'Was er verkauft',
  name: 'Unser Name des Kontos',
  nameHelp: 'Kleinbuchstaben, Ziffern und Bindestriche, etwa main',
  environment: 'Umgebung',
  environments: [
    { value: 'live', label: 'live: echte Ware für echtes Guthaben' },
    { value: 'sandbox', label: 'sandbox: die Testumgebung des Lieferanten' },
  ],
  baseUrl: 'Andere Adresse',
  baseUrlHelp: 'Nur für einen Simulator; leer für die Adresse des Lieferanten.',
  lowFloatCurrency: 'Währung des Alarms',
  lowFloat: 'Alarm bei Guthaben unter',
  supplier: 'Konto',
  state: 'Zustand',
  funds: 'Guthaben',
  floats: 'Unser Guthaben bei Lieferanten',
  daysLeft: 'Reicht',
  days: (days: number, shown: string) =>
    days === 0 ? 'weniger als einen Tag' : days === 1 ? '1 Tag' : `${shown} Tage`,
  years: 'über ein Jahr',
  lasts: (days: string | undefined) =>
    days === undefined ? 'gelesen' : `reicht ${days} · gelesen`,
  low: 'niedrig',
  waits: 'Wartet auf Sie',
  waiting: (count: string) => `${count} abzuschließen`,
  lastFault: 'Letzter Fehler',
  lastFaultAt: 'Zuletzt fehlgeschlagen',
  answeredAt: 'Letzte Antwort',
  catalog: 'Katalog',
  catalogListings: (listings: string) => `${listings} Angebote, gelesen`,
  catalogUnread: 'Angebote, die nicht zu verstehen waren',
  catalogFault: 'Sein Katalog war nicht zu lesen',
  address: 'Adresse',
  alertBelow: 'Alarm unter',
  noFunds: 'Sein Guthaben ist noch nicht gelesen.',
  waitingTitle: 'Wartet auf Sie',
  waitingText:
    'Diese Einkäufe kann nur ein Mensch klären. Fragen Sie den Lieferanten, öffnen Sie dann ' +
    'einen und sagen Sie, was er sagt. Wo nicht bekannt ist, ob gekauft wurde, wartet die ' +
    'Bestellung, und nichts wird doppelt gekauft.',
  sold: 'Produkte, die dort kaufen',
  noProducts:
    'Noch kauft kein Produkt dort: Machen Sie eines aus dem, was er verkauft, oder bearbeiten Sie ' +
    'eines im Katalog.',
  product: 'Produkt',
  step: 'Gefragt als',
  stepOf: (step: string) => `Nr. ${step}`,
  buys: 'Kauft dort',
  secretsAct: 'Geheimnisse ersetzen',
  secretsText: (account: string) =>
    `Alle Geheimnisse von ${account} werden sofort durch diese ersetzt. Sie werden nie wieder ` +
    'angezeigt.',
  settingsAct: 'Einstellungen',
  settingsText: (account: string) =>
    `Die Einstellungen der Anfragen an ${account}. Ein leeres Feld hat keinen Wert.`,
  alertAct: 'Alarmschwelle',
  alertText: (account: string) =>
    `Ein Alarm wird ausgelöst, wenn das Guthaben von ${account} unter diesem Betrag liegt.`,
  stop: 'Nicht mehr kaufen',
  stopText: (account: string) =>
    `Mit ${account} wird nichts mehr gekauft. Was im Gange ist, endet normal.`,
  stopped: (account: string) => `Mit ${account} wird nichts mehr gekauft`,
  start: 'Wieder kaufen',
  startText: (account: string) => `Produkte, die ${account} nennen, werden dort wieder gekauft.`,
  started: (account: string) => `Produkte werden mit ${account} wieder gekauft`,
  purchases: 'Einkäufe',
  noPurchases: 'Die erste Bestellung eines Produkts, das dort kauft, macht einen.',
  purchase: 'Einkauf',
  order: 'Bestellung',
  units: 'Gekauft',
  unitsOf: (quantity: string, amount: string) => `${quantity} × ${amount}`,
  cost: 'Kosten',
  begunAt: 'Begonnen',
  unclear: 'Wartet auf Sie',
  isReleased: 'nicht mehr gebraucht',
  fault: 'Warum er wartet',
  faultAt: 'Seit',
  orderThere: 'Bestellung dort',
  reference: 'Unsere Referenz',
  batch: 'Teilauftrag',
  sends: 'Anfragen zum Kauf',
  unsureUntil: 'Eine Anfrage kann noch ankommen bis',
  closedAt: 'Abgeschlossen',
  exchange: 'Was gefragt wurde, und was zurückkam',
  exchangeText: 'Geheimnisse, Gutscheincodes und Empfänger sind weggelassen.',
  noExchange: 'Noch wurde nichts gefragt.',
  asked: {
    create: 'Kaufen',
    lookUp: 'Herausfinden',
    codes: 'Gutscheincodes lesen',
    undo: 'Zurücknehmen',
  },
  took: (ms: string) => `${ms} ms`,
  close: 'Sagen, was daraus wurde',
  closeText: (reference: string, supplier: string) =>
    `Fragen Sie zuerst bei ${supplier} nach unserer Referenz ${reference}: Was später darüber ` +
    'gesagt wird, zählt nicht mehr.',
  outcome: 'Was daraus wurde',
  outcomes: [
    { value: 'bought', label: 'Er kam zustande' },
    { value: 'notBought', label: 'Er kam nicht zustande, und wird es nie' },
  ],
  codes: 'Was gekauft wurde, eines je Zeile',
  codesHelp:
    'Die Gutscheincodes; bei einer Aufladung oder Rechnung die Bestätigungsnummer. Leer lassen, ' +
    'wenn sie schon hier sind.',
  pins: 'Ihre PINs, eine je Zeile',
  pinsHelp: 'In der Reihenfolge der Gutscheincodes.',
  pinsDiffer: (codes: string, pins: string) =>
    `Jeder Gutscheincode braucht seine PIN: Es sind ${codes} Gutscheincodes und ${pins} PINs.`,
  lastDay: 'Letzter Tag, an dem sie eingelöst werden können',
  lastDayHelp: 'Für alle, zum Beispiel 2027-12-31.',
  costCurrency: 'Währung der Kosten',
  costTaken: 'Was der Lieferant berechnete',
  endedText:
    'Was daraus wurde, ist bekannt, und von selbst wird nichts neu gekauft. Öffnen Sie in der ' +
    'Bestellung eine Reklamation, wenn der Empfänger Ersatz oder Geld erhält.',
  seen: 'Ich habe mich darum gekümmert',
  seenText: 'Der Einkauf bleibt, wie er ist. Er wartet auf niemanden mehr, und der Alarm endet.',
  closed: 'Abgeschlossen: eine Bestellung, die darauf wartet, geht in Minuten weiter',
  notBoughtSubmit: 'Nicht zustande gekommen',
  boughtSubmit: 'Zustande gekommen',
  routing: 'Lieferanten',
  isCheapestFirst: 'Der günstigste wird zuerst gefragt, von denen, deren Preis bekannt ist.',
  isAsWritten: 'Sie werden in dieser Reihenfolge gefragt.',
  hasFloor: (percent: string) => `Ein Angebot muss ${percent} % des Nennwerts übrig lassen.`,
  costsLess: (percent: string) => `${percent} % unter dem Nennwert`,
  skipped: 'übersprungen',
  changeRouting: 'Wie sie gefragt werden',
  askFirst: 'Zuerst fragen',
  askFirstText: (supplier: string) =>
    `${supplier} wird vor den anderen gefragt. Was begonnen ist, bleibt, wo es ist.`,
  changeRoutingText:
    'Nach Kosten wird die Liste bei jeder Preisänderung neu geschrieben. Was begonnen ist, ' +
    'bleibt, wo es ist.',
  cheapestFirst: 'Den günstigsten zuerst fragen',
  marginFloor: 'Mindestmarge in Prozent',
  marginFloorHelp:
    'Vom Nennwert, etwa 2,5. Ein Angebot, das weniger lässt, wird nicht gekauft. Leer: keine ' +
    'Grenze.',
  isRouted: 'So werden sie ab jetzt gefragt',
  mirrorNow: 'Seinen Katalog jetzt lesen',
  mirrorNowText: (supplier: string) =>
    `Der Katalog von ${supplier} wird binnen Sekunden gelesen. Viele Lieferanten bitten um ` +
    'einmal am Tag.',
  isMirrored: 'Der Katalog wird gelesen',
  listings: 'Was Lieferanten verkaufen',
  listingsAbout:
    'Aus ihren Katalogen, die einmal am Tag gelesen werden. Ordnen Sie ein Angebot einem ' +
    'Produkt zu, oder machen Sie ein Produkt daraus.',
  allListings: 'Angebote',
  listing: 'Angebot',
  listingName: 'Name dort',
  brand: 'Marke',
  type: 'Art',
  faceValues: 'Nennwerte',
  country: 'Land',
  countries: 'Länder',
  currency: 'Währung',
  mapped: 'Zugeordnet',
  search: 'Name oder Marke',
  discount: 'Rabatt',
  buyers: 'Gekauft von',
  noListings: 'Verbinden Sie einen Lieferanten: Sein Katalog wird binnen einer Minute gelesen.',
  priceWaits: 'Preis wartet',
  gone: 'weg',
  offSale: 'nicht im Verkauf',
  onSale: 'im Verkauf',
  redemption: 'So wird es eingelöst',
  picture: 'Bild',
  pictureThere:
    'Der Lieferant hat eines. Produkte, die aus dem Angebot gemacht werden, bekommen es.',
  noPicture: 'Der Lieferant hat keines',
  terms: 'Bedingungen',
  suggestions: 'Produkte, die es kaufen könnten',
  noSuggestions: 'Kein anderes Produkt hat diese Marke, Art und Währung.',
  sameBrand: 'gleiche Marke',
  likeBrand: 'ähnliche Marke',
  sameCountry: 'gleiches Land',
  sameFaceValues: 'alle Nennwerte',
  otherFaceValues: 'hat Nennwerte, die diesem Angebot fehlen',
  why: 'Was dafür spricht',
  map: 'Zuordnen',
  mapTo: 'Einem Produkt zuordnen',
  mapText: (listing: string, product: string) =>
    `${product} kauft ${listing} nach den Lieferanten, die es jetzt hat. Was im Gange ist, bleibt.`,
  aProduct: 'Das Produkt',
  onlyFaceValue: 'Nur für diesen Nennwert',
  onlyFaceValueHelp: 'Etwa 10,00; leer lassen für alle.',
  isMapped: 'Zugeordnet',
  unmap: 'Zuordnung aufheben',
  unmapText: (listing: string, product: string) => `${product} kauft ${listing} nicht mehr.`,
  isUnmapped: 'Zuordnung aufgehoben',
  sell: 'Ein Produkt daraus machen',
  sellText: (listing: string) =>
    `Ein Produkt, das ${listing} kauft, mit seinen Nennwerten, Texten und Bild.`,
  sellMany: 'Produkte daraus machen',
  sellManyText: 'Je Angebot ein Produkt, das es kauft, mit Nennwerten, Texten und Bild.',
  locale: 'Sprache der Texte',
  isActive: 'Sofort verkaufen',
  made: (id: string) => `Produkt ${id} ist angelegt`,
  madeWithoutPicture: (fault: string) => `Es hat kein Bild: ${fault}`,
  acts: 'Aktionen',
  waitingPrices: 'Preise, die auf Sie warten',
  priceChanges: 'Geänderte Preise',
  priceChangesAbout:
    'Was wir weniger als den Nennwert zahlen. Eine Änderung um mehr als zwei Punkte wartet auf ' +
    'Sie, wenn ein Produkt dort kauft; bis dahin gilt der alte Preis.',
  before: 'Vorher',
  after: 'Nachher',
  seenAt: 'Gesehen',
  noPriceChanges: 'Noch hat kein Lieferant einen Preis geändert.',
  accept: 'Annehmen',
  acceptText: (listing: string, from: string, to: string) =>
    `Der Rabatt von ${listing} wird ${to} % statt ${from} %.`,
  accepted: 'Der neue Preis gilt',
  acceptManyText:
    'Jeder neue Preis gilt ab jetzt. Ein Preis, der sich inzwischen geändert hat, wird einzeln abgelehnt.',
  acceptName: (listing: string, from: string, to: string) =>
    `${listing}: von ${from} % auf ${to} %`,
  acceptOutlook: (of: Readonly<Record<'dearer' | 'cheaper' | 'suppliers' | 'least', string>>) =>
    `Bei ${of.suppliers}: ${of.dearer} werden teurer, ${of.cheaper} nicht. ` +
    `Den kleinsten Rabatt hat dann ${of.least}.`,
}
