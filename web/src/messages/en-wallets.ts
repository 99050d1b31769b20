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
  closeText: 'The wallet is closed for good: it takes no further credit or debit.',
  debit: 'Debit',
  debitText:
    "The amount goes back into the partner's funds, to correct a credit. The partner reads the " +
    'reason.',
  debitOf: (amount: string) => `Debit ${amount}`,
  debited: 'The wallet is debited',
  amount: 'Amount',
  reference: 'Reference',
  referenceHelp: 'New to the partner. With the same reference, the wallet is debited once.',
  leaves: (balance: string) => `The wallet will have ${balance}.`,
  tooMuch: (balance: string) => `The wallet has only ${balance}.`,
  empty: 'The first credit to a consumer opens a wallet.',
} as const
