/** Payments by partners: the operator's accounts, and references that name the payer. */

export { readPayInAccounts, type PayInAccount } from './pay-in-accounts.ts'
export { printProForma, proFormaNumber, type ProForma } from './pro-forma.ts'
export { payInOf, payInReference, type PayIn } from './pay-in-reference.ts'
