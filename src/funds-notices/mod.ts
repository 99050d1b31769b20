/**
 * Mails that people of partners asked for: their funds are low, or a deposit has arrived. Owns no
 * table: the notices are settings of `partners`.
 */
export { checkFundsNotices } from './check-notices.ts'
export { fundsMails } from './funds-mails.ts'
