/**
 * Imports go up this list only, so a cycle between modules cannot be written; a module's only door is
 * its mod.ts. src/db/bundled is a wing of its own: only the composition root and the tests enter it.
 */
const MODULES = [
  'core',
  'documents',
  'csv',
  'pay-in',
  'telemetry',
  'db',
  'ledger',
  'events',
  'vault',
  'mail',
  'policy',
  'audit',
  'partners',
  'identity',
  'approvals',
  'requests',
  'alerts',
  'funds-notices',
  'webhooks',
  'catalog',
  'content',
  'links',
  'orders',
  'supply',
  'inventory',
  'imports',
  'connectors',
  'stand-ins',
  'issuer',
  'fulfillment',
  'cases',
  'consumers',
  'wallet-sessions',
  'credit-imports',
  'sandbox',
  'exports',
  'movements',
  'reconciliations',
  'trace',
  'reports',
  'distribution',
  'archive',
  'settings',
  'http',
  'demo',
  'cli',
  'process',
]
/** What composes the others: it alone reads settings, and enters the bundled server. */
const ROOT = '^src/(process/|(partner-)?main\\.ts$)'

/** What renders the documentation, with packages of the build; no process of the service loads it. */
const RENDERED = '^src/http/docs/render/'

/** The folders of src/http that have the routes of one kind of callers. */
const FAMILIES = 'v2|partner-v1|portal-v1|admin-v1|auth-v1|issuer-v1|claim'

const downward = MODULES.slice(0, -1).map((module, at) => ({
  name: `${module}-imports-up-only`,
  severity: 'error',
  from: { path: `^src/${module}/` },
  to: { path: `^src/(${MODULES.slice(at + 1).join('|')})/` },
}))

/**
 * Twins are made of parts of the statements that they stand for, so distribution/ enters any file.
 * The entries load the files of process/ one by one, when a command needs them.
 */
const doors = MODULES.slice(0, -1).map((module) => ({
  name: `${module}-has-one-door`,
  severity: 'error',
  from: { path: '^src/', pathNot: `^src/(${module}|distribution)/` },
  to: { path: `^src/${module}/`, pathNot: `^src/(${module}/mod|db/bundled/server)\\.ts$` },
}))

module.exports = {
  forbidden: [
    ...downward,
    ...doors,
    { name: 'no-cycle', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'own-door-is-for-others',
      comment:
        'a file of a module that imports its own mod.ts makes a cycle as soon as mod.ts exports it',
      severity: 'error',
      from: { path: '^src/([^/]+)/' },
      to: { path: '^src/$1/mod\\.ts$' },
    },
    {
      name: 'bundled-server-is-for-the-root',
      severity: 'error',
      from: { path: '^src/', pathNot: [ROOT, '^src/db/bundled/'] },
      to: { path: '^src/db/bundled/' },
    },
    {
      name: 'settings-are-handed-down',
      severity: 'error',
      from: { path: '^src/', pathNot: [ROOT, '^src/(settings|http|cli|demo)/'] },
      to: { path: '^src/settings/' },
    },
    {
      name: 'pages-stand-above-their-parts',
      severity: 'error',
      from: { path: '^web/src/(messages|format|api|session|components)/' },
      to: { path: '^web/src/(charts|webhooks|console|portal|shell)/' },
    },
    {
      name: 'pages-and-clients-know-the-service-by-its-documents',
      severity: 'error',
      from: { path: '^(web|sdk)/src/' },
      to: { path: '^src/' },
    },
    {
      name: 'families-know-nothing-of-each-other',
      comment: 'what two families of routes share stands in a folder of its own beside them',
      severity: 'error',
      from: { path: `^src/http/(${FAMILIES})/` },
      to: { path: `^src/http/(${FAMILIES})/`, pathNot: '^src/http/$1/' },
    },
    {
      name: 'families-are-joined-by-the-server',
      severity: 'error',
      from: { path: '^src/http/', pathNot: `^src/http/(${FAMILIES}|approvals|routes|server)[/.]` },
      to: { path: `^src/http/(${FAMILIES})/` },
    },
    {
      name: 'folders-of-http-form-no-circle',
      comment: 'bodies and queries are read before anything is known of the sender',
      severity: 'error',
      from: { path: '^src/http/(bodies|queries)/' },
      to: { path: '^src/http/(observability|signatures|shapes)/' },
    },
    {
      name: 'approvals-stand-above-the-routes-that-they-examine',
      severity: 'error',
      from: { path: '^src/http/admin-v1/' },
      to: { path: '^src/http/approvals/' },
    },
    {
      name: 'no-tests-in-src',
      severity: 'error',
      from: { path: '^((web|sdk)/)?src/' },
      to: { path: '^(test|bench)/' },
    },
    {
      name: 'no-development-packages-in-src',
      severity: 'error',
      from: { path: '^src/', pathNot: RENDERED },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'documentation-is-rendered-by-the-build',
      severity: 'error',
      from: { path: '^src/', pathNot: RENDERED },
      to: { path: RENDERED },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.js', '.cjs'] },
  },
}
