/** The texts of the links of a partner, loaded with their pages. */
export const linkTexts = {
  title: 'Links',
  about: 'Value that a person claims as a gift card. What nobody claims comes back in full.',
  emptyText:
    'Send yourself one to see what your people will see. The amount is set aside from your funds, ' +
    'and comes back if nobody claims it, or as soon as you cancel the link.',
  one: (whom: string) => `Link for ${whom}`,
  nobody: 'nobody in particular',
  whom: 'For',
  status: 'Status',
  amount: 'Worth',
  claimed: 'Claimed',
  returned: 'Came back',
  left: 'Can be claimed',
  open: 'Open',
  sent: 'Set aside',
  links: 'Links',
  openLinks: (open: string, all: string) =>
    all === '1' ? `${open} of 1 link can be claimed` : `${open} of ${all} links can be claimed`,
  claimBy: 'Can be claimed until',
  reviewed: 'Its claim is being checked until',
  created: 'Sent',
  chosenAt: 'Chosen at',
  ended: 'Ended',
  reference: 'Your reference',
  requestReference: 'Your reference of what was sent',
  name: 'Name',
  email: 'E-mail',
  phone: 'Mobile number',
  phoneHelp: 'With its country, such as +49 151 12345678.',
  delivery: 'How they get it',
  /** By the delivery. */
  by: {
    NONE: {
      label: 'You hand the address over yourself',
      emailHelp: 'For your records: nothing is mailed to it.',
      addressTitle: 'Hand this address over now',
      addressText:
        'It is shown once: whoever has it can claim the link. If it is lost, replace the address.',
      addressesText:
        'They are shown once: whoever has one can claim its link. The file has them beside your ' +
        'people.',
      replaceText:
        'The previous address stops working at once. Possible only while nothing of the link is ' +
        'claimed.',
    },
    EMAIL: {
      label: 'It is mailed to them',
      emailHelp: 'The link is mailed to it, in your name.',
      addressTitle: 'The link is mailed',
      addressText:
        'Its page says what becomes of the mail. The address is shown once, if you want to hand ' +
        'it over, too: whoever has it can claim the link.',
      addressesText:
        'They are mailed, and the page of each says what becomes of its mail. The addresses are ' +
        'shown once, if you want to hand them over, too: whoever has one can claim its link.',
      replaceText:
        'The previous address stops working at once, and the new one is mailed. Possible only ' +
        'while nothing of the link is claimed.',
    },
    SMS: {
      label: 'It is sent to them by SMS',
      emailHelp: 'For your records: nothing is mailed to it.',
      addressTitle: 'The link is sent by SMS',
      addressText:
        'Its page says what becomes of the text. The address is shown once, if you want to hand ' +
        'it over, too: whoever has it can claim the link.',
      addressesText:
        'They are sent by SMS, and the page of each says what becomes of its text. The addresses ' +
        'are shown once, if you want to hand them over, too: whoever has one can claim its link.',
      replaceText:
        'The previous address stops working at once, and the new one is sent by SMS. Possible ' +
        'only while nothing of the link is claimed.',
    },
  },
  secondFactor: 'What they need to claim it',
  secondFactorHelp:
    'The address alone, unless you or the template say otherwise. A code is sent to them ' +
    'whenever they choose or see a card. An app of yours signs the address, and sends them there.',
  factors: {
    NONE: 'The address alone',
    EMAIL: 'The address, and a code by e-mail',
    SMS: 'The address, and a code by SMS',
    SIGNED: 'The address, signed by your app',
  },
  byTemplate: 'As the template says',
  cards: 'What they may choose',
  cardsHelp: 'Everything in your catalog, unless you add gift cards here.',
  cardHelp: 'Everything in your catalog, unless you name a gift card here.',
  removeCard: (card: string) => `Leave out ${card}`,
  claimByHelp:
    '12 months unless you say otherwise: 1 day to 5 years. What is left comes back then.',
  locale: 'Language',
  localeHelp: 'Of the page and the mails. Without one, the page follows their browser.',
  reminders: 'Remind them of what is left',
  remindersHelp: 'A week after sending, and 30 and 3 days before it ends.',
  textRemindersHelp: 'A week after sending, and 30 and 3 days before it ends. Each one is a text.',
  replyTo: 'Replies go to',
  replyToHelp: 'An e-mail address of yours. Without one, they go to whoever runs the service.',
  currency: 'Currency',
  message: 'What the page says to them',
  batchReference: 'Your reference of what you send',
  batchReferenceHelp: 'Such as thanks-2026. No reference can be used twice.',
  template: 'How it looks',
  templateHelp: 'One of your templates. Without one, as all links look.',
  templates: 'Templates',
  send: 'Send a link',
  sendFile: 'Send from a file',
  sendText: 'It is paid from your funds. What is not claimed until its date comes back.',
  previewAsked: (aside: string, after: string) =>
    `${aside} needs the approval of another of your people. Then it is set aside, and ` +
    `${after} of your funds is left.`,
  isAsked: 'Sent for approval. Nothing is sent until somebody approves it: see “Approvals”.',
  preview: (aside: string, after: string) =>
    `${aside} is set aside for it. Afterwards your funds are ${after}.`,
  previewSent:
    'It was sent before, with this reference. Nothing is sent again: you only see its address, ' +
    'if you sent it yourself and without an approval.',
  sendFor: (amount: string) => `Send ${amount}`,
  isSent: (links: string) => (links === '1' ? 'The link is made.' : `${links} links are made.`),
  address: 'Address of the link',
  addresses: 'Download the addresses',
  replace: 'Replace the address',
  newEmail: 'Another e-mail',
  newPhone: 'Another mobile number',
  newEmailHelp: 'Leave it empty if the person stays the same.',
  replaced: 'The link has a new address.',
  resend: 'Send again',
  resendText:
    'The link is sent once more to the same address or number. That is possible once an hour, five times ' +
    'in all. If the address is wrong, replace it instead.',
  resent: 'The message is queued.',
  cancel: 'Cancel the link',
  cancelText: (left: string) => `${left} comes back to your funds at once. What was chosen stays.`,
  cancelAll: 'What is left of each link comes back at once. What was chosen stays.',
  resendAll: 'Each person whose link is open gets a mail with its address again.',
  cancelled: 'The link is cancelled.',
  orders: 'What was chosen',
  noOrders: 'Nothing yet.',
  order: 'Order',
  product: 'Product',
  value: 'Value',
  mails: 'Mails',
  mail: 'Mail',
  outcome: 'What became of it',
  queued: 'Queued',
  noMails: 'None.',
  kinds: { LINK: 'The link', REMINDER: 'A reminder', CODE: 'A code that they asked for' },
  /** An instant follows. */
  states: {
    QUEUED: 'It waits. It is due at',
    DEFERRED: 'The mail server could not take it. It is tried again at',
    SENT: 'The mail server accepted it at',
    DELIVERED: 'It was delivered. It was sent at',
  },
  isDelayed: 'The mail server of the person could not take it yet. It is tried again.',
  reasons: {
    ADDRESS_REFUSED:
      'It bounced: there is no such mailbox. Replace the address with another e-mail.',
    NOT_ACCEPTED:
      'The mail server or SMS provider refused it or was tried too often, or nobody knows whether ' +
      'a text came. Send it again.',
    REFUSED_BEFORE:
      'It is not sent: an earlier mail to this person was refused. Replace the address with ' +
      'another e-mail.',
    SPAM_REPORT:
      'The person reported a mail as spam. Only codes that they ask for are still mailed to them. ' +
      'Hand the address over yourself.',
    UNSUBSCRIBED: 'It is not sent: the person wants no reminders.',
    LINK_ENDED: 'It is not sent: nothing of the link can be claimed any more.',
    LINK_REPLACED: 'It is not sent: the link got another address before.',
    NO_ADDRESS: 'It is not sent: the e-mail address was erased.',
    CODE_EXPIRED: 'It is not sent: the mail server could not take it while the code was valid.',
    TEST: 'It is not sent: in test mode nobody gets mails.',
  },
  noReason: 'It is not known why it was not sent.',
  said: (error: string) => `The mail server said: ${error}`,
  /** Texts for the staff of the operator. */
  staff: {
    one: (linkId: string) => `Link ${linkId}`,
    reviews: {
      title: 'Claims to review',
      about:
        'A claim broke a rule of its template. Until somebody releases the link, nothing of it ' +
        'can be chosen; to refuse it, cancel the link. If nobody decides, it goes back by itself.',
      rule: 'Rule',
      rules: {
        COUNTRY: 'Country',
        NETWORK: 'Too many from its network',
        ADDRESS: 'Too many for its e-mail address or phone number',
        AMOUNT: 'Too much of its template',
      },
      until: 'Goes back at',
      empty: 'No claim waits.',
      release: 'Release',
      releaseText: (left: string) =>
        `Its person can choose ${left} at once, and no further claim of it is checked.`,
      released: 'The link can be claimed.',
    },
    templates: {
      title: 'Link templates',
      name: 'Name',
      sender: 'Sender',
      factor: 'Second factor',
      rules: 'Rules for claims',
      network: (claims: string) => `${claims} a day from one network`,
      address: (claims: string) => `${claims} a day for one address`,
      amount: (amount: string) => `${amount} a day`,
      countries: (codes: string) => `only from ${codes}`,
      hours: (hours: string) => `goes back after ${hours} h`,
      quiet: 'Quiet hours',
      languages: 'Languages',
      changed: 'Changed',
      empty: 'The partner has no template: its links look as all links do.',
    },
    mailedTo: 'E-mail of the person',
    anyReference: 'Reference of the link or its file',
    by: {
      NONE: { label: 'The partner hands the address over itself' },
      EMAIL: { label: 'It is mailed to them' },
      SMS: { label: 'It is sent to them by SMS' },
    },
    reference: "The partner's reference",
    requestReference: "The partner's reference of what was sent",
    partner: 'Partner',
    addresses: 'Addresses it has had',
    from: 'Sent from',
    to: 'Sent before',
    empty: 'The partner has sent no such link.',
    resendText: (address: string) =>
      `The link is sent once more to ${address}: once an hour, five times in all. If the address ` +
      'is wrong, the partner replaces it.',
    cancelText: (left: string) =>
      `${left} goes back to the funds of the partner at once. What was chosen stays.`,
    reveal: 'Show an address',
    revealText: (left: string) =>
      `Whoever has the address can claim ${left}. The link gets a new one, which is shown to you ` +
      'once and mailed to nobody; the previous address stops working, and its page says so.',
    revealed: 'The link has a new address.',
    handOver: 'Hand this address over now',
    handOverText: 'It is shown once. The previous address no longer opens the link.',
  },
  file: {
    title: 'Send links from a file',
    about: 'One line for each person. The file is checked first, and nothing moves until you send.',
    columns:
      'Columns: amount, and optionally name, email, phone, reference, locale. Up to 100,000 ' +
      'lines. Where links are mailed, each line needs an email, and where they go by SMS, a phone.',
    template: 'Download a template',
    choose: 'The file',
    check: 'Check the file',
    bad: (faults: string) =>
      faults === '1' ? '1 fault. Nothing is sent.' : `${faults} faults. Nothing is sent.`,
    good: (links: string) =>
      links === '1' ? '1 line is as it should be.' : `${links} lines are as they should be.`,
    worth: 'Worth together',
    setAside: 'Set aside, fees that may arise included',
    fundsNow: 'Funds now',
    fundsAfter: 'Funds afterwards',
    tooLittle: 'Your funds do not suffice. Pay in before you send.',
    send: (links: string, amount: string) =>
      links === '1' ? `Send 1 link for ${amount}` : `Send ${links} links for ${amount}`,
    noAmount:
      'amount must be a number with a decimal point and no thousands separator, such as 1250.00',
    noHeader: 'The header lacks the column amount.',
    toLinks: 'To the links',
    toApprovals: 'To the approvals',
    tooLarge: 'The file is larger than 64 MB. Split it, with a reference for each part.',
    checking: (done: string, all: string) => `${done} of ${all} lines are checked.`,
    sentBefore: (links: string, left: string) =>
      left === '0'
        ? 'All links of this file are sent. Nothing is sent again.'
        : `${links} links of this file are sent: they are not sent again. ${left} are left.`,
    readAddresses: 'Get the addresses again',
    needsApproval: (parts: string) =>
      'The whole sum needs the approval of another of your people. The file is so large that it ' +
      `needs ${parts} approvals.`,
    progress: (done: string, all: string) => `${done} of ${all} links are done.`,
    stop: 'Stop',
    goOn: 'Go on',
    stopped: (links: string, amount: string, left: string) =>
      `Stopped: ${links} links for ${amount} are done, ${left} are not.`,
    stoppedText:
      'You can go on here, or later: choose the same file again, with the same reference and ' +
      'choices. Nothing is sent twice, not even links whose request got no response.',
    isSent: (links: string, amount: string) =>
      links === '1' ? `1 link for ${amount} is sent.` : `${links} links for ${amount} are sent.`,
    areAsked: (parts: string) =>
      parts === '1'
        ? '1 approval is asked for. Its links are sent once somebody approves it.'
        : `${parts} approvals are asked for. Their links are sent once somebody approves them.`,
    otherAddresses:
      'The addresses of links that were sent by an approval or by somebody else are not in the file.',
  },
} as const
