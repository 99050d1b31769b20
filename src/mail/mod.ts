/**
 * Sends mails: one worker for the queues of several modules, and SMTP. Owns no table: a queue is in
 * the rows of its module.
 */
export { createMailWorker, type MailLog, type MailWorker } from './mail-worker.ts'
export type {
  LeasedMail,
  LeaseTerms,
  Mail,
  MailOutcome,
  MailQueue,
  MailTransport,
  Settlement,
  Sms,
  SmsTransport,
  PartnerSelection,
} from './mail.ts'
export { dueRows } from './due-rows.ts'
export { reasonOfFeedback, reasonOfSettlement, type MailReason } from './mail-reason.ts'
export { unsubscribeTokens } from './unsubscribe-token.ts'
export {
  outranks,
  type FeedbackName,
  type FeedbackOutcome,
  type FeedbackTarget,
  type MailFeedback,
} from './feedback.ts'
export { feedbackToken } from './feedback-token.ts'
export { receiveFeedback } from './receive-feedback.ts'
export { listenForReports, type ReportServer } from './report-server.ts'
export { readSesReport } from './ses-report.ts'
export {
  readFromSns,
  SnsBusy,
  SnsRefused,
  SnsUnreachable,
  SnsVerifier,
  type ReadFromSns,
} from './sns.ts'
export { isSignedByTwilio, readTwilioReport } from './twilio-report.ts'
export { isSelected } from './partner-selection.ts'
export { createSmtpTransport, type SmtpSettings } from './smtp-transport.ts'
export { createTwilioTransport, UNKNOWN_SMS, type TwilioSettings } from './twilio-transport.ts'
