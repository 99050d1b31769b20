/**
 * Consumers, their wallets, campaigns and wallet transactions, the supplier that credits wallets
 * for orders, and the mails about credits. Owns consumers, wallets, campaigns, notifications,
 * notification_cursors, mailing, mail_suppressions, mail_templates and erasures; the money in
 * wallets moves through the ledger's groups.
 */
export { CREDIT_FEEDBACK } from './credit-feedback.ts'
export { openCampaign, openCampaignWallet } from './campaigns.ts'
export type { Campaign, NewCampaign, NewCampaignWallet } from './campaigns.ts'
export {
  createConsumer,
  consumerWrite,
  type Consumer,
  type NewConsumer,
} from './create-consumer.ts'
export { eraseConsumer, type NewErasure } from './erase-consumer.ts'
export { eraseRecipient, type RecipientErasure } from './erase-recipient.ts'
export { listErasures, type Erasure, type ErasureKind } from './erasures.ts'
export { isMailingOn, switchMailingOff, switchMailingOn } from './mailing.ts'
export { findMail, listMails } from './list-mails.ts'
export { MAIL_STATES, type MailName, type MailState, type SentMail } from './mail.ts'
export {
  listMailSuppressions,
  removeMailSuppression,
  type MailSuppression,
} from './mail-suppressions.ts'
export type { MailTemplate, MailTexts } from './mail-template.ts'
export { listMailTemplates } from './mail-template-rows.ts'
export {
  findTemplateInForce,
  previewMail,
  removeMailTemplate,
  setMailTemplate,
  type TemplateInForce,
} from './mail-templates.ts'
export { OLD_MAILS } from './mail-rows.ts'
export { resendMail } from './resend-mail.ts'
export { listConsumers, listWallets } from './lists.ts'
export type { ConsumerEntry, List, ListRequest } from './lists.ts'
export { findConsumers, type FoundConsumer, findWalletsById } from './find-people.ts'
export { findCreditSubscriber, unsubscribeFromCredits } from './unsubscribe-credits.ts'
export { SUPPRESSION_SORTS } from './suppression-rows.ts'
export {
  CONSUMER_SORTS,
  WALLET_SORTS,
  listAllConsumers,
  listAllWallets,
  listCampaigns,
  type ListedCampaign,
  type ListedConsumer,
  type ListedWallet,
} from './operator-lists.ts'
export { createNotifier } from './notifier.ts'
export type { NotifierOptions } from './notifier.ts'
export { debitWallet, type WalletDebit } from './debit-wallet.ts'
export { setWalletStatus, type WalletStatusChange } from './set-wallet-status.ts'
export { blindEmail, openEmails } from './sealed-email.ts'
export { findStandardWallets, type StandardWallet } from './standard-wallets.ts'
export { submitRows, type Row, type RowKeys, type RowOutcome } from './submit-rows.ts'
export { transactWallet, walletTransactionWrite } from './transact-wallet.ts'
export type { NewWalletTransaction, TransactionType, WalletTransaction } from './transact-wallet.ts'
export { createWalletSupplier } from './wallet-supplier.ts'
export { recipientWalletFinder } from './wallet-supplier-recipients.ts'
export type { ConsumerWrite } from './write.ts'
export { type Wallet, type WalletStatus, type WalletType } from './wallet.ts'
