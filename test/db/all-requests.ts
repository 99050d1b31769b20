import { expect, onTestFinished } from 'vitest'
import { pageUrlOf } from '../../src/core/mod.ts'
import { openFixture } from '../conformance/bad-input/fixture.ts'
import { EXAMPLE_ACCOUNT } from '../openapi/example-preparations.ts'
import { DOCUMENTED, sendExample, type ExampleIds } from '../openapi/example-requests.ts'
import { eventually } from '../support/eventually.ts'
import { CLIENT, startProvider } from '../support/oidc-provider.ts'
import { gatherStatements, type SentStatement } from '../support/partitioned.ts'
import type { ServiceOptions } from '../support/service.ts'

/** Sends each request that the documents show, while workers process the results. */
export async function statementsOfAllRequests(
  options: Pick<ServiceOptions, 'connectThrough'> = {},
): Promise<readonly SentStatement[]> {
  const gathered = gatherStatements()
  const provider = await startProvider()
  onTestFinished(() => provider.close())
  provider.accounts.set(...EXAMPLE_ACCOUNT)
  const settings = { ...CLIENT, oidcIssuer: provider.issuer }
  const fixture = await openFixture({ ...options, settings })
  onTestFinished(() => fixture.end())
  provider.accept(`${pageUrlOf(fixture.url)}/console/oidc`)
  await eventually(async () => {
    expect((await fixture.admin.get('/admin/v1/audit/export')).text).not.toBe('')
  })
  const createdIds: ExampleIds = {}
  const refused: string[] = []
  for (const { name } of DOCUMENTED) {
    const { reply } = await sendExample(fixture, createdIds, name)
    if (reply.status >= 300) refused.push(name)
  }
  expect(refused).toEqual([])
  return [...gathered.values()]
}
