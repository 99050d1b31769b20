import type { Messages } from './en.ts'

export const nl: Messages = {
  title: 'Een cadeau voor u',
  hello: 'Hallo {name}',
  from: '{sender} geeft u {amount}',
  left: 'Nog {amount} om te kiezen',
  choose: 'Kies uw cadeaukaart',
  claimBy: 'Kies vóór {date}. Wat dan over is, gaat terug naar {sender}.',
  cards: 'Uw kaarten',
  openCard: 'Openen',
  cardWaits: 'In voorbereiding',
  cardFailed: 'Deze kaart was niet te krijgen',
  soldOut: 'Uitverkocht',
  search: 'Zoek een merk',
  searchNow: 'Zoeken',
  searchNone: 'Geen kaart hier heeft deze naam.',
  more: 'Meer kaarten',
  between: '{least} tot {most}',
  amount: 'Bedrag',
  rest:
    'Wat u nu niet gebruikt, blijft op deze pagina zolang u kunt kiezen. Een andere kaart ' +
    'kost minstens {amount}.',
  terms: 'Voorwaarden van de kaart',
  agree: 'Ik wil deze kaart. Ze kan niet worden geruild nadat ze is getoond.',
  confirm: 'Deze kaart nemen',
  back: 'Terug',
  notForMe: 'Niets voor mij',
  returnAsk: '{amount} teruggeven aan {sender}? Kaarten die u hebt, houdt u.',
  returnNow: 'Teruggeven',
  returned: 'U hebt de rest teruggegeven. Dank u dat u het liet weten.',
  expired: 'De tijd om te kiezen is voorbij. De rest ging terug naar {sender}.',
  cancelled: 'De afzender heeft dit cadeau beëindigd. Vraag het aan {sender}.',
  claimed: 'U hebt alles gekozen.',
  replaced: 'Deze link is vervangen door een nieuwe. Zoek het nieuwste bericht.',
  unknown: 'Op dit adres is geen cadeau. Controleer of het adres volledig is.',
  tooMany: 'Te veel pogingen. Wacht enkele minuten.',
  paused:
    'Er kan nu niets worden gekozen: cadeaus van {sender} zijn onderbroken. Dat van u gaat ' +
    'niet verloren en blijft hier tot {date}. Kom later terug.',
  preparing:
    'Uw kaart wordt klaargemaakt. Er gaat niets verloren: kom straks terug op deze pagina.',
  preparingLong:
    'Het duurt langer dan anders. Is ze er op {date} niet, dan is het bedrag weer van u.',
  preparingLate:
    'Het duurt langer dan anders, en iemand kijkt ernaar. Is ze niet te krijgen, dan is ' +
    'het bedrag weer van u.',
  failed: 'Deze kaart was niet te krijgen. Het bedrag is weer van u: kies een andere.',
  reload: 'Opnieuw kijken',
  ready: 'Uw kaart is klaar.',
  showCode: 'Toon de code',
  showHint: 'U kunt terugkomen en ze weer zien. Toon ze als niemand meekijkt.',
  code: 'Code',
  pin: 'PIN',
  barcode: 'Nummer van de streepjescode',
  redeem: 'Inwisselen bij het merk',
  steps: 'Zo wisselt u ze in',
  expires: 'Geldig tot {date}',
  balance: 'Saldo controleren',
  print: 'U kunt deze pagina afdrukken.',
  barcodeOf: 'Streepjescode',
  copy: 'Kopiëren',
  copied: 'Gekopieerd.',
  selected: 'Hij is geselecteerd: kopieer hem met het toetsenbord.',
  printNow: 'Afdrukken',
  changed: 'Er is intussen iets veranderd. Kies opnieuw.',
  tooMuch: 'Dat is meer dan u over hebt, of geen bedrag van deze kaart.',
  agreeFirst: 'Bevestig dat u deze kaart wilt.',
  notNow: 'Deze kaart is nu niet te krijgen. Kies een andere of probeer het later.',
  mailWaits: '{amount} van {sender} wacht op u',
  mailKeep: 'Wie deze link heeft, kan hem gebruiken. Bewaar dit bericht en geef het niet door.',
  unsubscribe: 'Geen herinneringen meer',
  unsubscribeAsk: 'U kunt uw kaart nog tot de datum kiezen. Herinneringen stoppen?',
  unsubscribed: 'U krijgt geen herinneringen van {sender} meer. Uw cadeau is er nog.',
  creditsUnsubscribe: 'Geen e-mails meer hierover',
  creditsUnsubscribeAsk: 'Uw tegoed van {sender} blijft van u. E-mails hierover stoppen?',
  creditsUnsubscribed:
    'U krijgt geen e-mails meer over uw tegoed van {sender}. Uw tegoed is er nog.',
  codeTitle: 'Uw code, alstublieft',
  codeAsk:
    'Om een kaart van dit cadeau te nemen of te zien, hebt u een code nodig. We sturen ze ' +
    'naar {address}.',
  codeSend: 'Stuur mij de code',
  codeSent: 'De code is onderweg naar {address}. Ze is geldig tot {date}.',
  codeField: 'De negen cijfers uit het bericht',
  codeEnter: 'Doorgaan',
  codeAgain: 'Stuur mij nog een code',
  codeWrong: 'Dat is niet de code van het nieuwste bericht. Probeer het opnieuw.',
  codeOver: 'Die code is niet meer geldig. Vraag een andere.',
  codeWait: 'Vóór {date} kan geen andere code worden gestuurd. Uw cadeau blijft hier.',
  codeNone: 'Er kan u geen code worden gestuurd. Vraag het aan {sender}.',
  signedAsk:
    'Dit cadeau gaat alleen open via {sender}: meld u daar aan, in de app of op de ' +
    'website, en open het opnieuw. Het adres alleen opent het niet.',
  signedOver:
    'Deze toegang is niet meer geldig. Open het cadeau opnieuw via {sender}. Er is niets ' +
    'verloren.',
  reviewTitle: 'Uw keuze wordt gecontroleerd',
  review:
    'Iemand bekijkt ze voor {sender}, uiterlijk tot {date}. Daarna kunt u hier kiezen, of ' +
    'gaat het cadeau terug naar {sender}. Kaarten die u hebt, blijven van u.',
  mailCode: 'Uw code voor het cadeau van {sender}',
  mailCodeUntil:
    'Vul ze in waar u ze hebt gevraagd, vóór {date}. Niemand anders zal u erom vragen.',
  cardBalance: 'Saldo van uw kaart',
  cardShow: 'Toon het saldo',
  cardIssued: 'van {amount}',
  cardUnknown: 'Met deze code kan geen kaart worden gebruikt. Controleer hoe hij is gespeld.',
  cardHistory: 'Geschiedenis',
  cardReserved: 'Gereserveerd',
  cardReleased: 'Niet meer gereserveerd',
  cardSpent: 'Uitgegeven',
  cardRefunded: 'Teruggegeven',
  wallets: 'Uw tegoeden',
  walletStandard: 'Tegoed',
  walletUntil: 'Tot {date}',
  walletOpen: 'Openen',
  walletOpenHint:
    'Open deze pagina om uw tegoed te zien en cadeaukaarten te kiezen. Ze kan één keer ' +
    'worden geopend en eindigt na een half uur.',
  walletOver:
    'Deze pagina is beëindigd om te beschermen wat van u is. Open haar opnieuw waar u ' +
    'vandaan kwam.',
  walletPaused:
    'Nu kan niets worden gekozen: cadeaus van {sender} zijn gepauzeerd. Uw tegoed gaat ' +
    'niet verloren. Kom later terug.',
  walletNothing: 'Hier kan nu niets worden gekozen. Verwacht u iets, vraag het dan {sender}.',
  walletAdded: 'Bijgeschreven',
  walletSignIn:
    'Vul uw e-mailadres in. Als u een tegoed van {sender} hebt, mailen we u een code die ' +
    'deze pagina opent.',
  walletAddress: 'Uw e-mailadres',
  walletCodeSent:
    'Als dit adres een tegoed van {sender} heeft, is er een code onderweg. Ze is tien ' +
    'minuten geldig.',
  mailWalletCode: 'Uw code voor uw tegoed van {sender}',
}
