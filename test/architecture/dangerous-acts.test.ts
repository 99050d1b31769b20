import { expect, test } from 'vitest'
import { filesThatMatch, sourceFile, sourceFiles } from './sources.ts'

interface Act {
  readonly pattern: RegExp
  /** All files that have it. */
  readonly files: readonly string[]
  /** Texts that the pattern must find: a pattern that finds nothing would always pass. */
  readonly examples: readonly string[]
  readonly counterexamples: readonly string[]
}

const ACTS: Readonly<Record<string, Act>> = {
  'rows of transfers are inserted': {
    pattern: /insert\s+into\s+transfers\b/i,
    files: ['src/ledger/book-rows.ts'],
    examples: ['insert into transfers (', 'INSERT INTO\n  transfers values'],
    counterexamples: ['insert into transfers_seen (', 'select from transfers'],
  },
  'rows of transfers are changed or removed': {
    pattern:
      /(update|delete\s+from|truncate)\s+transfers\b(?! set memo = null, metadata = null\s+where)/i,
    // Credits and debits of wallets, once they are archived.
    files: ['src/distribution/ledger-rows.ts', 'src/ledger/opening-rows.ts'],
    examples: [
      'update transfers set memo = null, metadata = null, amount = 1 where',
      'update transfers set amount = 1',
      'delete from transfers',
      'truncate transfers',
    ],
    // Erasure empties descriptions and metadata, and changes nothing else.
    counterexamples: [
      'for update of books; select from transfers',
      'update transfers set memo = null, metadata = null\n      where partner_id',
    ],
  },
  'balances are written': {
    pattern: /(update|insert\s+into|delete\s+from)\s+accounts\b/i,
    files: ['src/ledger/book-rows.ts'],
    examples: ['update accounts set', 'insert into accounts (', 'delete from accounts'],
    counterexamples: ['from accounts where'],
  },
  'what is sealed is decrypted': {
    pattern: /createDecipheriv|privateDecrypt|subtle\s*\.\s*decrypt/,
    files: ['src/vault/cipher.ts'],
    examples: ['createDecipheriv(a, b, c)', 'crypto.subtle.decrypt(a)'],
    counterexamples: ['createCipheriv(a, b, c)'],
  },
  'codes are opened': {
    pattern: /\.open\(\s*['"`]codes['"`]/,
    files: ['src/connectors/units.ts', 'src/fulfillment/read-items.ts'],
    examples: ["vault.open('codes', a, b)", 'keys.open(\n  "codes",'],
    counterexamples: ["vault.open('credentials', a, b)", "vault.seal('codes', a, b)"],
  },
  'secrets of credentials are opened': {
    pattern: /\.open\(\s*['"`]credentials['"`]/,
    files: [
      'src/approvals/request-approval.ts',
      'src/audit/operator-write.ts',
      'src/audit/signing-key.ts',
      'src/connectors/connections.ts',
      'src/identity/link-mails.ts',
      'src/identity/totp.ts',
      'src/partners/credential-claims.ts',
      'src/partners/credential-secrets.ts',
      'src/takeover/accounts.ts',
      'src/webhooks/endpoint-secret.ts',
    ],
    examples: ["vault.open('credentials', a, b)"],
    counterexamples: ["vault.open('codes', a, b)"],
  },
  'addresses of consumers are opened': {
    pattern: /\.open\(\s*['"`]consumers['"`]/,
    files: [
      'src/consumers/sealed-email.ts',
      'src/credit-imports/stored-rows.ts',
      'src/links/link-parts.ts',
      'src/links/recipient.ts',
      'src/orders/draft-request.ts',
    ],
    examples: ["vault.open('consumers', a, b)"],
    counterexamples: ["vault.open('codes', a, b)"],
  },
  'secrets are compared in constant time': {
    pattern: /\btimingSafeEqual\b/,
    files: ['src/core/is-same-secret.ts', 'src/http/bodies/digest.ts'],
    examples: ['timingSafeEqual(one, other)'],
    counterexamples: ['isSameSecret(one, other)'],
  },
  'the environment is read': {
    pattern: /\bprocess\s*(\.\s*env\b|\[)|\{[^{}]*\benv\b[^{}]*\}\s*=\s*process\b/,
    files: ['src/settings/config.ts'],
    examples: ['process.env', "process['env']", 'const { env } = process', 'process .env'],
    counterexamples: ['process.exitCode', 'process.environment', 'env: PROGRAM_ENVIRONMENT'],
  },
  'the time is read': {
    pattern: /\bDate\.now\b|\bnew Date\b|(?<!\w)Date\(|\bperformance\b|\bhrtime\b|\buptime\(/,
    files: ['src/core/clock.ts'],
    examples: ['Date.now()', 'new Date()', 'new Date', 'performance.now()', 'process.hrtime()'],
    counterexamples: ['clock.now()', 'created_at: Date', 'dateAt(ms)', 'toDate(x)'],
  },
  'something is drawn at random': {
    pattern: new RegExp(
      [
        String.raw`\bMath\.random\b`,
        String.raw`\{[^{}]*\b(?:random\w+|getRandomValues|webcrypto)\b[^{}]*\} from 'node:crypto'`,
        String.raw`(?<!-p ')\bcrypto\.(?:random|getRandom)`,
        String.raw`\* as \w+ from 'node:crypto'`,
      ].join('|'),
    ),
    // The bundled server starts before packages are known to be there, which core imports.
    files: ['src/core/random.ts', 'src/db/bundled/backup-notes.ts', 'src/db/bundled/claim.ts'],
    examples: [
      'Math.random()',
      "import { createHash, randomUUID } from 'node:crypto'",
      "import * as crypto from 'node:crypto'",
      'crypto.randomUUID()',
      'crypto.getRandomValues(x)',
    ],
    counterexamples: [
      "import { randomUUID } from '../core/mod.ts'",
      'randomFraction()',
      "node -p 'crypto.randomUUID()'",
    ],
  },
}

const SOURCES = sourceFiles('src')

test.each(Object.entries(ACTS))('%s: in these files and in no other', (_, { pattern, files }) => {
  expect(filesThatMatch(SOURCES, pattern)).toEqual(files)
})

test.each(Object.entries(ACTS))('%s: the pattern finds an example', (_, act) => {
  const finds = (text: string) => filesThatMatch([sourceFile('a.ts', text)], act.pattern)

  expect(act.examples.filter((example) => finds(example).length === 0)).toEqual([])
  expect(act.counterexamples.filter((text) => finds(text).length > 0)).toEqual([])
})

test('an act in a comment is ignored, and the line after it is checked', () => {
  const file = sourceFile(
    'a.ts',
    "/** Not process.env. */\n// nor process.env\nconst url = 'https://x' + process.env.X\n",
  )

  expect(filesThatMatch([file], ACTS['the environment is read']?.pattern ?? /^/)).toEqual(['a.ts'])
  expect(file.code.split('\n').map((line) => line.includes('process.env'))).toEqual([
    false,
    false,
    true,
    false,
  ])
})

test('all source folders are read', () => {
  expect(SOURCES.length).toBeGreaterThan(150)
  expect(SOURCES.map(({ path }) => path)).toContain('src/ledger/book.ts')
})
