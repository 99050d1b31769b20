/**
 * Mails that users of partners asked for, about low funds or a deposit that arrived. Owns no table:
 * the notices belong to `partners`.
 */
export { checkFundsNotices } from './check-notices.ts'
export { fundsMails } from './funds-mails.ts'
