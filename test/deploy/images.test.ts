import { Ajv } from 'ajv'
import { DockerfileParser } from 'dockerfile-ast'
import { validate } from 'dockerfile-utils'
import { expect, test } from 'vitest'
import { SETTINGS } from '../../src/settings/config.ts'
import { readPage } from '../docs/markdown.ts'
import { readYaml } from './files.ts'

const DOCKERFILE = 'deploy/docker/Dockerfile'
const COMPOSE = 'deploy/docker/compose.yml'
const VARIABLES = new Set(Object.values(SETTINGS).map(({ variable }) => variable))

const parsed = DockerfileParser.parse(readPage(DOCKERFILE))
const compose = readYaml(COMPOSE)

test('the Dockerfile has no fault that a builder would report; an inserted fault is found', () => {
  expect(validate(readPage(DOCKERFILE))).toEqual([])
  expect(validate('FROM node:24\nCOPPY a b\nEXPOSE x')).toHaveLength(2)
})

test('the image is built in stages, runs without root and reports its health', () => {
  const stages = parsed.getFROMs()
  expect(stages.map((from) => from.getImageTag())).toEqual(['24-bookworm-slim', '24-bookworm-slim'])
  const last = parsed.getInstructions().slice(-12)
  const text = (keyword: string): string[] =>
    last.filter((one) => one.getKeyword() === keyword).map((one) => one.getArgumentsContent() ?? '')

  expect(text('USER')).toEqual(['1000:1000'])
  expect(text('HEALTHCHECK').join()).toContain('/health/ready')
  expect(text('ENTRYPOINT').join()).toContain('bin/tessera.js')
})

test('all that the image copies is in the project, or is built there', () => {
  const sources = copiedPaths()
  const built = new Set(['dist', 'web/dist', 'node_modules', '.'])

  expect(sources).toContain('scripts/node-version.js')
  expect(sources.filter((path) => !built.has(path) && !existsHere(path))).toEqual([])
})

test('the image keeps optional packages, which have the native parts of others', () => {
  const commands = parsed.getInstructions().filter((one) => one.getKeyword() === 'RUN')
  const text = commands.map((one) => one.getArgumentsContent()).join('\n')

  expect(text).toContain('npm ci ')
  expect(text).not.toContain('--omit=optional')
})

test('the compose file matches the compose schema; one with a fault does not', () => {
  const text = readPage('node_modules/dclint/schemas/compose.schema.json')
  // No validator knows the address by which the schema names its dialect.
  const { $schema: _, ...schema } = JSON.parse(text)
  const isValid = new Ajv({ strict: false, validateFormats: false }).compile(schema)

  expect(isValid(compose) || isValid.errors).toBe(true)
  expect(isValid({ services: { api: { imagee: 'tessera' } } })).toBe(false)
})

test('the processes of the compose file run without rights, with settings that exist', () => {
  for (const name of ['api-1', 'api-2', 'worker']) {
    const { read_only, cap_drop, environment } = compose.services[name]
    expect({ name, read_only, cap_drop }).toEqual({ name, read_only: true, cap_drop: ['ALL'] })
    expect(Object.keys(environment).filter((key) => !VARIABLES.has(key))).toEqual([])
  }
  const { TESSERA_ROLE: role, TESSERA_SECOND_FACTOR: factor } =
    compose.services['worker'].environment
  expect([role, factor]).toEqual(['worker', '${TESSERA_SECOND_FACTOR:-operators}'])
})

test('Prometheus scrapes each process of the compose file at its operator address', () => {
  const { scrape_configs } = readYaml('deploy/prometheus/prometheus.yml')
  const [{ job_name, static_configs }] = scrape_configs
  const processes = Object.keys(compose.services).filter((name) => /^(api|worker)/.test(name))

  expect(job_name).toBe('tessera')
  expect(static_configs[0].targets).toEqual(processes.map((name) => `${name}:8081`))
})

test('the balancer of the compose file is deploy/haproxy/haproxy.cfg with names of containers', () => {
  const addressed = fromDefaults('deploy/haproxy/haproxy.cfg')
    .replace('bind 127.0.0.1:8080', 'bind :8080')
    .replace('127.0.0.1:8081', 'api-1:8080')
    .replace('127.0.0.1:8082', 'api-2:8080')
    .replace('bind 127.0.0.1:8443', 'bind :8443')
    .replace('rise 1', 'rise 1 resolvers containers init-addr none')

  expect(fromDefaults('deploy/docker/haproxy.cfg')).toBe(addressed)
})

function fromDefaults(path: string): string {
  const text = readPage(path)
  return text.slice(text.indexOf('defaults\n'))
}

/** The sources of each COPY, from the root of the project. */
function copiedPaths(): string[] {
  return parsed
    .getCOPYs()
    .map((copy) => copy.getArguments().map((one) => one.getValue()))
    .flatMap((paths) => paths.slice(0, -1))
    .map((path) => path.replace('/app/', ''))
}

function existsHere(path: string): boolean {
  try {
    return readPage(path) !== ''
  } catch (error) {
    // A folder cannot be read as a file.
    return error instanceof Error && 'code' in error && error.code === 'EISDIR'
  }
}
