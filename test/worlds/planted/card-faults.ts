import type { Fault } from './faults.ts'

const SETTLE = 'src/issuer/settle.ts'
const REVERSE = 'src/issuer/reverse.ts'

/** Faults of the issuer's book, for the histories of cards over HTTP. */
export const CARD_FAULTS: readonly Fault[] = [
  {
    name: 'a capture takes more than was authorized',
    file: SETTLE,
    right: 'if (capturedMinor > authorizedMinor) throw',
    wrong: 'if (capturedMinor > authorizedMinor * 9n) throw',
  },
  {
    name: 'what is left of a captured authorization is lost',
    file: SETTLE,
    right: "change.move('RELEASE', authorizedMinor - capturedMinor, authorization)",
    wrong: 'void authorizedMinor',
  },
  {
    name: 'an authorization is captured after its days',
    file: SETTLE,
    right: '&& authorization.expiresMs > nowMs',
    wrong: '&& authorization.expiresMs > 0',
  },
  {
    name: 'refunds give back more than was captured',
    file: SETTLE,
    right: 'authorization.capturedMinor - authorization.refundedMinor)',
    wrong: 'authorization.capturedMinor)',
  },
  {
    name: 'a blocked card takes a refund',
    file: SETTLE,
    right: "(await stateOfCard(tx, card)) !== 'ACTIVE'",
    wrong: "(await stateOfCard(tx, card)) === 'UNKNOWN'",
  },
  {
    name: 'an authorization is partial although that was not allowed',
    file: 'src/issuer/authorize.ts',
    right: 'if (allowPartial && balanceMinor > 0n)',
    wrong: 'if (balanceMinor > 0n || allowPartial)',
  },
  {
    name: 'a call that was reversed is done once more',
    file: 'src/issuer/keyed-call.ts',
    right: 'if (earlier.reversed_at !== null) {',
    wrong: "if (earlier.kind === 'REVERSE') {",
  },
  {
    name: 'a reference replays another call',
    file: 'src/issuer/keyed-call.ts',
    right: 'earlier.fingerprint?.equals(fingerprint) !== true',
    wrong: 'earlier.fingerprint === null',
  },
  {
    name: 'a call is undone twice',
    file: REVERSE,
    right: 'if (call.reversed_at === null) await undo',
    wrong: 'await undo',
  },
  {
    name: 'a reversed capture keeps what was refunded of it',
    file: REVERSE,
    right: 'if (authorization.refundedMinor > 0n) {',
    wrong: 'if (authorization.refundedMinor < 0n) {',
  },
  {
    name: 'a card pays what was paid back with it',
    file: REVERSE,
    right: "(await stateOfCard(tx, card)) === 'PAID_BACK'",
    wrong: "(await stateOfCard(tx, card)) === 'UNKNOWN'",
  },
  {
    name: 'a card that was used is refunded',
    file: 'src/issuer/card-rows.ts',
    right: 'where locked.is_used`',
    wrong: 'where locked.is_used and false`',
  },
  {
    name: 'an authorization of another merchant is captured',
    file: 'src/issuer/card-rows.ts',
    right: 'and merchant_id = ${merchantId})\n    for update`',
    wrong: 'and ${merchantId} > 0)\n    for update`',
  },
]
