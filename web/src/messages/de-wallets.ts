import type { walletTexts as en } from './en-wallets.ts'
import type { Translated } from './translated.ts'

export const walletTexts: Translated<typeof en> = {
  one: 'Wallet',
  status: 'Status',
  balance: 'Saldo',
  campaign: 'Kampagne',
  created: 'Seit',
  acts: 'Aktionen',
  freeze: 'Sperren',
  freezeText:
    'Die Wallet nimmt keine Gutschrift und keine Belastung an, bis sie wieder freigegeben ist.',
  frozen: 'Die Wallet ist gesperrt',
  unfreeze: 'Entsperren',
  unfreezeText: 'Die Wallet nimmt wieder Gutschriften und Belastungen an.',
  unfrozen: 'Die Wallet ist freigegeben',
  close: 'Schließen',
  closeText: 'Die Wallet nimmt endgültig keine Gutschrift und keine Belastung mehr an.',
  debit: 'Belasten',
  debitText:
    'Der Betrag geht zurück in das Guthaben des Partners, um eine Gutschrift zu korrigieren. Der ' +
    'Partner liest den Grund.',
  debitOf: (amount: string) => `${amount} abbuchen`,
  debited: 'Die Wallet ist belastet',
  amount: 'Betrag',
  reference: 'Referenz',
  referenceHelp: 'Neu für den Partner. Mit derselben Referenz wird die Wallet nur einmal belastet.',
  leaves: (balance: string) => `Die Wallet hat danach ${balance}.`,
  tooMuch: (balance: string) => `Die Wallet hat nur ${balance}.`,
  empty: 'Die erste Gutschrift an einen Endkunden eröffnet eine Wallet.',
}
