import type { Messages } from './en.ts'

export const sv: Messages = {
  title: 'En gåva till dig',
  hello: 'Hej {name}',
  from: '{sender} har skickat dig {amount}',
  left: '{amount} kvar att välja för',
  choose: 'Välj ditt presentkort',
  claimBy: 'Välj senast {date}. Det som är kvar går då tillbaka till {sender}.',
  cards: 'Dina kort',
  openCard: 'Öppna',
  cardWaits: 'Förbereds',
  cardFailed: 'Kortet gick inte att få',
  soldOut: 'Slut',
  search: 'Hitta ett varumärke',
  searchNow: 'Sök',
  searchNone: 'Inget kort här har det namnet.',
  more: 'Fler kort',
  between: '{least} till {most}',
  amount: 'Belopp',
  rest:
    'Det du inte använder nu finns kvar på sidan så länge du kan välja. Ett till kort kostar ' +
    'minst {amount}.',
  terms: 'Kortets villkor',
  agree: 'Jag vill ha kortet. Det kan inte bytas när det har visats.',
  confirm: 'Hämta kortet',
  back: 'Tillbaka',
  notForMe: 'Inte för mig',
  returnAsk: 'Ge tillbaka {amount} till {sender}? Kort som du har förblir dina.',
  returnNow: 'Ge tillbaka',
  returned: 'Du gav tillbaka resten. Tack för att du sa till.',
  expired: 'Tiden att välja är slut. Det som var kvar gick tillbaka till {sender}.',
  cancelled: 'Avsändaren har avslutat gåvan. Fråga {sender}.',
  claimed: 'Du har valt för hela beloppet.',
  replaced: 'Länken har ersatts av en ny. Leta efter det senaste meddelandet.',
  unknown: 'Det finns ingen gåva på den här adressen. Kontrollera att adressen är fullständig.',
  tooMany: 'För många försök. Vänta några minuter.',
  paused:
    'Just nu går det inte att välja: gåvor från {sender} är pausade. Din är inte förlorad och ' +
    'finns kvar här till {date}. Kom tillbaka om en stund.',
  preparing: 'Ditt kort förbereds. Inget går förlorat: kom tillbaka till sidan om en stund.',
  preparingLong:
    'Det tar längre tid än vanligt. Om kortet inte går att få senast {date} är beloppet ditt ' +
    'igen.',
  preparingLate:
    'Det tar längre tid än vanligt, och någon tar hand om det. Om kortet inte går att få ' +
    'är beloppet ditt igen.',
  failed: 'Kortet gick inte att få. Beloppet är ditt igen: välj ett annat.',
  reload: 'Titta igen',
  ready: 'Ditt kort är klart.',
  showCode: 'Visa koden',
  showHint: 'Du kan komma tillbaka och se den igen. Visa den när ingen annan tittar.',
  code: 'Kod',
  pin: 'PIN-kod',
  barcode: 'Streckkodens nummer',
  redeem: 'Använd hos varumärket',
  steps: 'Så använder du det',
  expires: 'Giltigt till {date}',
  balance: 'Kontrollera saldot',
  print: 'Du kan skriva ut sidan.',
  barcodeOf: 'Streckkod',
  copy: 'Kopiera',
  copied: 'Kopierat.',
  selected: 'Markerat: kopiera med tangentbordet.',
  printNow: 'Skriv ut',
  changed: 'Något har ändrats under tiden. Välj igen.',
  tooMuch: 'Det är mer än du har kvar, eller inte ett belopp för det här kortet.',
  agreeFirst: 'Bekräfta att du vill ha kortet.',
  notNow: 'Kortet går inte att få just nu. Välj ett annat eller försök senare.',
  mailWaits: '{amount} från {sender} väntar på dig',
  mailKeep: 'Den som har länken kan använda den. Spara meddelandet och skicka det inte vidare.',
  unsubscribe: 'Inga fler påminnelser',
  unsubscribeAsk:
    'Du kan fortfarande välja ditt kort tills tiden är slut. Vill du stoppa påminnelserna?',
  unsubscribed: 'Du får inga fler påminnelser från {sender}. Din gåva finns kvar.',
  creditsUnsubscribe: 'Inga fler sådana meddelanden',
  creditsUnsubscribeAsk:
    'Ditt saldo från {sender} är fortfarande ditt. Vill du stoppa meddelandena om det?',
  creditsUnsubscribed:
    'Du får inga fler meddelanden om ditt saldo från {sender}. Ditt saldo finns kvar.',
  codeTitle: 'Din kod, tack',
  codeAsk: 'För att hämta eller se ett kort behöver du en kod. Vi skickar den till {address}.',
  codeSend: 'Skicka koden',
  codeSent: 'Koden är på väg till {address}. Den gäller till {date}.',
  codeField: 'De nio siffrorna i meddelandet',
  codeEnter: 'Fortsätt',
  codeAgain: 'Skicka en ny kod',
  codeWrong: 'Det är inte koden i det senaste meddelandet. Försök igen.',
  codeOver: 'Koden gäller inte längre. Be om en ny.',
  codeWait: 'Ingen ny kod kan skickas före {date}. Din gåva finns kvar här.',
  codeNone: 'Ingen kod kan skickas till dig. Fråga {sender}.',
  signedAsk:
    'Den här gåvan öppnas bara från {sender}: logga in där, i appen eller på webbplatsen, ' +
    'och öppna den igen. Adressen ensam öppnar den inte.',
  signedOver:
    'Den här ingången gäller inte längre. Öppna gåvan igen från {sender}. Inget har gått ' +
    'förlorat.',
  reviewTitle: 'Ditt val kontrolleras',
  review:
    'Någon granskar det för {sender}, senast till {date}. Sedan kan du välja här, eller ' +
    'så går gåvan tillbaka till {sender}. Kort som du har förblir dina.',
  mailCode: 'Din kod till gåvan från {sender}',
  mailCodeUntil:
    'Ange den där du bad om den, senast {date}. Ingen annan kommer att fråga efter den.',
  cardBalance: 'Saldot på ditt kort',
  cardShow: 'Visa saldot',
  cardIssued: 'av {amount}',
  cardUnknown: 'Inget kort kan användas med den koden. Kontrollera stavningen.',
  cardHistory: 'Historik',
  cardReserved: 'Reserverat',
  cardReleased: 'Inte längre reserverat',
  cardSpent: 'Använt',
  cardRefunded: 'Återbetalat',
  wallets: 'Dina saldon',
  walletStandard: 'Saldo',
  walletUntil: 'Till {date}',
  walletOpen: 'Öppna',
  walletOpenHint:
    'Öppna sidan för att se ditt saldo och välja presentkort. Den kan öppnas en gång ' +
    'och avslutas efter en halvtimme.',
  walletOver:
    'Sidan har avslutats för att skydda det som är ditt. Öppna den igen där du kom ifrån.',
  walletPaused:
    'Just nu kan inget väljas: gåvor från {sender} är pausade. Ditt saldo går inte ' +
    'förlorat. Kom tillbaka om en stund.',
  walletNothing: 'Just nu kan inget väljas här. Om du väntar på något, fråga {sender}.',
  walletAdded: 'Tillagt',
  walletSignIn:
    'Ange din e-postadress. Om du har ett saldo från {sender} skickar vi en kod som öppnar ' +
    'sidan.',
  walletAddress: 'Din e-postadress',
  walletCodeSent:
    'Om adressen har ett saldo från {sender} är en kod på väg. Den gäller i tio minuter.',
  mailWalletCode: 'Din kod till ditt saldo från {sender}',
}
