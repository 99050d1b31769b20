/** The texts of the files of credits, loaded with their pages. */
export const creditTexts = {
  title: 'Credits from files',
  about: 'Credit many people at once, such as on payday: one line of a file for each.',
  emptyText:
    'Download the template, fill in a line for each person, and have the file checked. The check ' +
    'moves nothing; you see what it will cost before you start it.',
  open: 'Check a file',
  template: 'Download a template',
  reference: 'Reference',
  state: 'State',
  rows: 'Rows',
  credited: 'Credited',
  repeated: 'Credited before, so not again',
  refused: 'Refused',
  actor: 'Checked by',
  created: 'Checked',
  started: 'Started',
  ended: 'Ended',
  newPeople: 'People who are new',
  areAdded: 'are added',
  areErrors: 'are errors',
  form: {
    title: 'Check a file of credits',
    about: 'The whole file is checked first. Nothing is credited until you start it.',
    columns:
      'Columns: email or consumerId, amount, currency, reference, and optionally fullName, ' +
      'description, and your labels, such as metadata.team. Up to 1,000,000 lines.',
    file: 'The file',
    reference: 'Your reference of this file',
    referenceHelp:
      'Such as payday-2026-11. The same file again, under the same reference, moves nothing.',
    createConsumers: 'Add people who are not there yet',
    createConsumersHelp: 'They need an email and a fullName. If this is off, they are errors.',
    check: 'Check the file',
    checking: (rows: string) =>
      rows === '1' ? '1 row is checked so far.' : `${rows} rows are checked so far.`,
    sending: 'The file is being sent.',
    progress: 'The check of the file',
    noReference: 'Give the file a reference, without a slash.',
  },
  states: {
    CHECKING: 'The file is being checked. Nothing is credited yet.',
    REJECTED:
      'Nothing was credited. Correct the lines below in your file, and check it again under the ' +
      'same reference.',
    CHECKED: 'Each row can be credited. Nothing is credited until you start it.',
    RUNNING: 'The rows are being credited. You may leave this page; it goes on.',
    STOPPED:
      'Your funds did not suffice for the next rows. What is credited stays. Pay in, and go on.',
    CANCELLED: 'Nothing more of it is credited. What was credited stays.',
    DONE: 'Each row has an outcome; the report lists them row by row.',
  },
  dryRun: 'It was sent to be checked only, and can never be credited.',
  progress: (done: string, all: string) =>
    all === '1' ? `${done} of 1 row` : `${done} of ${all} rows`,
  totals: 'What is left to credit',
  funds: 'Funds now',
  fundsAfter: 'Funds afterwards',
  tooLittle: 'Your funds do not suffice. Pay in before you start.',
  needsOther: (rule: string, actor: string) =>
    `It needs two people. ${rule}. ${actor} had this file checked, so somebody else starts it, ` +
    'within a week.',
  othersStart: (rule: string) =>
    `It needs two people. ${rule}. You had this file checked, so somebody else starts it, within a ` +
    'week: they find it at Home and at Approvals.',
  nothingLeft: 'All rows were credited before: starting it moves nothing.',
  errors: (errors: string) => (errors === '1' ? '1 error' : `${errors} errors`),
  firstErrors: (shown: string) => `These are the first ${shown}; the report has more.`,
  line: 'Line',
  column: 'Column',
  fault: 'What is wrong',
  again: 'Check the corrected file',
  start: 'Start crediting',
  goOn: 'Go on crediting',
  startFor: (sums: string) => `Credit ${sums}`,
  startText: (rows: string, sums: string) =>
    rows === '1'
      ? `1 row is credited from your funds: ${sums}.`
      : `${rows} rows are credited from your funds: ${sums}.`,
  isStarted: 'It is being credited.',
  cancel: 'Cancel the file',
  cancelText: 'No further row is credited. What was credited stays.',
  isCancelled: 'The file is cancelled.',
  report: 'Download the report',
} as const
