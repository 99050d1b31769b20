import type { Messages } from './en.ts'

export const pl: Messages = {
  title: 'Prezent dla Ciebie',
  hello: 'Dzień dobry, {name}',
  from: '{sender} przesyła Ci {amount}',
  left: 'Do wyboru zostało {amount}',
  choose: 'Wybierz swoją kartę podarunkową',
  claimBy: 'Wybierz do: {date}. To, co wtedy zostanie, wróci do nadawcy: {sender}.',
  cards: 'Twoje karty',
  openCard: 'Otwórz',
  cardWaits: 'W przygotowaniu',
  cardFailed: 'Tej karty nie udało się zdobyć',
  soldOut: 'Brak',
  search: 'Znajdź markę',
  searchNow: 'Szukaj',
  searchNone: 'Nie ma tu karty o tej nazwie.',
  more: 'Więcej kart',
  between: 'Od {least} do {most}',
  amount: 'Kwota',
  rest:
    'To, czego teraz nie użyjesz, zostaje na tej stronie, dopóki można wybierać. Kolejna ' +
    'karta kosztuje co najmniej {amount}.',
  terms: 'Warunki karty',
  agree: 'Chcę tę kartę. Po jej pokazaniu nie można jej wymienić.',
  confirm: 'Weź tę kartę',
  back: 'Wstecz',
  notForMe: 'To nie dla mnie',
  returnAsk: 'Oddać {amount} nadawcy ({sender})? Karty, które już masz, pozostaną Twoje.',
  returnNow: 'Oddaj',
  returned: 'Reszta została oddana. Dziękujemy za informację.',
  expired: 'Czas na wybór minął. To, co zostało, wróciło do nadawcy: {sender}.',
  cancelled: 'Nadawca zakończył ten prezent. Zapytaj nadawcę: {sender}.',
  claimed: 'Wszystko zostało już wybrane.',
  replaced: 'Ten link został zastąpiony nowym. Poszukaj najnowszej wiadomości.',
  unknown: 'Pod tym adresem nie ma prezentu. Sprawdź, czy adres jest pełny.',
  tooMany: 'Zbyt wiele prób. Poczekaj kilka minut.',
  paused:
    'Teraz nie można nic wybrać: prezenty od {sender} są wstrzymane. Twój nie przepadł i ' +
    'zostaje tu do: {date}. Wróć za jakiś czas.',
  preparing:
    'Twoja karta jest przygotowywana. Nic nie przepadnie: wróć na tę stronę za jakiś czas.',
  preparingLong:
    'Trwa to dłużej niż zwykle. Jeśli karty nie uda się zdobyć do: {date}, kwota znów będzie ' +
    'Twoja.',
  preparingLate:
    'Trwa to dłużej niż zwykle i ktoś się tym zajmuje. Jeśli karty nie uda się zdobyć, ' +
    'kwota znów będzie Twoja.',
  failed: 'Tej karty nie udało się zdobyć. Kwota znów jest Twoja: wybierz inną kartę.',
  reload: 'Sprawdź ponownie',
  ready: 'Twoja karta jest gotowa.',
  showCode: 'Pokaż kod',
  showHint: 'Możesz tu wrócić i zobaczyć go ponownie. Pokaż go, gdy nikt nie patrzy.',
  code: 'Kod',
  pin: 'PIN',
  barcode: 'Numer kodu kreskowego',
  redeem: 'Wykorzystaj u marki',
  steps: 'Jak ją wykorzystać',
  expires: 'Ważna do: {date}',
  balance: 'Sprawdź saldo',
  print: 'Możesz wydrukować tę stronę.',
  barcodeOf: 'Kod kreskowy',
  copy: 'Kopiuj',
  copied: 'Skopiowano.',
  selected: 'Zaznaczono: skopiuj za pomocą klawiatury.',
  printNow: 'Drukuj',
  changed: 'W międzyczasie coś się zmieniło. Wybierz ponownie.',
  tooMuch: 'To więcej, niż Ci zostało, albo nie jest to kwota tej karty.',
  agreeFirst: 'Potwierdź, że chcesz tę kartę.',
  notNow: 'Tej karty teraz nie ma. Wybierz inną albo spróbuj później.',
  mailWaits: '{amount} od {sender} czeka na Ciebie',
  mailKeep:
    'Każdy, kto ma ten link, może go użyć. Zachowaj tę wiadomość i nie przekazuj jej dalej.',
  unsubscribe: 'Bez dalszych przypomnień',
  unsubscribeAsk: 'Nadal możesz wybrać kartę do końca terminu. Wyłączyć przypomnienia?',
  unsubscribed: 'Nie otrzymasz więcej przypomnień od {sender}. Twój prezent nadal tu jest.',
  creditsUnsubscribe: 'Bez dalszych takich wiadomości',
  creditsUnsubscribeAsk: 'Twoje środki od {sender} pozostają Twoje. Wyłączyć wiadomości o nich?',
  creditsUnsubscribed: 'Nie otrzymasz więcej wiadomości o środkach od {sender}. Nadal są Twoje.',
  codeTitle: 'Podaj kod',
  codeAsk: 'Aby wziąć lub zobaczyć kartę, potrzebujesz kodu. Wyślemy go na {address}.',
  codeSend: 'Wyślij mi kod',
  codeSent: 'Kod jest w drodze na {address}. Jest ważny do: {date}.',
  codeField: 'Dziewięć cyfr z wiadomości',
  codeEnter: 'Dalej',
  codeAgain: 'Wyślij mi inny kod',
  codeWrong: 'To nie jest kod z najnowszej wiadomości. Spróbuj ponownie.',
  codeOver: 'Ten kod nie jest już ważny. Poproś o nowy.',
  codeWait: 'Kolejny kod można wysłać dopiero po: {date}. Twój prezent zostaje tutaj.',
  codeNone: 'Nie można wysłać Ci kodu. Zapytaj nadawcę: {sender}.',
  signedAsk:
    'Ten prezent otwiera się tylko przez {sender}: zaloguj się tam w aplikacji lub na ' +
    'stronie i otwórz go ponownie. Sam adres go nie otwiera.',
  signedOver:
    'Ten dostęp nie jest już ważny. Otwórz prezent ponownie przez {sender}. Nic nie ' +
    'przepadło.',
  reviewTitle: 'Twój wybór jest sprawdzany',
  review:
    'Ktoś sprawdza go dla: {sender}, najpóźniej do: {date}. Potem możesz wybierać tutaj ' +
    'albo prezent wraca do nadawcy: {sender}. Karty, które masz, pozostają Twoje.',
  mailCode: 'Twój kod do prezentu od {sender}',
  mailCodeUntil:
    'Wpisz go tam, gdzie o niego poproszono, do: {date}. Nikt inny o niego nie zapyta.',
  cardBalance: 'Saldo Twojej karty',
  cardShow: 'Pokaż saldo',
  cardIssued: 'z {amount}',
  cardUnknown: 'Z tym kodem nie można użyć żadnej karty. Sprawdź, czy jest dobrze wpisany.',
  cardHistory: 'Historia',
  cardReserved: 'Zarezerwowano',
  cardReleased: 'Już niezarezerwowane',
  cardSpent: 'Wydano',
  cardRefunded: 'Zwrócono',
  wallets: 'Twoje środki',
  walletStandard: 'Środki',
  walletUntil: 'Do {date}',
  walletOpen: 'Otwórz',
  walletOpenHint:
    'Otwórz tę stronę, aby zobaczyć swoje środki i wybrać karty podarunkowe. Można ją ' +
    'otworzyć raz, a kończy się po pół godzinie.',
  walletOver:
    'Ta strona zakończyła się dla ochrony tego, co Twoje. Otwórz ją ponownie tam, ' +
    'skąd przyszła.',
  walletPaused:
    'Teraz nie można nic wybrać: prezenty od {sender} są wstrzymane. Twoje środki ' +
    'nie przepadną. Zajrzyj później.',
  walletNothing: 'Teraz nie można tu nic wybrać. Jeśli na coś czekasz, zapytaj: {sender}.',
  walletAdded: 'Dodano',
  walletSignIn:
    'Podaj swój adres e-mail. Jeśli masz środki od {sender}, wyślemy Ci kod, który otwiera ' +
    'tę stronę.',
  walletAddress: 'Twój adres e-mail',
  walletCodeSent:
    'Jeśli ten adres ma środki od {sender}, kod jest w drodze. Jest ważny przez dziesięć ' +
    'minut.',
  mailWalletCode: 'Twój kod do środków od {sender}',
}
