import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { referenceOf } from '../../src/http/docs/render/operations.ts'
import { samplesOf } from '../../src/http/docs/render/samples.ts'
import { ROUTES } from '../../src/http/routes.ts'
import { PROJECT } from '../docs/markdown.ts'

const { groups } = referenceOf(
  { audience: 'partners', title: 'API reference', href: '/docs/reference' },
  ROUTES,
)
const OPERATIONS = groups.flatMap(({ operations }) => operations)

/** Binds each call of the samples to the method of the client, without sending anything. */
const CHECK = `
import inspect, json, sys
from tessera import Tessera
class Client:
    def __getattr__(self, name):
        signature = inspect.signature(getattr(Tessera, name))
        return lambda *args, **named: signature.bind(self, *args, **named) and []
class Names(dict):
    def __missing__(self, name):
        return __builtins__.__dict__[name] if hasattr(__builtins__, name) else "an id"
faults = []
for sample in json.load(sys.stdin):
    try:
        exec(sample, Names(client=Client(), print=lambda *_: None))
    except Exception as error:
        faults.append([sample, repr(error)])
print(json.dumps(faults))
`

test('the Python of each operation calls a method of the client as it is', () => {
  const samples = OPERATIONS.flatMap(samplesOf)
    .filter(({ language }) => language === 'python')
    .map(({ text }) => text)

  const { stdout, stderr } = spawnSync('python3', ['-c', CHECK], {
    cwd: join(PROJECT, 'sdk-python'),
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
    input: JSON.stringify(samples),
    encoding: 'utf8',
  })

  expect(samples.length).toBeGreaterThan(15)
  expect({ faults: JSON.parse(stdout || 'null'), stderr }).toEqual({ faults: [], stderr: '' })
})
