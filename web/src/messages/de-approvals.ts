import type { approvalTexts as en } from './en-approvals.ts'
import type { Translated } from './translated.ts'

export const approvalTexts: Translated<typeof en> = {
  abouts: {
    'Shows products to a partner, or hides them':
      'Produkte einem Partner zeigen oder vor ihm verbergen',
    'Opens a campaign': 'Kampagne eröffnen',
    'Refunds, replaces or blocks one item of a COMPLETED order':
      'Ein Stück einer abgeschlossenen Bestellung erstatten, ersetzen oder sperren',
    'Accepts the request of a partner and carries it out':
      'Reklamation eines Partners annehmen und ausführen',
    'Gives a link a new address and shows it once; the old address ends at once':
      'Neue Adresse eines Links einmal anzeigen; die alte gilt sofort nicht mehr',
    'Lets a link that waits for a review be claimed again':
      'Link nach einer Prüfung wieder zum Einlösen freigeben',
    'Issues a credential': 'API-Zugang ausstellen',
    'Changes which signature a credential requires, and from which addresses it may be used':
      'Signatur und erlaubte Adressen eines API-Zugangs ändern',
    'Replaces an active credential': 'API-Zugang erneuern',
    'Credits a checked file, or resumes a stopped one':
      'Geprüfte Gutschriftdatei starten oder eine angehaltene fortsetzen',
    ['Sets how far below zero a partner may take its funds in a currency. 0, the default: ' +
    'the partner pays before it buys']: 'Kreditlimit eines Partners festlegen',
    ['Sets what a partner, or one of its credentials, may spend of a currency in a ' +
    'UTC day and month']: 'Ausgabenlimit eines Partners oder eines API-Zugangs festlegen',
    "Adds to a partner's funds": 'Guthaben eines Partners erhöhen',
    'Takes back a deposit: at most its remainder, if `depositId` names it': 'Einzahlung stornieren',
    'Sets rates, all or none: one unit of `from` is worth `rate` units of `to`':
      'Wechselkurse festlegen',
    ['Sets what is added to the market rate of a pair, or of all pairs without a ' +
    'spread of their own']: 'Aufschlag auf Wechselkurse festlegen',
    'Imports a list of rates, all or none': 'Liste von Wechselkursen einlesen',
    'Rotates data keys or the master key': 'Datenschlüssel oder Hauptschlüssel erneuern',
    'Deletes the copies of data keys that a master key wrapped':
      'Kopien der Datenschlüssel eines Hauptschlüssels löschen',
    'Returns a quarantined lot to sale': 'Charge aus der Quarantäne wieder verkaufen',
    'Disables a merchant, or enables it again': 'Händler sperren oder entsperren',
    'Issues a credential of a merchant, whose secrets this response shows once':
      'Zugangsdaten eines Händlers ausstellen',
    'Replaces an active credential of a merchant; the old one stays valid for the overlap':
      'Zugangsdaten eines Händlers erneuern',
    'Changes a partner: its name, status, rate limit, language, legal identity or wallet rules':
      'Angaben eines Partners ändern',
    'Adds a rule to the price list': 'Preisregel hinzufügen',
    'Ends a rule, now or from `effectiveAt` on': 'Preisregel beenden',
    'Creates a product': 'Produkt anlegen',
    'Changes the given fields of a product': 'Produkt ändern',
    'Adds a listing of a supplier to a product, after the suppliers that it has':
      'Angebot eines Lieferanten einem Produkt zuordnen',
    'Removes a listing of a supplier from a product':
      'Zuordnung eines Lieferantenangebots zu einem Produkt entfernen',
    'Creates a product from a listing of a supplier, with its texts and picture':
      'Produkt aus einem Lieferantenangebot anlegen',
    'Has a product ask its cheapest supplier first, and sets the floor of its margin':
      'Wahl des Lieferanten und Mindestmarge eines Produkts festlegen',
    'Puts a price that waits in force': 'Wartenden Preis in Kraft setzen',
    'Reports the outcome of a purchase that only a person can know':
      'Ergebnis eines Einkaufs melden, das nur eine Person kennen kann',
    'Registers our account at a supplier that has an interface of its own':
      'Unser Konto bei einem Lieferanten anlegen',
    'Changes secrets, settings, the threshold of the funds, or whether we buy there':
      'Unser Konto bei einem Lieferanten ändern',
    'Invites a user of the operator, or of a partner': 'Benutzer einladen',
    'Changes the role of a user, or disables or enables it':
      'Rolle eines Benutzers ändern, ihn deaktivieren oder aktivieren',
    'Makes a link by which a user chooses a new password':
      'Link für das neue Passwort eines Benutzers erstellen',
    'Makes a token for a machine of the operator': 'Dienst-Token ausstellen',
    'Takes over a token, so that it does not end with its owner': 'Dienst-Token übernehmen',
    'Freezes, unfreezes or closes a wallet': 'Wallet einfrieren, freigeben oder schließen',
    "Debits a wallet into the partner's funds, to correct a credit":
      'Wallet zugunsten des Partners belasten, um eine Gutschrift zu berichtigen',
  },
}
