/**
 * Pages on which owners spend their wallets: one-time addresses and mailed codes, and the sessions
 * that these open. Owns wallet_sessions and wallet_sign_ins. Spending is an order, decided in a
 * group of the partner's book.
 */
export { deleteOldSessions } from './session-rows.ts'
export { deleteOldSignIns } from './sign-in-rows.ts'
export { deleteSessionsOf } from './session-rows.ts'
export { requestSignIn, enterSignIn } from './sign-in.ts'
export { createSignInMails } from './sign-in-mails.ts'
export { forgetSignInsOf } from './sign-in-rows.ts'
export { addressToken, type WalletSession } from './wallet-session.ts'
export {
  findWalletAddress,
  findWalletPage,
  makeWalletSession,
  openWalletPage,
  type Owner,
} from './wallet-sessions.ts'
