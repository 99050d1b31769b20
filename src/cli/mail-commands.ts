import { group } from './invocation.ts'
import { operation } from './operation.ts'

export const MAILS = group('mails to consumers about their credits', {
  list: operation('listMails', {
    about: 'list mails, newest first',
    columns: [
      'createdAt',
      'transactionId',
      'consumerId',
      'email',
      'state',
      'reason',
      'attempts',
      'resends',
      'lastError',
    ],
  }),
  show: operation('getMail', {
    about: 'show the mail of a credit',
    fields: { transactionId: 'the id of the credit, such as trf_2_117' },
  }),
  resend: operation('resendMail', { about: 'send a mail once more, also one that was sent' }),
})

export const MAIL_SUPPRESSIONS = group(
  'consumers who get no mails, because their address was refused or they want none',
  {
    list: operation('listMailSuppressions', {
      about: 'list the suppressed consumers of a partner, the latest first',
      columns: ['consumerId', 'email', 'reason', 'transactionId', 'error', 'suppressedAt'],
    }),
    remove: operation('removeMailSuppression', { about: 'let a consumer get mails again' }),
  },
)
