import type { peopleTexts as en } from './en-people.ts'
import type { Translated } from './translated.ts'

export const peopleTexts: Translated<typeof en> = {
  title: 'Personen',
  about: 'Wem Sie gutschreiben: die Wallets dieser Personen, und was sie bewegt hat.',
  emptyText:
    'Fügen Sie hier eine Person hinzu, oder schreiben Sie vielen aus einer Datei gut, die sie ' +
    'hinzufügt.',
  email: 'E-Mail, die ganze Adresse',
  name: 'Name',
  address: 'E-Mail',
  wallets: 'Wallets',
  created: 'Hinzugefügt',
  add: 'Person hinzufügen',
  addText: 'Wer schon da ist, bekommt eine Wallet in der Währung, wenn es darin noch keine gibt.',
  fullName: 'Name',
  currency: 'Währung',
  initialFunds: 'Sofort gutschreiben',
  initialFundsHelp: 'Aus Ihrem Guthaben bezahlt. Leer lassen, um noch nichts gutzuschreiben.',
  added: (name: string) => `${name} hat eine Wallet.`,
  fromFile: 'Vielen aus einer Datei gutschreiben',
  spendingOn:
    'Personen lösen ihre Wallets gegen Geschenkkarten ein, auf einer Seite, die Ihre App für ' +
    'sie öffnet.',
  spendingOff: 'Personen können ihre Wallets derzeit nicht einlösen.',
  startSpending: 'Einlösen von Wallets erlauben',
  startSpendingText: 'Personen machen aus ihren Wallets Geschenkkarten, zu Ihren Preisen.',
  started: 'Personen können ihre Wallets einlösen',
  stopSpending: 'Einlösen von Wallets beenden',
  stopSpendingText:
    'Niemand bekommt aus einer Wallet eine weitere Karte, bis es wieder erlaubt ist. Was ' +
    'Personen haben, bleibt ihnen. Wallets von Kampagnen laufen weiter.',
  stopped: 'Niemand kann derzeit eine Wallet einlösen',
  balance: 'Saldo',
  status: 'Status',
  campaign: 'Kampagne',
  wallet: 'Wallet',
  credit: 'Gutschreiben',
  creditWallet: (currency: string) => `In ${currency} gutschreiben`,
  takeBack: 'Zurücknehmen',
  amount: 'Betrag',
  creditSays: (amount: string) => `${amount} gehen aus Ihrem Guthaben in die Wallet.`,
  takeBackSays: (amount: string) => `${amount} gehen aus der Wallet in Ihr Guthaben.`,
  reference: 'Ihre Referenz',
  referenceHelp: 'Etwa bonus-ann-2026. Für eine Referenz wird nichts zweimal gebucht.',
  description: 'Notiz',
  done: (amount: string) => `Die Wallet hat jetzt ${amount}.`,
  history: 'Was sie bewegt hat',
  noHistory: 'Noch hat sie nichts bewegt. Schreiben Sie ihr etwas gut.',
  kind: 'Was',
  at: 'Wann',
  older: 'Älter',
  newer: 'Neuer',
  noWallets: 'Noch keine Wallet.',
}
