import type { Messages } from './en.ts'

export const de: Messages = {
  title: 'Ein Geschenk für Sie',
  hello: 'Guten Tag {name}',
  from: '{sender} schenkt Ihnen {amount}',
  left: 'Noch {amount} zum Auswählen',
  choose: 'Wählen Sie Ihre Geschenkkarte',
  claimBy: 'Wählen Sie bis {date}. Was dann übrig ist, geht an {sender} zurück.',
  cards: 'Ihre Karten',
  openCard: 'Öffnen',
  cardWaits: 'In Vorbereitung',
  cardFailed: 'Diese Karte war nicht zu haben',
  soldOut: 'Ausverkauft',
  search: 'Marke suchen',
  searchNow: 'Suchen',
  searchNone: 'Hier hat keine Karte diesen Namen.',
  more: 'Weitere Karten',
  between: '{least} bis {most}',
  amount: 'Betrag',
  rest:
    'Was Sie jetzt nicht nutzen, bleibt auf dieser Seite, solange Sie wählen können. Eine ' +
    'weitere Karte kostet mindestens {amount}.',
  terms: 'Bedingungen der Karte',
  agree: 'Ich möchte diese Karte. Sie lässt sich nicht umtauschen, sobald sie gezeigt wurde.',
  confirm: 'Diese Karte nehmen',
  back: 'Zurück',
  notForMe: 'Nichts für mich',
  returnAsk: '{amount} an {sender} zurückgeben? Karten, die Sie haben, behalten Sie.',
  returnNow: 'Zurückgeben',
  returned: 'Sie haben den Rest zurückgegeben. Danke, dass Sie Bescheid gesagt haben.',
  expired: 'Die Zeit zum Auswählen ist vorbei. Der Rest ging an {sender} zurück.',
  cancelled: 'Der Absender hat dieses Geschenk beendet. Bitte fragen Sie {sender}.',
  claimed: 'Sie haben alles ausgewählt.',
  replaced: 'Dieser Link wurde durch einen neuen ersetzt. Bitte suchen Sie die neueste Nachricht.',
  unknown: 'Unter dieser Adresse gibt es kein Geschenk. Bitte prüfen Sie, ob sie vollständig ist.',
  tooMany: 'Zu viele Versuche. Bitte warten Sie einige Minuten.',
  paused:
    'Gerade kann nichts gewählt werden: Geschenke von {sender} ruhen. Ihres geht nicht ' +
    'verloren und bleibt bis {date} hier. Bitte kommen Sie in einer Weile wieder.',
  preparing:
    'Ihre Karte wird vorbereitet. Es geht nichts verloren: Kommen Sie in einer Weile wieder.',
  preparingLong:
    'Es dauert länger als sonst. Gibt es sie bis {date} nicht, ist der Betrag wieder hier.',
  preparingLate:
    'Es dauert länger als sonst, und jemand kümmert sich darum. Gibt es sie nicht, ist ' +
    'der Betrag wieder hier.',
  failed: 'Diese Karte war nicht zu haben. Der Betrag gehört wieder Ihnen: Bitte wählen Sie neu.',
  reload: 'Noch einmal nachsehen',
  ready: 'Ihre Karte ist da.',
  showCode: 'Code zeigen',
  showHint: 'Sie können den Code später wieder ansehen. Zeigen Sie ihn, wenn niemand mitliest.',
  code: 'Code',
  pin: 'PIN',
  barcode: 'Strichcodenummer',
  redeem: 'Bei der Marke einlösen',
  steps: 'So lösen Sie sie ein',
  expires: 'Gültig bis {date}',
  balance: 'Guthaben prüfen',
  print: 'Sie können diese Seite drucken.',
  barcodeOf: 'Strichcode',
  copy: 'Kopieren',
  copied: 'Kopiert.',
  selected: 'Er ist markiert: kopieren Sie ihn mit der Tastatur.',
  printNow: 'Drucken',
  changed: 'Inzwischen hat sich etwas geändert. Bitte wählen Sie noch einmal.',
  tooMuch: 'Das ist mehr, als übrig ist, oder kein Betrag dieser Karte.',
  agreeFirst: 'Bitte bestätigen Sie, dass Sie diese Karte möchten.',
  notNow: 'Diese Karte ist gerade nicht zu haben. Bitte wählen Sie eine andere oder später neu.',
  mailWaits: '{amount} von {sender} warten auf Sie',
  mailKeep:
    'Wer diesen Link hat, kann ihn einlösen. Bitte heben Sie diese Mail auf und geben Sie sie ' +
    'nicht weiter.',
  unsubscribe: 'Keine Erinnerungen mehr',
  unsubscribeAsk:
    'Sie können Ihre Karte weiterhin bis zum Stichtag wählen. Keine Erinnerungen mehr senden?',
  unsubscribed: 'Sie erhalten keine Erinnerungen von {sender} mehr. Ihr Geschenk bleibt Ihnen.',
  creditsUnsubscribe: 'Keine solchen Mails mehr',
  creditsUnsubscribeAsk: 'Ihr Guthaben von {sender} bleibt Ihnen. Keine Mails mehr darüber senden?',
  creditsUnsubscribed:
    'Sie erhalten keine Mails mehr über Gutschriften von {sender}. Ihr Guthaben bleibt Ihnen.',
  codeTitle: 'Bitte Ihren Code',
  codeAsk:
    'Um eine Karte zu nehmen oder zu sehen, brauchen Sie einen Code. Wir senden ihn an {address}.',
  codeSend: 'Code senden',
  codeSent: 'Der Code ist unterwegs an {address}. Er gilt bis {date}.',
  codeField: 'Die neun Ziffern der Nachricht',
  codeEnter: 'Weiter',
  codeAgain: 'Noch einen Code senden',
  codeWrong: 'Das ist nicht der Code der neuesten Nachricht. Bitte versuchen Sie es noch einmal.',
  codeOver: 'Dieser Code gilt nicht mehr. Bitte fordern Sie einen neuen an.',
  codeWait: 'Vor {date} kann kein weiterer Code gesendet werden. Ihr Geschenk bleibt hier.',
  codeNone: 'Es kann Ihnen kein Code gesendet werden. Bitte fragen Sie {sender}.',
  signedAsk:
    'Dieses Geschenk öffnet sich nur bei {sender}: Melden Sie sich dort in der App oder ' +
    'auf der Website an, und öffnen Sie es erneut. Die Adresse allein öffnet es nicht.',
  signedOver:
    'Dieser Zugang gilt nicht mehr. Bitte öffnen Sie das Geschenk erneut bei {sender}. ' +
    'Nichts ist verloren.',
  reviewTitle: 'Ihre Wahl wird geprüft',
  review:
    'Jemand sieht sie sich für {sender} an, spätestens bis {date}. Danach können Sie hier ' +
    'wählen, oder das Geschenk geht an {sender} zurück. Karten, die Sie haben, bleiben ' +
    'Ihre.',
  mailCode: 'Ihr Code für das Geschenk von {sender}',
  mailCodeUntil:
    'Geben Sie ihn bis {date} dort ein, wo Sie ihn angefordert haben, und sonst nirgends.',
  cardBalance: 'Guthaben Ihrer Karte',
  cardShow: 'Guthaben zeigen',
  cardIssued: 'von {amount}',
  cardUnknown: 'Mit diesem Code gibt es keine nutzbare Karte. Bitte prüfen Sie die Schreibweise.',
  cardHistory: 'Verlauf',
  cardReserved: 'Reserviert',
  cardReleased: 'Nicht mehr reserviert',
  cardSpent: 'Ausgegeben',
  cardRefunded: 'Zurückgegeben',
  wallets: 'Ihre Guthaben',
  walletStandard: 'Guthaben',
  walletUntil: 'Bis {date}',
  walletOpen: 'Öffnen',
  walletOpenHint:
    'Öffnen Sie diese Seite, um Ihr Guthaben zu sehen und Geschenkkarten zu wählen. Sie ' +
    'lässt sich einmal öffnen und endet nach einer halben Stunde.',
  walletOver: 'Diese Seite ist zu Ihrem Schutz beendet. Bitte öffnen Sie sie neu, wo Sie herkamen.',
  walletPaused:
    'Im Moment kann nichts gewählt werden: Geschenke von {sender} ruhen. Ihr Guthaben geht ' +
    'nicht verloren. Bitte kommen Sie später wieder.',
  walletNothing:
    'Hier kann im Moment nichts gewählt werden. Wenn Sie etwas erwarten, fragen Sie bitte ' +
    '{sender}.',
  walletAdded: 'Erhalten',
  walletSignIn:
    'Geben Sie Ihre E-Mail-Adresse ein. Wenn Sie ein Guthaben von {sender} haben, senden ' +
    'wir Ihnen einen Code, der diese Seite öffnet.',
  walletAddress: 'Ihre E-Mail-Adresse',
  walletCodeSent:
    'Wenn diese Adresse ein Guthaben von {sender} hat, ist ein Code unterwegs. Er gilt ' +
    'zehn Minuten.',
  mailWalletCode: 'Ihr Code für Ihr Guthaben von {sender}',
}
