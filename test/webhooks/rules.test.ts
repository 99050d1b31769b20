import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  checkUrl,
  isPublicAddress,
  JITTER_SHARE,
  nextAttemptAt,
  RETRY_PAUSE_SECONDS,
} from '../../src/webhooks/mod.ts'

const PUBLIC = '1.1.1.1 8.8.8.8 172.32.0.1 192.167.255.255 169.253.1.1 100.128.0.1 2606:4700::1111'
const REFUSED = (
  '0.0.0.0 10.0.0.1 100.64.0.1 127.0.0.1 127.255.255.254 169.254.169.254 172.16.0.1' +
  ' 172.31.255.255 192.0.0.1 192.0.2.1 192.168.1.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1' +
  ' 240.0.0.1 255.255.255.255 :: ::1 ::ffff:10.0.0.1 ::ffff:127.0.0.1 ::ffff:7f00:1' +
  ' 64:ff9b::10.0.0.1 64:ff9b::a9fe:a9fe fc00::1 fd00:ec2::254 fe80::1 fe80::1%eth0 fec0::1' +
  ' ff02::1 2001:db8::1 2001::1 2002:7f00:1:: 3fff::1 ::127.0.0.1 100::1 example.com 127.1'
).split(' ')

test.each(PUBLIC.split(' '))('%s is an address of the internet', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

test.each(REFUSED)(
  '%s is refused: private, reserved, or another form of such an address',
  (one) => {
    expect(isPublicAddress(one)).toBe(false)
  },
)

test.each(['https://2130706433/', 'https://0x7f.1/', 'https://0177.0.0.1/', 'https://[::1]/'])(
  '%s is refused, because it is an address of this machine',
  (url) => {
    const strict = { isHttpAllowed: false, isPrivateAllowed: false }
    expect(() => checkUrl(url, strict)).toThrow('url')
    expect(checkUrl(url, { ...strict, isPrivateAllowed: true })).toMatch(/^https:/)
  },
)

test('an event is tried again after each pause, and given up after the last one', () => {
  const now = 1_000_000
  const pauses = [...RETRY_PAUSE_SECONDS, undefined]
  const soonest = pauses.map((_, at) => nextAttemptAt(at + 1, { now, random: 0 }))
  const latest = nextAttemptAt(1, { now, random: 1 })

  expect(soonest).toEqual(
    pauses.map((pause) => (pause === undefined ? undefined : now + pause * 1_000)),
  )
  expect(latest).toBe(now + 5_000 * (1 + JITTER_SHARE))
})

test('docs/guides/webhooks.md lists the pauses between attempts', () => {
  const guide = readFileSync('docs/guides/webhooks.md', 'utf8')
  const rows = [...guide.matchAll(/^\| (\d+) +\| (\d+) (second|minute|hour)s? +\|$/gm)]
  const seconds: Record<string, number> = { second: 1, minute: 60, hour: 3_600 }

  expect(rows.map(([, attempt]) => Number(attempt))).toEqual(
    RETRY_PAUSE_SECONDS.map((_, at) => at + 2),
  )
  expect(rows.map(([, , count, unit = '']) => Number(count) * (seconds[unit] ?? 0))).toEqual([
    ...RETRY_PAUSE_SECONDS,
  ])
})
