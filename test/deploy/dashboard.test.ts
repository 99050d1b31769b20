import { format } from 'oxfmt'
import { expect, test } from 'vitest'
import { dashboard } from './dashboard.ts'
import { documentedMetrics } from './metrics-table.ts'

const FILE = 'deploy/grafana/tessera.json'

// `npx vitest run test/deploy/dashboard.test.ts -u` writes the file anew.
test('deploy/grafana/tessera.json has a panel for each metric of docs/operations.md', async () => {
  const { code } = await format(FILE, JSON.stringify(dashboard(documentedMetrics())))

  await expect(code).toMatchFileSnapshot(`../../${FILE}`)
})
