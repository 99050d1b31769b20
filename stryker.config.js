// Read by `npm run test:mutation`, once for each area.
const area = process.env.MUTATION_AREA ?? 'ledger'
const sample = process.env.MUTATION_SAMPLE
/** What decides about money, codes and orders without a database: random histories run all of it. */
const DECIDERS = [
  'cases/{case-events,case-writes,item-price,pay-back}',
  'inventory/{free-ranges,locked-buckets}',
  'ledger/{accounts,book,group,short-funds,spend-limits,transfer-checks}',
  'orders/{cancel-order,follow-funds,order,order-holds,order-links,order-payer,order-writes}',
  'orders/{place-order,price-lines,settle-order,suspend-order,transitions}',
].map((name) => `src/${name}.ts`)
const part = process.env.MUTATION_PART
const report = `reports/mutation/${area}${part ? `-${part}` : ''}`

/** @type {import('./scripts/stryker/node_modules/@stryker-mutator/core').PartialStrykerOptions} */
export default {
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutation.config.ts', related: false },
  mutate: area === 'histories' ? DECIDERS : [`src/${area}/**/*.ts`],
  plugins: [
    '@stryker-mutator/vitest-runner',
    './scripts/stryker/ignore-assertions.js',
    './scripts/stryker/ignore-database.js',
    './scripts/stryker/sample.js',
  ],
  checkers: sample === undefined ? [] : ['sample'],
  ignorers: area === 'histories' ? ['assertions', 'database'] : ['assertions'],
  mutator: { excludedMutations: ['StringLiteral'] },
  coverageAnalysis: 'perTest',
  // Mutants of what runs once, as a module loads, would each need a run of all tests.
  ignoreStatic: true,
  concurrency: 1,
  incremental: true,
  incrementalFile: `${report}.incremental.json`,
  dryRunTimeoutMinutes: 30,
  // A test that starts a server takes seconds on a busy machine. A mutant that hangs takes longer.
  timeoutMS: 90_000,
  reporters: ['clear-text', 'progress-append-only', 'json', 'html'],
  clearTextReporter: { logTests: false, reportTests: false, allowColor: false },
  jsonReporter: { fileName: `${report}.json` },
  htmlReporter: { fileName: `${report}.html` },
  thresholds: { high: 90, low: 80, break: ['histories', 'ledger'].includes(area) ? 90 : 80 },
}
