import type { consoleTexts as en } from './en-console.ts'
import type { Translated } from './translated.ts'

export const consoleTexts: Translated<typeof en> = {
  legal: {
    state: 'Rechtliche Angaben',
    text: (partner: string) =>
      `Kontoauszüge und Pro-forma-Rechnungen von ${partner} nennen diese Angaben. Leere Felder ` +
      'stehen dort als nicht angegeben.',
    name: 'Rechtlicher Name',
    nameHelp: (partner: string) => `Wenn leer, nennen Dokumente ${partner}`,
    address: 'Anschrift',
    addressHelp: 'In einer Zeile',
    registration: 'Registernummer',
    taxId: 'Steuernummer',
    done: 'Neue Dokumente nennen diese Angaben',
  },
  spending: {
    on: 'Inhaber lösen ihre Wallets gegen Geschenkkarten ein.',
    off: 'Inhaber können ihre Wallets nicht einlösen, außer die einer Kampagne mit Produkten.',
    stopped: 'Der Partner hat das Einlösen seiner Wallets beendet.',
    turnOn: 'Einlösen von Wallets erlauben',
    turnOnText:
      'Inhaber von STANDARD-Wallets machen daraus Geschenkkarten, zu den Preisen des Partners.',
    turnedOn: 'Inhaber können ihre Wallets einlösen',
    turnOff: 'Einlösen von Wallets beenden',
    turnOffText:
      'Niemand bekommt aus einer STANDARD-Wallet eine weitere Karte. Was Inhaber haben, bleibt ' +
      'ihnen, und Wallets von Kampagnen laufen weiter.',
    turnedOff: 'Inhaber können ihre Wallets jetzt nicht einlösen',
  },
  signIn: {
    on:
      'Inhaber melden sich mit einem Code an, der per E-Mail kommt, und E-Mails über Gutschriften ' +
      'führen dorthin.',
    off: 'Inhaber öffnen ihre Wallets nur mit der App des Partners.',
    turnOn: 'Inhabern das Anmelden per E-Mail erlauben',
    turnOnText:
      'E-Mails über Gutschriften führen zu einer Seite, auf der Inhaber ihre Adresse eingeben und ' +
      'per E-Mail einen Code bekommen.',
    turnedOn: 'Inhaber können sich per E-Mail anmelden',
    turnOff: 'Anmelden per E-Mail beenden',
    turnOffText: 'E-Mails über Gutschriften führen zu keiner Seite mehr. Offene Seiten laufen ab.',
    turnedOff: 'Inhaber können sich derzeit nicht per E-Mail anmelden',
  },
  products: {
    create: 'Produkt hinzufügen',
    createText:
      'Partner können es sofort bestellen, außer sein Bestand oder eine Regel steht dem entgegen.',
    edit: 'Bearbeiten',
    editText: (product: string) =>
      `Änderungen an ${product} gelten für künftige Bestellungen; bestehende Bestellungen ` +
      'bleiben, wie sie sind.',
    brand: 'Marke',
    type: 'Art',
    types: [
      { value: 'GIFT_CARD', label: 'Geschenkkarte: liefert einen Gutscheincode' },
      { value: 'TOP_UP', label: 'Aufladung: lädt ein Telefon auf' },
      { value: 'BILL_PAYMENT', label: 'Rechnungszahlung: bezahlt eine Rechnung' },
      { value: 'ACCOUNT_CREDIT', label: 'Kontogutschrift: schreibt einem Konto gut' },
    ],
    currency: 'Währung',
    denomination: 'Beträge',
    denominations: [
      { value: 'FIXED', label: 'fest: diese Nennwerte' },
      { value: 'VARIABLE', label: 'variabel: jeder Nennwert zwischen zweien' },
    ],
    fixed: 'Nennwerte',
    fixedHelp: 'Durch Semikolons getrennt, etwa 10; 25; 50',
    min: 'Kleinster Nennwert',
    max: 'Größter Nennwert',
    supplier: 'Lieferant',
    suppliers: [
      { value: 'vault', label: 'Bestand: Gutscheincodes, die Sie importieren' },
      { value: 'generator', label: 'Generator: Gutscheincodes, die hier entstehen' },
      { value: 'wallet', label: 'Wallet: Gutschriften in Wallets hier' },
      { value: 'sandbox', label: 'Sandbox: für Tests' },
    ],
    account: 'Unser Konto dort',
    recipient: 'Was eine Bestellung über den Empfänger sagt',
    recipientHelp:
      'Je Zeile eines: Name | Beschriftung | Muster, etwa phoneNumber | Telefon | \\+[0-9]{8,15}',
    takeOut: 'Aus dem Katalog nehmen',
    takeOutText: (product: string) =>
      `Kein Partner kann ${product} mehr bestellen. Bestehende Bestellungen laufen weiter.`,
    takenOut: 'Aus dem Katalog genommen',
    putIn: 'In den Katalog aufnehmen',
    putInText: (product: string) => `Partner können ${product} wieder bestellen.`,
    isIn: 'Wieder im Katalog',
    added: 'Hinzugefügt',
  },
  content: {
    title: 'Was ein Shop zeigt',
    none:
      'Ein Shop zeigt nur die Marke. Fügen Sie ein Bild und einen Namen in jeder Sprache Ihrer ' +
      'Partner hinzu.',
    about: 'Kategorie, Länder, Strichcode',
    aboutText: 'Shops filtern nach den ersten beiden.',
    barcode: 'Strichcode',
    barcodeHelp:
      'Für Kassen, die seine Codes von den Seiten der Links scannen. Leer: passend zum Code.',
    category: 'Kategorie',
    countries: 'Länder',
    countriesHelp: 'Codes der Länder, in denen es eingelöst wird, etwa DE, AT',
    language: 'Sprache',
    languageHelp: 'Etwa de oder pt-BR',
    addLanguage: 'Sprache hinzufügen',
    editLanguage: (locale: string) => `${locale} bearbeiten`,
    removeLanguage: (locale: string) => `${locale} entfernen`,
    removeText: (locale: string) => `Die Texte in ${locale} werden entfernt.`,
    name: 'Name',
    description: 'Beschreibung',
    terms: 'Bedingungen des Herausgebers',
    steps: 'So wird es eingelöst, ein Schritt je Zeile',
    validity: 'Wie lange es gültig ist',
    balance: 'Wo das Restguthaben zu sehen ist',
    balanceHelp: 'Eine Adresse, die mit https:// beginnt',
    addImage: 'Bild hinzufügen',
    imageHelp: 'PNG, JPEG oder WebP, bis 5 MB. Das erste ist das Hauptbild.',
    image: (number: string) => `Bild ${number}`,
    first: (number: string) => `Bild ${number} zum ersten machen`,
    removeImage: (number: string) => `Bild ${number} entfernen`,
    removeImageText: 'Shops zeigen es nicht mehr. Das Bild selbst bleibt gespeichert.',
  },
  rates: {
    set: 'Kurs festlegen',
    setText: 'Er gilt für Bestellungen ab seiner Zeit. Bestehende Bestellungen behalten ihren.',
    from: 'Von',
    to: 'In',
    rateField: 'Einheiten der zweiten für eine der ersten',
    source: 'Quelle',
    effectiveAt: 'Gültig ab',
    effectiveHelp: 'Leer: jetzt',
    guard: 'Ablehnen, wenn er sich stärker ändert als erlaubt',
    history: 'Verlauf',
    noHistory: 'Jeder je festgelegte Kurs steht hier.',
    recordedAt: 'Erfasst',
    recordedBy: 'Von',
    spreads: 'Aufschläge',
    spreadsText: 'Was zum Marktkurs hinzukommt. Der genaueste Aufschlag gilt.',
    addSpread: 'Aufschlag hinzufügen',
    addSpreadText: 'Leere Währungen bedeuten jede. Er gilt für künftige Bestellungen.',
    percent: 'Prozent',
    any: 'jede',
    ended: 'beendet',
    end: 'Beenden',
    endText: (pair: string) =>
      `Der Aufschlag von ${pair} endet jetzt; dann kann ein weiter gefasster gelten.`,
    noSpreads: 'Ohne Aufschlag bekommen Partner den Marktkurs.',
    import: 'Liste importieren',
    importText:
      'Die Liste der Europäischen Zentralbank, oder eine CSV-Datei mit from,to,rate. Nichts ' +
      'wird gespeichert, bevor Sie gesehen haben, was es ändert.',
    chosen: 'Die Datei',
    changes: (rates: string) => (rates === '1' ? '1 Kurs' : `${rates} Kurse`),
    before: 'Vorher',
    after: 'Nachher',
    store: (rates: string) => (rates === '1' ? '1 Kurs speichern' : `${rates} Kurse speichern`),
    stored: 'Gespeichert',
  },
  limits: {
    title: 'Limits',
    spend: 'Ausgabenlimits',
    spendText:
      'Was Bestellungen an einem Tag oder in einem Monat (UTC) ausgeben dürfen, unabhängig vom ' +
      'Guthaben.',
    noSpend: 'Ohne Limit dürfen Bestellungen das ganze Guthaben ausgeben.',
    who: 'Von',
    all: 'alle API-Zugänge zusammen',
    credential: 'API-Zugang',
    credentialHelp: 'Leer für alle API-Zugänge zusammen',
    currency: 'Währung',
    perDay: 'Je Tag',
    perMonth: 'Je Monat',
    spentToday: 'Heute ausgegeben',
    spentThisMonth: 'In diesem Monat ausgegeben',
    set: 'Ausgabenlimit festlegen',
    setText: 'Leer bedeutet kein Limit; ein Limit ersetzt das vorige.',
    credit: 'Kreditlimits',
    creditText: 'Was über das Guthaben hinaus ausgegeben werden darf.',
    noCredit: 'Über das Guthaben hinaus darf nichts ausgegeben werden.',
    amount: 'Betrag',
  },
  erasures: {
    title: 'Löschungen',
    about:
      'Wessen personenbezogene Daten gelöscht wurden, von wem und warum. Gelöschte Daten sind ' +
      'nicht wiederherstellbar.',
    one: 'Löschung',
    kind: 'Art',
    partner: 'Partner',
    consumer: 'Endkunde',
    wallets: 'Geschlossene Wallets',
    mails: 'E-Mails',
    lines: 'Positionen von Bestellungen',
    reason: 'Grund',
    actor: 'Durch',
    at: 'Gelöscht',
    empty: 'Noch wurde niemand gelöscht. Endkunden werden auf der Seite ihres Partners gelöscht.',
    recipient: 'Empfänger löschen',
    recipientText:
      'Jede Bestellung dieses Partners vergisst diese Telefonnummer, dieses Konto oder diese ' +
      'Adresse. Nichts bringt sie zurück.',
    recipientField: 'Telefonnummer, Konto oder Adresse',
  },
  keys: {
    title: 'Datenschlüssel',
    about:
      'Die Schlüssel, die Gutscheincodes, Geheimnisse und Namen versiegeln, und die ' +
      'Hauptschlüssel, die sie umhüllen. Kein Schlüssel wird angezeigt.',
    master: 'Hauptschlüssel',
    data: 'Datenschlüssel',
    id: 'Schlüssel',
    use: 'Verwendung',
    wraps: 'Umhüllt',
    of: (wraps: string, keys: string) => `${wraps} von ${keys}`,
    purpose: 'Zweck',
    created: 'Erstellt',
    masters: 'Umhüllt von',
    rotate: 'Schlüssel wechseln',
    rotateText: 'Von jetzt an versiegeln neue Datenschlüssel; was versiegelt ist, bleibt lesbar.',
    scope: 'Welche Schlüssel',
    scopes: [
      { value: 'data', label: 'Datenschlüssel: neue erzeugen' },
      { value: 'master', label: 'Hauptschlüssel: mit dem neuen umhüllen' },
    ],
    purposes: ['codes', 'credentials', 'exports', 'consumers', 'checkpoints'],
    allPurposes: 'Alle Zwecke, wenn keiner gewählt ist',
    retire: 'Ausmustern',
    retireText: (id: string) =>
      `Kein Datenschlüssel ist mehr von ${id} umhüllt. Ältere Sicherungen brauchen ihn zur ` +
      'Wiederherstellung.',
  },
  audit: {
    export: 'Herunterladen',
    from: 'Herunterladen von',
    to: 'bis',
    exportText: 'Die Einträge dieser Tage (UTC), mit den Siegeln der Kette.',
  },
  stock: {
    defaults: 'Vorgaben',
    defaultsText: 'Für Produkte, die keine eigene Regelung haben.',
    margin: 'Sekunden vor dem Ablauf, in denen Codes nicht verkauft werden',
    threshold: 'Alarm bei weniger Gutscheincodes als',
    holders: 'Bestellungen mit ihren Gutscheincodes',
    noHolders: 'Keine Bestellung hat einen Gutscheincode dieser Charge.',
    order: 'Bestellung',
    partner: 'Partner',
    items: 'Stück',
    codes: 'Gutscheincodes',
    status: 'Status',
    reference: 'Referenz',
  },
  assortments: {
    title: 'Sortimente',
    about: 'Welche Produkte ein Partner sieht. Die genaueste der gültigen Regeln gilt.',
    create: 'Regel hinzufügen',
    createText: 'Leere Felder bedeuten alle. Ohne Regel sieht jeder Partner jedes Produkt.',
    shown: 'Sichtbar',
    show: 'diese zeigen',
    hide: 'diese verbergen',
    isShown: 'sichtbar',
    isHidden: 'verborgen',
    ended: 'beendet',
    end: 'Beenden',
    endText: (rule: number) => `Regel ${rule} endet jetzt; dann kann eine weiter gefasste gelten.`,
    empty: 'Jeder Partner sieht jedes Produkt: Fügen Sie die erste Regel hinzu.',
  },
  credentials: {
    restrict: 'Einschränken',
    restrictText: (clientId: string) => `Welche Anfragen von ${clientId} angenommen werden.`,
    signature: 'Nur Signaturen der Version 2',
    addresses: 'Nur aus diesen Netzen',
    addressesHelp: 'In CIDR-Schreibweise, durch Kommas getrennt, etwa 203.0.113.0/24',
  },
  campaigns: {
    openWallet: 'Wallet eröffnen',
    openWalletText: (name: string) => `In der Kampagne ${name}, für einen Endkunden des Partners.`,
    consumer: 'Nummer des Endkunden',
  },
  suppressions: {
    title: 'Endkunden ohne E-Mails',
    about:
      'Eine E-Mail wurde abgelehnt oder als Spam gemeldet, oder die Person möchte keine E-Mails ' +
      'über Gutschriften.',
    email: 'E-Mail',
    reason: 'Grund',
    error: 'Einzelheiten',
    at: 'Seit',
    remove: 'Wieder senden',
    removeText: (email: string) => `E-Mails gehen wieder an ${email}.`,
    empty: 'Jeder Endkunde bekommt die E-Mails über Gutschriften.',
  },
  credits: {
    title: 'Gutschriften',
    reference: 'Referenz der Datei',
    start: (file: string, rows: string) =>
      rows === '1'
        ? `Die Zeile von ${file} wird aus dem Guthaben des Partners gutgeschrieben.`
        : `Die ${rows} Zeilen von ${file} werden aus dem Guthaben des Partners gutgeschrieben.`,
    checked: (rows: string, errors: string) =>
      `${rows === '1' ? '1 Zeile' : `${rows} Zeilen`}, ${errors}`,
  },
  acts: 'Aktionen',
}
