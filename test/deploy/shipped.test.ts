import { expect, test } from 'vitest'
import { clientBehind } from '../../src/http/listeners/client-address.ts'
import { loadConfig } from '../../src/settings/mod.ts'
import { readYaml } from './files.ts'
import { chartContainer, composeEnvironment } from './shipped-environments.ts'

const FILLED_IN = {
  POSTGRES_PASSWORD: 'postgres',
  TESSERA_MASTER_KEY: Buffer.alloc(32).toString('base64'),
  TESSERA_ADMIN_TOKEN: 'operator-token-of-the-files',
  TESSERA_PUBLIC_URL: 'https://api.example.com',
  DATABASE_URL: 'postgres://replaced',
}
const { services } = readYaml('deploy/docker/compose.yml')

test.each([
  // Addresses of HAProxy in a network of Docker, and of a pod in that of a cluster.
  ['compose', '172.18.0.5', composeEnvironment('api-1', FILLED_IN)],
  ['compose', '192.168.16.5', composeEnvironment('api-2', FILLED_IN)],
  ['chart', '10.244.1.7', chartContainer('Deployment/tessera-api', FILLED_IN).environment],
])(
  '%s: the service believes the balancer at %s about the address of the client, and nobody else',
  (_file, at, settings) => {
    const { trustedProxies } = loadConfig(settings)
    if (!trustedProxies) throw new Error('no proxy is trusted')

    expect(clientBehind(trustedProxies, at, '198.51.100.7, 203.0.113.9')).toBe('203.0.113.9')
    expect(clientBehind(trustedProxies, '203.0.113.9', '198.51.100.7')).toBe('203.0.113.9')
  },
)

test('no container of the compose file fills the disk with its log', () => {
  for (const [name, service] of Object.entries<(typeof services)[string]>(services)) {
    const { driver, options } = service.logging
    expect({ name, driver }).toEqual({ name, driver: 'json-file' })
    expect(Number.parseInt(options['max-size'], 10) * Number(options['max-file'])).toBeLessThan(500)
  }
})

test('an alert of the compose file reaches the webhook of its settings', () => {
  const { alerting } = readYaml('deploy/prometheus/prometheus.yml')
  const { route, receivers } = readYaml('deploy/docker/alertmanager.yml')
  const { secrets } = readYaml('deploy/docker/compose.yml')
  const [target] = alerting.alertmanagers[0].static_configs[0].targets
  const receiver = receivers.find(({ name }: { name: string }) => name === route.receiver)
  const [secret] = services.alertmanager.secrets

  expect(target.split(':')[0] in services).toBe(true)
  expect(receiver.webhook_configs).toEqual([{ url_file: `/run/secrets/${secret}` }])
  expect(secrets[secret]).toEqual({ environment: 'ALERT_WEBHOOK_URL' })
})

test('the database of the compose file is backed up each day; an incomplete copy has another name', () => {
  const { backup } = services
  const [script] = backup.command

  expect(backup.restart).toBe('unless-stopped')
  expect(backup.entrypoint.slice(0, 2)).toEqual(['bash', '-euo'])
  expect(script).toMatch(/pg_dump .*\.part"\n\s*mv "\$\$file\.part" "\$\$file"/)
  expect(backup.environment).toMatchObject({ PGHOST: 'postgres', PGDATABASE: 'tessera' })
})
