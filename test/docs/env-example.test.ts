import { expect, test } from 'vitest'
import { SETTINGS, type Setting } from '../../src/settings/config.ts'

const HEAD = `# Every setting of the service with its default; docs/settings.md explains them.
# Those that are not commented out have the value that production should have.
# Copy to .env, change what differs, and start with: node --env-file=.env bin/tessera.js serve
`

// `npx vitest run test/docs/env-example.test.ts -u` writes the file anew.
test('.env.example names every setting of src/settings/config.ts with its default', async () => {
  const entries = Object.values<Setting<unknown>>(SETTINGS).map(entryOf)

  await expect([HEAD, ...entries].join('\n')).toMatchFileSnapshot('../../.env.example')
})

/** Comments settings with a default out, so that a new default takes effect. */
function entryOf(setting: Setting<unknown>): string {
  const { variable, about, bounds, fallback, isSecret, production } = setting
  if (production !== undefined) return `# ${about}; ${bounds}\n${variable}=${production}\n`
  const hasValue = typeof fallback === 'string' || typeof fallback === 'number'
  const value = hasValue && !isSecret ? `${fallback}` : ''
  return `# ${about}; ${bounds}\n#${variable}=${value}\n`
}
