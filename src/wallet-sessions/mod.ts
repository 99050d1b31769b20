/**
 * Pages on which owners spend their wallets: one-time addresses, and the sessions that they open.
 * Owns wallet_sessions. What is spent is an order, decided in the group of the partner's book.
 */
export { forgetOldWalletSessions } from './old-sessions.ts'
export { forgetSessionsOf } from './session-rows.ts'
export { addressToken, type WalletSession } from './wallet-session.ts'
export {
  findWalletAddress,
  findWalletPage,
  makeWalletSession,
  openWalletPage,
  type Owner,
} from './wallet-sessions.ts'
