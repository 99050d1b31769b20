import type { Messages } from './en.ts'

export const pt: Messages = {
  title: 'Um presente para si',
  hello: 'Olá, {name}',
  from: '{sender} enviou-lhe {amount}',
  left: 'Restam {amount} para escolher',
  choose: 'Escolha o seu cartão-presente',
  claimBy: 'Escolha até {date}. O que restar volta então para {sender}.',
  cards: 'Os seus cartões',
  openCard: 'Abrir',
  cardWaits: 'Em preparação',
  cardFailed: 'Não foi possível obter este cartão',
  soldOut: 'Esgotado',
  search: 'Procurar uma marca',
  searchNow: 'Procurar',
  searchNone: 'Nenhum cartão aqui tem esse nome.',
  more: 'Mais cartões',
  between: 'De {least} a {most}',
  amount: 'Valor',
  rest:
    'O que não usar agora fica nesta página enquanto puder escolher. Outro cartão custa pelo ' +
    'menos {amount}.',
  terms: 'Condições do cartão',
  agree: 'Quero este cartão. Não pode ser trocado depois de mostrado.',
  confirm: 'Obter este cartão',
  back: 'Voltar',
  notForMe: 'Não é para mim',
  returnAsk: 'Devolver {amount} a {sender}? Os cartões que já tem continuam a ser seus.',
  returnNow: 'Devolver',
  returned: 'Devolveu o resto. Obrigado por nos dizer.',
  expired: 'O prazo para escolher terminou. O que restava voltou para {sender}.',
  cancelled: 'O remetente terminou este presente. Pergunte a {sender}.',
  claimed: 'Já escolheu tudo.',
  replaced: 'Esta ligação foi substituída por uma nova. Procure a mensagem mais recente.',
  unknown: 'Não há nenhum presente neste endereço. Verifique se o endereço está completo.',
  tooMany: 'Demasiadas tentativas. Aguarde alguns minutos.',
  paused:
    'De momento não é possível escolher: os presentes de {sender} estão em pausa. O seu não ' +
    'se perde e fica aqui até {date}. Volte dentro de algum tempo.',
  preparing:
    'O seu cartão está a ser preparado. Nada se perde: volte a esta página dentro de algum ' +
    'tempo.',
  preparingLong:
    'Demora mais do que o habitual. Se não for possível obtê-lo até {date}, o valor volta a ' +
    'ser seu.',
  preparingLate:
    'Demora mais do que o habitual, e alguém está a tratar disso. Se não for possível ' +
    'obtê-lo, o valor volta a ser seu.',
  failed: 'Não foi possível obter este cartão. O valor volta a ser seu: escolha outro.',
  reload: 'Ver de novo',
  ready: 'O seu cartão está pronto.',
  showCode: 'Mostrar o código',
  showHint: 'Pode voltar e vê-lo de novo. Mostre-o quando ninguém estiver a ver.',
  code: 'Código',
  pin: 'PIN',
  barcode: 'Número do código de barras',
  redeem: 'Usar na marca',
  steps: 'Como usar',
  expires: 'Válido até {date}',
  balance: 'Consultar o saldo',
  print: 'Pode imprimir esta página.',
  barcodeOf: 'Código de barras',
  copy: 'Copiar',
  copied: 'Copiado.',
  selected: 'Está selecionado: copie-o com o teclado.',
  printNow: 'Imprimir',
  changed: 'Algo mudou entretanto. Escolha de novo.',
  tooMuch: 'É mais do que lhe resta, ou não é um valor deste cartão.',
  agreeFirst: 'Confirme que quer este cartão.',
  notNow: 'Este cartão não está disponível agora. Escolha outro ou tente mais tarde.',
  mailWaits: '{amount} de {sender} estão à sua espera',
  mailKeep: 'Quem tiver esta ligação pode usá-la. Guarde esta mensagem e não a reencaminhe.',
  unsubscribe: 'Não receber mais lembretes',
  unsubscribeAsk: 'Ainda pode escolher o seu cartão até ao fim do prazo. Parar os lembretes?',
  unsubscribed: 'Não receberá mais lembretes de {sender}. O seu presente continua aqui.',
  creditsUnsubscribe: 'Não receber mais destas mensagens',
  creditsUnsubscribeAsk:
    'O seu saldo de {sender} continua a ser seu. Parar as mensagens sobre ele?',
  creditsUnsubscribed:
    'Não receberá mais mensagens sobre o seu saldo de {sender}. O saldo continua aqui.',
  codeTitle: 'O seu código, por favor',
  codeAsk:
    'Para obter ou ver um cartão deste presente, precisa de um código. Enviamo-lo para ' +
    '{address}.',
  codeSend: 'Enviar-me o código',
  codeSent: 'O código vai a caminho de {address}. É válido até {date}.',
  codeField: 'Os nove algarismos da mensagem',
  codeEnter: 'Continuar',
  codeAgain: 'Enviar-me outro código',
  codeWrong: 'Esse não é o código da mensagem mais recente. Tente de novo.',
  codeOver: 'Esse código já não é válido. Peça outro.',
  codeWait: 'Não é possível enviar outro código antes de {date}. O seu presente fica aqui.',
  codeNone: 'Não é possível enviar-lhe um código. Pergunte a {sender}.',
  signedAsk:
    'Este presente só se abre a partir de {sender}: inicie sessão lá, na aplicação ou no ' +
    'site, e abra-o de novo. O endereço sozinho não o abre.',
  signedOver:
    'Este acesso já não é válido. Abra o presente de novo a partir de {sender}. Nada se ' +
    'perdeu.',
  reviewTitle: 'A sua escolha está a ser verificada',
  review:
    'Alguém a analisa para {sender}, o mais tardar até {date}. Depois poderá escolher ' +
    'aqui, ou o presente volta para {sender}. Os cartões que tem continuam a ser seus.',
  mailCode: 'O seu código para o presente de {sender}',
  mailCodeUntil: 'Introduza-o onde o pediu, até {date}. Mais ninguém lho pedirá.',
  cardBalance: 'Saldo do seu cartão',
  cardShow: 'Mostrar o saldo',
  cardIssued: 'de {amount}',
  cardUnknown: 'Nenhum cartão pode ser usado com este código. Verifique se está bem escrito.',
  cardHistory: 'Histórico',
  cardReserved: 'Reservado',
  cardReleased: 'Já não reservado',
  cardSpent: 'Gasto',
  cardRefunded: 'Devolvido',
  wallets: 'Os seus saldos',
  walletStandard: 'Saldo',
  walletUntil: 'Até {date}',
  walletOpen: 'Abrir',
  walletOpenHint:
    'Abra esta página para ver o seu saldo e escolher cartões-presente. Só se abre ' +
    'uma vez e termina após meia hora.',
  walletOver:
    'Esta página terminou para proteger o que é seu. Abra-a de novo a partir de onde veio.',
  walletPaused:
    'Agora não é possível escolher nada: os presentes de {sender} estão em pausa. ' +
    'O seu saldo não se perde. Volte daqui a pouco.',
  walletNothing: 'Agora não é possível escolher nada aqui. Se espera algo, pergunte a {sender}.',
  walletAdded: 'Adicionado',
  walletSignIn:
    'Introduza o seu endereço de e-mail. Se tiver um saldo de {sender}, enviamos-lhe um ' +
    'código que abre esta página.',
  walletAddress: 'O seu endereço de e-mail',
  walletCodeSent:
    'Se este endereço tiver um saldo de {sender}, o código vai a caminho. É válido durante ' +
    'dez minutos.',
  mailWalletCode: 'O seu código para o saldo de {sender}',
}
