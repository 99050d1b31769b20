/** The texts of the templates of mails, loaded with their page. */
export const mailTemplateTexts = {
  title: 'Mail templates',
  about: 'The texts of mails about credits. Changes apply to mails that are sent from now on.',
  whose: 'Mails of',
  whoseHelp: 'Without a choice: of all partners without a template.',
  all: 'all partners',
  language: 'Language',
  languageHelp: 'A tag such as de or pt-BR.',
  own: 'These texts are in force. Save them to change them.',
  ofDefault: 'No texts are set: mails have the default texts below. Save to set these.',
  ofAll: (language: string) =>
    `No texts are set for these mails: they have the texts of all partners in ${language}.`,
  ofPartner: (language: string) =>
    `No texts are set in this language: mails have the texts of the partner in ${language}.`,
  subject: 'Subject',
  text: 'Plain text',
  placeholders:
    'May name {{ consumerName }}, {{ partnerName }}, {{ amount }}, {{ newBalance }}, ' +
    '{{ creditedOn }}, {{ description }} and {{ walletUrl }}.',
  html: 'HTML of the mail',
  htmlHelp: 'Empty: mails have plain text only.',
  save: 'Save the texts',
  saved: 'The texts are saved.',
  preview: 'Preview',
  example: 'A mail with example data. Nothing is sent.',
  part: 'Show',
  parts: { html: 'With design', text: 'Plain text' },
  width: 'On',
  widths: { phone: 'A phone', desk: 'A desktop' },
  setTitle: 'Templates that are set',
  setAt: 'Set',
  setBy: 'By',
  open: (language: string) => `Change ${language}`,
  remove: 'Remove',
  removeText: (language: string) =>
    `Mails in ${language} get the texts that they would have without this template.`,
  empty: 'Mails have the default texts until some are saved.',
} as const
