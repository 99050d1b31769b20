import type { Messages } from './en.ts'

export const es: Messages = {
  title: 'Un regalo para usted',
  hello: 'Hola, {name}',
  from: '{sender} le regala {amount}',
  left: 'Quedan {amount} por elegir',
  choose: 'Elija su tarjeta regalo',
  claimBy: 'Elija hasta el {date}. Lo que quede entonces vuelve a {sender}.',
  cards: 'Sus tarjetas',
  openCard: 'Abrir',
  cardWaits: 'En preparación',
  cardFailed: 'Esta tarjeta no se pudo obtener',
  soldOut: 'Agotada',
  search: 'Buscar una marca',
  searchNow: 'Buscar',
  searchNone: 'Aquí ninguna tarjeta tiene ese nombre.',
  more: 'Más tarjetas',
  between: 'De {least} a {most}',
  amount: 'Importe',
  rest:
    'Lo que no use ahora queda en esta página mientras pueda elegir. Otra tarjeta cuesta al ' +
    'menos {amount}.',
  terms: 'Condiciones de la tarjeta',
  agree: 'Quiero esta tarjeta. No se puede cambiar una vez mostrada.',
  confirm: 'Obtener esta tarjeta',
  back: 'Volver',
  notForMe: 'No es para mí',
  returnAsk: '¿Devolver {amount} a {sender}? Las tarjetas que tiene siguen siendo suyas.',
  returnNow: 'Devolver',
  returned: 'Ha devuelto el resto. Gracias por decírnoslo.',
  expired: 'El plazo para elegir ha terminado. El resto volvió a {sender}.',
  cancelled: 'El remitente terminó este regalo. Pregunte a {sender}.',
  claimed: 'Ya lo ha elegido todo.',
  replaced: 'Este enlace fue sustituido por otro. Busque el mensaje más reciente.',
  unknown: 'No hay ningún regalo en esta dirección. Compruebe que está completa.',
  tooMany: 'Demasiados intentos. Espere unos minutos.',
  paused:
    'Ahora no se puede elegir nada: los regalos de {sender} están en pausa. El suyo no se ' +
    'pierde y queda aquí hasta el {date}. Vuelva dentro de un rato.',
  preparing:
    'Su tarjeta se está preparando. No se pierde nada: vuelva a esta página dentro de un rato.',
  preparingLong:
    'Tarda más de lo habitual. Si no se obtiene antes del {date}, el importe vuelve a ser suyo.',
  preparingLate:
    'Tarda más de lo habitual y alguien se está ocupando. Si no se obtiene, el importe ' +
    'vuelve a ser suyo.',
  failed: 'Esta tarjeta no se pudo obtener. El importe vuelve a ser suyo: elija otra.',
  reload: 'Mirar otra vez',
  ready: 'Su tarjeta está lista.',
  showCode: 'Mostrar el código',
  showHint: 'Puede volver a verlo. Muéstrelo cuando nadie esté mirando.',
  code: 'Código',
  pin: 'PIN',
  barcode: 'Número del código de barras',
  redeem: 'Canjearla en la marca',
  steps: 'Cómo canjearla',
  expires: 'Válida hasta el {date}',
  balance: 'Consultar el saldo',
  print: 'Puede imprimir esta página.',
  barcodeOf: 'Código de barras',
  copy: 'Copiar',
  copied: 'Copiado.',
  selected: 'Está seleccionado: cópielo con el teclado.',
  printNow: 'Imprimir',
  changed: 'Algo ha cambiado entretanto. Elija de nuevo.',
  tooMuch: 'Es más de lo que le queda, o no es un importe de esta tarjeta.',
  agreeFirst: 'Confirme que quiere esta tarjeta.',
  notNow: 'Esta tarjeta no está disponible ahora. Elija otra o inténtelo más tarde.',
  mailWaits: '{amount} de {sender} le esperan',
  mailKeep: 'Quien tenga este enlace puede usarlo. Guarde este mensaje y no lo reenvíe.',
  unsubscribe: 'No más recordatorios',
  unsubscribeAsk: 'Podrá elegir su tarjeta hasta la fecha límite. ¿Dejar de recibir recordatorios?',
  unsubscribed: 'Ya no recibirá recordatorios de {sender}. Su regalo sigue ahí.',
  creditsUnsubscribe: 'No más correos como este',
  creditsUnsubscribeAsk:
    'Su saldo de {sender} sigue siendo suyo. ¿Dejar de recibir correos sobre él?',
  creditsUnsubscribed: 'Ya no recibirá correos sobre su saldo de {sender}. Su saldo sigue ahí.',
  codeTitle: 'Su código, por favor',
  codeAsk:
    'Para obtener o ver una tarjeta de este regalo necesita un código. Lo enviamos a {address}.',
  codeSend: 'Enviarme el código',
  codeSent: 'El código va camino de {address}. Es válido hasta el {date}.',
  codeField: 'Las nueve cifras del mensaje',
  codeEnter: 'Continuar',
  codeAgain: 'Enviarme otro código',
  codeWrong: 'No es el código del último mensaje. Inténtelo de nuevo.',
  codeOver: 'Ese código ya no es válido. Pida otro.',
  codeWait: 'No se puede enviar otro código antes del {date}. Su regalo sigue aquí.',
  codeNone: 'No se le puede enviar ningún código. Pregunte a {sender}.',
  signedAsk:
    'Este regalo solo se abre desde {sender}: inicie sesión allí, en la aplicación o en ' +
    'la web, y ábralo de nuevo. La dirección sola no lo abre.',
  signedOver:
    'Este acceso ya no es válido. Abra el regalo de nuevo desde {sender}. No se pierde nada.',
  reviewTitle: 'Se está revisando su elección',
  review:
    'Alguien la revisa para {sender}, a más tardar hasta el {date}. Después podrá elegir ' +
    'aquí, o el regalo vuelve a {sender}. Las tarjetas que tiene siguen siendo suyas.',
  mailCode: 'Su código para el regalo de {sender}',
  mailCodeUntil: 'Introdúzcalo donde lo pidió, hasta el {date}. Nadie más se lo pedirá.',
  cardBalance: 'Saldo de su tarjeta',
  cardShow: 'Mostrar el saldo',
  cardIssued: 'de {amount}',
  cardUnknown: 'Ninguna tarjeta puede usarse con este código. Compruebe que está bien escrito.',
  cardHistory: 'Movimientos',
  cardReserved: 'Reservado',
  cardReleased: 'Ya no reservado',
  cardSpent: 'Gastado',
  cardRefunded: 'Devuelto',
  wallets: 'Sus saldos',
  walletStandard: 'Saldo',
  walletUntil: 'Hasta el {date}',
  walletOpen: 'Abrir',
  walletOpenHint:
    'Abra esta página para ver su saldo y elegir tarjetas regalo. Se puede abrir una vez y ' +
    'termina después de media hora.',
  walletOver:
    'Esta página ha terminado para proteger lo que es suyo. Ábrala de nuevo donde estaba.',
  walletPaused:
    'Ahora no se puede elegir nada: los regalos de {sender} están en pausa. Su saldo no se ' +
    'pierde. Vuelva dentro de un rato.',
  walletNothing: 'Ahora no se puede elegir nada aquí. Si espera algo, pregunte a {sender}.',
  walletAdded: 'Añadido',
  walletSignIn:
    'Introduzca su correo electrónico. Si tiene un saldo de {sender}, le enviaremos un ' +
    'código que abre esta página.',
  walletAddress: 'Su correo electrónico',
  walletCodeSent:
    'Si esta dirección tiene un saldo de {sender}, el código va en camino. Es válido ' +
    'durante diez minutos.',
  mailWalletCode: 'Su código para su saldo de {sender}',
}
