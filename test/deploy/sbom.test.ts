import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import type { Json } from '../support/client.ts'
import { PROJECT, readPage } from '../docs/markdown.ts'

const run = promisify(execFile)
const PERMISSIVE = /^(0BSD|MIT|MIT-0|ISC|Apache-2\.0|BSD-[23]-Clause|BlueOak-1\.0\.0|PSF-2\.0)$/
const IN_MODULES = /^.*node_modules\//

interface Installed {
  readonly dev?: boolean
  readonly link?: boolean
  readonly version: string
}

/** Packages whose package.json names no license of the list, but whose LICENSE is permissive. */
const UNNAMED = ['dejavu-fonts-ttf', 'png-js']

test('npm run sbom has each package of production, no other one, and permissive licenses', async () => {
  const { stdout } = await run('npm', ['run', '--silent', 'sbom'], { cwd: PROJECT })
  const { bomFormat, metadata, components }: Json = JSON.parse(stdout)
  const listed: Json[] = components

  expect([bomFormat, metadata.component['bom-ref']]).toEqual(['CycloneDX', 'tessera@0.1.0'])
  const names = listed.map(({ 'bom-ref': reference }) => String(reference))
  expect(new Set(names.filter((name) => !name.startsWith('@tessera/')))).toEqual(production())
  const licenses = listed.flatMap((one) => (one.licenses ?? []).map(licenseOf))
  expect(licenses.filter((license) => !PERMISSIVE.test(license))).toEqual([])
  const unnamed = listed.filter((one) => !one.licenses && !one['bom-ref'].startsWith('@tessera/'))
  expect(unnamed.map(({ name }) => name)).toEqual(UNNAMED)
  for (const name of UNNAMED) {
    expect(readPage(`node_modules/${name}/LICENSE`)).toMatch(/permission is hereby granted, free/i)
  }
})

/** Returns the production packages of the lock file, as name@version. */
function production(): Set<string> {
  const { packages }: { packages: Record<string, Installed> } = JSON.parse(
    readPage('package-lock.json'),
  )
  const installed = Object.entries(packages).filter(
    ([path, { dev, link }]) => IN_MODULES.test(path) && dev !== true && link !== true,
  )
  return new Set(
    installed.map(([path, { version }]) => `${path.replace(IN_MODULES, '')}@${version}`),
  )
}

function licenseOf({ license, expression }: Json): string {
  return expression ?? license.id ?? license.name
}
