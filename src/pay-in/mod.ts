/** How partners pay in: the operator's accounts, and the reference that names the payer. */

export { readPayInAccounts, type PayInAccount } from './pay-in-accounts.ts'
export { printProForma, proFormaNumber, type ProForma } from './pro-forma.ts'
export { payInOf, payInReference, type PayIn } from './pay-in-reference.ts'
