/**
 * The texts of the pages of links. Each language has one file with these texts; `{name}` is
 * replaced.
 */
export const en = {
  title: 'A gift for you',
  hello: 'Hello {name}',
  from: '{sender} sent you {amount}',
  left: '{amount} left to choose',
  choose: 'Choose your gift card',
  claimBy: 'Choose until {date}. What is left then goes back to {sender}.',
  cards: 'Your cards',
  openCard: 'Open',
  cardWaits: 'Being prepared',
  cardFailed: 'This card could not be had',
  soldOut: 'Sold out',
  search: 'Find a brand',
  searchNow: 'Search',
  searchNone: 'No card here has this name.',
  more: 'More cards',
  between: '{least} to {most}',
  amount: 'Amount',
  rest:
    'What is not used now stays on this page, as long as it can be chosen. Another card ' +
    'costs at least {amount}.',
  terms: 'Terms of the card',
  agree: 'I want this card. It cannot be exchanged once it is shown.',
  confirm: 'Get this card',
  back: 'Back',
  notForMe: 'Not for me',
  returnAsk: 'Give {amount} back to {sender}? Cards that you have stay yours.',
  returnNow: 'Give it back',
  returned: 'You gave the rest back. Thank you for telling us.',
  expired: 'The time to choose is over. What was left went back to {sender}.',
  cancelled: 'The sender ended this gift. Please ask {sender}.',
  claimed: 'You have chosen all of it.',
  replaced: 'This link was replaced by a new one. Please look for the newest message.',
  unknown: 'There is no gift at this address. Please check that the address is complete.',
  tooMany: 'Too many attempts. Please wait some minutes.',
  paused:
    'Nothing can be chosen just now: gifts of {sender} are paused. Yours is not lost, ' +
    'and stays here until {date}. Please come back in a while.',
  preparing: 'Your card is being prepared. Nothing is lost: come back to this page in a while.',
  preparingLong:
    'It takes longer than usual. If it cannot be had by {date}, its amount is yours again.',
  preparingLate:
    'It takes longer than usual, and somebody is looking after it. If it cannot be had, ' +
    'its amount is yours again.',
  failed: 'This card could not be had. Its amount is yours again: please choose another one.',
  reload: 'Look again',
  ready: 'Your card is ready.',
  showCode: 'Show the code',
  showHint: 'You can come back and see it again. Show it when nobody looks over your shoulder.',
  code: 'Code',
  pin: 'PIN',
  barcode: 'Bar code number',
  redeem: 'Redeem it at the brand',
  steps: 'How to redeem it',
  expires: 'Valid until {date}',
  balance: 'Check its balance',
  print: 'You can print this page.',
  barcodeOf: 'Bar code',
  copy: 'Copy',
  copied: 'Copied.',
  selected: 'It is selected: copy it with your keyboard.',
  printNow: 'Print',
  changed: 'Something has changed meanwhile. Please choose again.',
  tooMuch: 'That is more than you have left, or not an amount of this card.',
  agreeFirst: 'Please confirm that you want this card.',
  notNow: 'This card cannot be had now. Please choose another one, or try again later.',
  mailWaits: '{amount} from {sender} is waiting for you',
  mailKeep: 'Whoever has this link can use it. Please keep this mail, and do not pass it on.',
  unsubscribe: 'No more reminders',
  unsubscribeAsk: 'You can still choose your gift card until its date. Stop the reminders?',
  unsubscribed: 'You get no more reminders of {sender}. Your gift card is still there.',
  creditsUnsubscribe: 'No more of these mails',
  creditsUnsubscribeAsk: 'What {sender} has credited to you stays yours. Stop the mails about it?',
  creditsUnsubscribed:
    'You get no more mails about credits of {sender}. Your balance is still there.',
  codeTitle: 'Your code, please',
  codeAsk: 'To take or see a card of this gift, you need a code. We send it to {address}.',
  codeSend: 'Send me the code',
  codeSent: 'The code is on its way to {address}. It is valid until {date}.',
  codeField: 'The nine digits of the message',
  codeEnter: 'Continue',
  codeAgain: 'Send me another code',
  codeWrong: 'That is not the code of the newest message. Please try again.',
  codeOver: 'That code is no longer valid. Please ask for another one.',
  codeWait: 'No further code can be sent before {date}. Your gift stays here.',
  codeNone: 'No code can be sent to you. Please ask {sender}.',
  signedAsk:
    'This gift opens from {sender} only: sign in there, in the app or on the website, and ' +
    'open it again. Its address alone does not open it.',
  signedOver:
    'This way in is no longer valid. Please open the gift again from {sender}. Nothing is ' +
    'lost.',
  reviewTitle: 'Your choice is being checked',
  review:
    'Somebody looks at it for {sender}, until {date} at the latest. Then you can choose ' +
    'here, or the gift goes back to {sender}. Cards that you have stay yours.',
  mailCode: 'Your code for the gift from {sender}',
  mailCodeUntil: 'Enter it where you asked for it, until {date}. Nobody else will ask you for it.',
  cardBalance: 'Balance of your card',
  cardShow: 'Show the balance',
  cardIssued: 'of {amount}',
  cardUnknown: 'No card can be used with this code. Please check how it is spelled.',
  cardHistory: 'History',
  cardReserved: 'Reserved',
  cardReleased: 'No longer reserved',
  cardSpent: 'Spent',
  cardRefunded: 'Given back',
  wallets: 'Your wallets',
  walletStandard: 'Wallet',
  walletUntil: 'Until {date}',
  walletOpen: 'Open',
  walletOpenHint:
    'Open this page to see what you have and to get gift cards. It can be opened once, and ' +
    'ends after half an hour.',
  walletOver:
    'This page has ended, to keep what is yours safe. Please open it again from where you ' +
    'came.',
  walletPaused:
    'Nothing can be chosen just now: gifts of {sender} are paused. Yours is not lost. ' +
    'Please come back in a while.',
  walletNothing:
    'Nothing can be chosen here just now. If you expect something, please ask {sender}.',
  walletAdded: 'Added',
  walletSignIn:
    'Enter your e-mail address. If you have something of {sender}, we mail you a code that ' +
    'opens this page.',
  walletAddress: 'Your e-mail address',
  walletCodeSent:
    'If this address has something of {sender}, a code is on its way to it. It is valid ' +
    'for ten minutes.',
  mailWalletCode: 'Your code for what you have from {sender}',
} as const

export type Messages = Readonly<Record<keyof typeof en, string>>
