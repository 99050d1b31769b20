import type { Fault } from '../worlds/planted/faults.ts'

/** Faults that only show where processes and connections fail, or several processes meet. */
export const SIMULATION_FAULTS: readonly Fault[] = [
  {
    name: 'a COMMIT whose answer was lost is taken for a failure',
    file: 'src/db/outcome.ts',
    right: "if (outcome === 'committed') return true",
    wrong: "if (outcome === 'committed') return false",
  },
  {
    name: 'a transaction that was lost is taken for committed',
    file: 'src/db/outcome.ts',
    right: "if (outcome === 'not committed') return false",
    wrong: "if (outcome === 'not committed') return true",
  },
  {
    name: 'a cached book is written over what another process wrote',
    file: 'src/ledger/book-rows.ts',
    right: 'books.version = ${version} ${unlessArchived(book)}',
    wrong: 'books.version >= ${version} ${unlessArchived(book)}',
  },
  {
    name: 'a process begins after events that it had only read',
    file: 'src/webhooks/endpoint-run.ts',
    right: 'const lastEvent = this.#lastEvent()',
    wrong: 'const lastEvent = this.#readUpTo',
  },
  {
    name: 'a repeated deposit is paid twice',
    file: 'src/partners/funding.ts',
    right: 'if (earlier) return replay(earlier, input)\n',
    wrong: 'if (earlier && input.reason) return replay(earlier, input)\n',
  },
  {
    name: 'a form of a link that is sent again is another claim',
    file: 'src/http/claim/nonce.ts',
    right: 'hashOf(vault, `${keyName}:${number}`)',
    wrong: 'hashOf(vault, `${keyName}:${number}:${Math.random()}`)',
  },
  {
    name: 'what a link gives back is still open',
    file: 'src/links/link-state.ts',
    right: 'link.returnedMinor += amountMinor',
    wrong: 'link.returnedMinor += 0n * amountMinor',
  },
  {
    name: 'a form of a wallet that is sent again is another card',
    file: 'src/http/claim/wallet-purse.ts',
    right: 'keyName: `wallet-claim:${walletId}`',
    wrong: 'keyName: `wallet-claim:${walletId}:${Math.random()}`',
  },
  {
    name: 'what an order holds of a wallet is debited',
    file: 'src/consumers/transact-wallet.ts',
    right: 'const availableMinor = spendable(account)',
    wrong: 'const availableMinor = account.creditsPosted - account.debitsPosted',
  },
  {
    name: 'the last credit that is read has no mail',
    file: 'src/consumers/notification-rows.ts',
    right: 'and t.transfer_no <= ${upTo}',
    wrong: 'and t.transfer_no < ${upTo}',
  },
  {
    name: 'mails of a wallet overtake each other',
    file: 'src/consumers/mail-lease-rows.ts',
    right: 'earlier.transfer_no < due.transfer_no',
    wrong: 'earlier.transfer_no < 0',
  },
  {
    name: 'a purchase whose answer was lost counts as not bought',
    file: 'src/connectors/machine.ts',
    right: 'return unknown(verdict.detail)',
    wrong: "return { means: 'refused', for: 'account', detail: verdict.detail }",
  },
  {
    name: 'the cost of a purchase at the second supplier is not recorded',
    file: 'src/connectors/adapters/tillo.ts',
    right: "textAt(data, 'cost_value', 'amount'),",
    wrong: "textAt(data, 'face_value', 'amount'),",
  },
  {
    name: 'a code is given to two orders',
    file: 'src/inventory/free-ranges.ts',
    right: 'first: first + rest.takenCodes,',
    wrong: 'first,',
  },
]
