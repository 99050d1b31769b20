import type { peopleTexts as en } from './en-people.ts'
import type { Translated } from './translated.ts'

export const peopleTexts: Translated<typeof en> = {
  title: 'Personen',
  about: 'Wem Sie gutschreiben: die Wallets dieser Personen, und was sie bewegt hat.',
  emptyText:
    'Fügen Sie hier eine Person hinzu, oder schreiben Sie vielen aus einer Datei gut, die sie ' +
    'hinzufügt.',
  nameBegins: 'Vor- oder Nachname beginnt mit',
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
  spending: {
    on: 'Personen lösen ihre Wallets gegen Geschenkkarten ein.',
    off: 'Personen können ihre Wallets derzeit nicht einlösen.',
    start: 'Einlösen von Wallets erlauben',
    startText: 'Personen machen aus ihren Wallets Geschenkkarten, zu Ihren Preisen.',
    started: 'Personen können ihre Wallets einlösen',
    stop: 'Einlösen von Wallets beenden',
    stopText:
      'Niemand bekommt aus einer Wallet eine weitere Karte, bis es wieder erlaubt ist. Was ' +
      'Personen haben, bleibt ihnen. Wallets von Kampagnen laufen weiter.',
    stopped: 'Niemand kann derzeit eine Wallet einlösen',
  },
  signIn: {
    on: 'Personen melden sich bei ihren Wallets mit einem Code an, der per E-Mail kommt.',
    off: 'Nur Ihre App öffnet die Seite der Wallets.',
    start: 'Anmelden per E-Mail erlauben',
    startText:
      'E-Mails über Gutschriften führen zu einer Seite, auf der Personen ihre Adresse eingeben ' +
      'und per E-Mail einen Code bekommen, der ihre Wallets öffnet.',
    started: 'Personen können sich bei ihren Wallets anmelden',
    stop: 'Anmelden per E-Mail beenden',
    stopText:
      'E-Mails über Gutschriften führen zu keiner Seite mehr. Seiten, die offen sind, enden von ' +
      'selbst.',
    stopped: 'Niemand kann sich derzeit per E-Mail anmelden',
  },
  balance: 'Saldo',
  status: 'Status',
  campaign: 'Kampagne',
  wallet: 'Wallet',
  credit: 'Gutschreiben',
  creditWallet: (currency: string) => `In ${currency} gutschreiben`,
  takeBack: 'Zurücknehmen',
  amount: 'Betrag',
  creditSays: (amount: string) => `${amount} gehen aus Ihrem Guthaben in die Wallet.`,
  askSays: (rule: string) => `Hiermit bitten Sie jemand anderen um Freigabe. ${rule}.`,
  ask: (amount: string) => `Freigabe für ${amount} anfragen`,
  asked: 'Zur Freigabe gesendet. Gutgeschrieben wird erst, wenn jemand sie freigibt.',
  takeBackSays: (amount: string) => `${amount} gehen aus der Wallet in Ihr Guthaben.`,
  reference: 'Ihre Referenz',
  referenceHelp: 'Etwa bonus-ann-2026. Für eine Referenz wird nichts zweimal gebucht.',
  description: 'Notiz',
  labels: 'Merkmale',
  labelsHelp: 'Je eine Zeile, etwa team: HR. Danach lässt sich später suchen.',
  withLabel: 'Mit dem Merkmal',
  noneFound: 'Mit diesem Merkmal hat sie nichts bewegt.',
  done: (amount: string) => `Die Wallet hat jetzt ${amount}.`,
  history: 'Was sie bewegt hat',
  noHistory: 'Noch hat sie nichts bewegt. Schreiben Sie ihr etwas gut.',
  kind: 'Was',
  at: 'Wann',
  older: 'Älter',
  newer: 'Neuer',
  noWallets: 'Noch keine Wallet.',
}
