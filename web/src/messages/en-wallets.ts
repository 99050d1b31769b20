/** The texts of wallets, loaded with their page. */
export const walletTexts = {
  one: 'Wallet',
  status: 'Status',
  balance: 'Balance',
  campaign: 'Campaign',
  created: 'Since',
  acts: 'Actions',
  freeze: 'Freeze',
  freezeText: 'The wallet takes no credit and no debit until it is enabled again.',
  frozen: 'The wallet is frozen',
  unfreeze: 'Unfreeze',
  unfreezeText: 'The wallet takes credits and debits again.',
  unfrozen: 'The wallet is enabled',
  close: 'Close',
  closeText: 'The wallet takes no credit and no debit for good.',
  debit: 'Debit',
  debitText:
    "The amount goes back into the partner's funds, to correct a credit. The partner reads the " +
    'reason.',
  debitOf: (amount: string) => `Debit ${amount}`,
  debited: 'The wallet is debited',
  amount: 'Amount',
  reference: 'Reference',
  referenceHelp: 'With the same one, it is debited once. No transaction of the partner has it.',
  leaves: (balance: string) => `The wallet will have ${balance}.`,
  tooMuch: (balance: string) => `The wallet has only ${balance}.`,
  empty: 'The first credit to a consumer opens a wallet.',
} as const
