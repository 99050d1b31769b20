import type { Messages } from './en.ts'

export const fr: Messages = {
  title: 'Un cadeau pour vous',
  hello: 'Bonjour {name}',
  from: '{sender} vous offre {amount}',
  left: 'Encore {amount} à choisir',
  choose: 'Choisissez votre carte cadeau',
  claimBy: 'Choisissez avant le {date}. Ce qui reste alors revient à {sender}.',
  cards: 'Vos cartes',
  openCard: 'Ouvrir',
  cardWaits: 'En préparation',
  cardFailed: 'Cette carte n’a pas pu être obtenue',
  soldOut: 'Épuisé',
  search: 'Chercher une marque',
  searchNow: 'Chercher',
  searchNone: 'Aucune carte ne porte ce nom ici.',
  more: 'Plus de cartes',
  between: '{least} à {most}',
  amount: 'Montant',
  rest:
    'Ce que vous n’utilisez pas maintenant reste sur cette page, tant que vous pouvez ' +
    'choisir. Une autre carte coûte au moins {amount}.',
  terms: 'Conditions de la carte',
  agree: 'Je veux cette carte. Elle ne peut plus être échangée une fois affichée.',
  confirm: 'Prendre cette carte',
  back: 'Retour',
  notForMe: 'Pas pour moi',
  returnAsk: 'Rendre {amount} à {sender} ? Les cartes que vous avez restent à vous.',
  returnNow: 'Rendre',
  returned: 'Vous avez rendu le reste. Merci de nous l’avoir dit.',
  expired: 'Le temps de choisir est passé. Le reste est revenu à {sender}.',
  cancelled: 'L’expéditeur a mis fin à ce cadeau. Veuillez demander à {sender}.',
  claimed: 'Vous avez tout choisi.',
  replaced: 'Ce lien a été remplacé par un nouveau. Veuillez chercher le message le plus récent.',
  unknown: 'Il n’y a pas de cadeau à cette adresse. Vérifiez que l’adresse est complète.',
  tooMany: 'Trop d’essais. Veuillez attendre quelques minutes.',
  paused:
    'Rien ne peut être choisi en ce moment : les cadeaux de {sender} sont en pause. Le ' +
    'vôtre n’est pas perdu et reste ici jusqu’au {date}. Revenez dans un moment.',
  preparing: 'Votre carte se prépare. Rien n’est perdu : revenez sur cette page dans un moment.',
  preparingLong:
    'C’est plus long que d’habitude. Si la carte n’est pas là le {date}, son montant vous ' +
    'revient.',
  preparingLate:
    'C’est plus long que d’habitude, et quelqu’un s’en occupe. Si la carte n’est pas ' +
    'obtenue, son montant vous revient.',
  failed:
    'Cette carte n’a pas pu être obtenue. Son montant vous revient : choisissez-en une autre.',
  reload: 'Regarder de nouveau',
  ready: 'Votre carte est prête.',
  showCode: 'Afficher le code',
  showHint: 'Vous pourrez revenir le voir. Affichez-le quand personne ne regarde.',
  code: 'Code',
  pin: 'PIN',
  barcode: 'Numéro du code-barres',
  redeem: 'L’utiliser auprès de la marque',
  steps: 'Comment l’utiliser',
  expires: 'Valable jusqu’au {date}',
  balance: 'Vérifier son solde',
  print: 'Vous pouvez imprimer cette page.',
  barcodeOf: 'Code-barres',
  copy: 'Copier',
  copied: 'Copié.',
  selected: 'Il est sélectionné : copiez-le avec le clavier.',
  printNow: 'Imprimer',
  changed: 'Quelque chose a changé entre-temps. Veuillez choisir de nouveau.',
  tooMuch: 'C’est plus que ce qui vous reste, ou ce n’est pas un montant de cette carte.',
  agreeFirst: 'Veuillez confirmer que vous voulez cette carte.',
  notNow: 'Cette carte n’est pas disponible. Choisissez-en une autre, ou réessayez plus tard.',
  mailWaits: '{amount} de {sender} vous attendent',
  mailKeep: 'Qui a ce lien peut l’utiliser. Gardez ce message et ne le transmettez pas.',
  unsubscribe: 'Plus de rappels',
  unsubscribeAsk:
    'Vous pourrez toujours choisir votre carte jusqu’à la date. Arrêter les rappels ?',
  unsubscribed: 'Vous ne recevrez plus de rappels de {sender}. Votre cadeau est toujours là.',
  creditsUnsubscribe: 'Plus de messages de ce genre',
  creditsUnsubscribeAsk: 'Votre solde de {sender} reste à vous. Arrêter les messages à ce sujet ?',
  creditsUnsubscribed:
    'Vous ne recevrez plus de messages sur votre solde de {sender}. Il est toujours là.',
  codeTitle: 'Votre code, s’il vous plaît',
  codeAsk:
    'Pour prendre ou voir une carte de ce cadeau, il faut un code. Nous l’envoyons à {address}.',
  codeSend: 'M’envoyer le code',
  codeSent: 'Le code est en route vers {address}. Il est valable jusqu’au {date}.',
  codeField: 'Les neuf chiffres du message',
  codeEnter: 'Continuer',
  codeAgain: 'M’envoyer un autre code',
  codeWrong: 'Ce n’est pas le code du dernier message. Veuillez réessayer.',
  codeOver: 'Ce code n’est plus valable. Veuillez en demander un autre.',
  codeWait: 'Aucun autre code ne peut être envoyé avant le {date}. Votre cadeau reste ici.',
  codeNone: 'Aucun code ne peut vous être envoyé. Veuillez demander à {sender}.',
  signedAsk:
    'Ce cadeau ne s’ouvre que depuis {sender} : connectez-vous là-bas, dans l’application ' +
    'ou sur le site, puis ouvrez-le à nouveau. L’adresse seule ne l’ouvre pas.',
  signedOver:
    'Cet accès n’est plus valable. Veuillez rouvrir le cadeau depuis {sender}. Rien n’est ' +
    'perdu.',
  reviewTitle: 'Votre choix est en cours de vérification',
  review:
    'Quelqu’un l’examine pour {sender}, au plus tard jusqu’au {date}. Ensuite vous ' +
    'pourrez choisir ici, ou le cadeau retourne à {sender}. Les cartes que vous avez ' +
    'restent à vous.',
  mailCode: 'Votre code pour le cadeau de {sender}',
  mailCodeUntil:
    'Saisissez-le là où vous l’avez demandé, jusqu’au {date}. Personne d’autre ne vous le ' +
    'demandera.',
  cardBalance: 'Solde de votre carte',
  cardShow: 'Afficher le solde',
  cardIssued: 'sur {amount}',
  cardUnknown: 'Aucune carte ne peut être utilisée avec ce code. Vérifiez sa saisie.',
  cardHistory: 'Historique',
  cardReserved: 'Réservé',
  cardReleased: 'Réservation levée',
  cardSpent: 'Dépensé',
  cardRefunded: 'Rendu',
  wallets: 'Vos soldes',
  walletStandard: 'Solde',
  walletUntil: 'Jusqu’au {date}',
  walletOpen: 'Ouvrir',
  walletOpenHint:
    'Ouvrez cette page pour voir votre solde et choisir des cartes cadeaux. Elle s’ouvre ' +
    'une seule fois et se termine après une demi-heure.',
  walletOver:
    'Cette page est terminée pour protéger ce qui est à vous. Ouvrez-la à nouveau là d’où ' +
    'vous venez.',
  walletPaused:
    'Rien ne peut être choisi pour le moment : les cadeaux de {sender} sont suspendus. ' +
    'Votre solde n’est pas perdu. Revenez dans un moment.',
  walletNothing:
    'Rien ne peut être choisi ici pour le moment. Si vous attendez quelque chose, demandez ' +
    'à {sender}.',
  walletAdded: 'Ajouté',
  walletSignIn:
    'Saisissez votre adresse e-mail. Si vous avez un solde de {sender}, nous vous envoyons ' +
    'un code qui ouvre cette page.',
  walletAddress: 'Votre adresse e-mail',
  walletCodeSent:
    'Si cette adresse a un solde de {sender}, un code est en route. Il est valable dix ' +
    'minutes.',
  mailWalletCode: 'Votre code pour votre solde de {sender}',
}
