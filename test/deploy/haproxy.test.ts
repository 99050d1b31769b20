import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { PROJECT } from '../docs/markdown.ts'
import { HAPROXY } from './balancer-programs.ts'
import { testBalancer } from './balancing.ts'

test.each(['deploy/haproxy/haproxy.cfg', 'deploy/docker/haproxy.cfg'])(
  'HAProxy accepts %s without a warning',
  (path) => {
    const checked = spawnSync('haproxy', ['-c', '-f', path], { cwd: PROJECT, encoding: 'utf8' })

    expect(checked.stderr).toBe('')
    expect(checked.status).toBe(0)
  },
)

testBalancer(HAPROXY)
