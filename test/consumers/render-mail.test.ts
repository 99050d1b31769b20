import { describe, expect, test } from 'vitest'
import { DEFAULT_MAIL } from '../../src/consumers/default-mail.ts'
import { MAIL_SAMPLE } from '../../src/consumers/mail-template.ts'
import { checkMailTexts, renderMail } from '../../src/consumers/render-mail.ts'
import { Refusal } from '../../src/core/mod.ts'

const HOSTILE = `<script>alert("1")</script> & 'x' {{ amount }}`

function faultOf(texts: { subject?: string; text?: string; html?: string }): string {
  try {
    checkMailTexts({ subject: 'Hello', text: 'Hello', ...texts })
    return 'none'
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}

test('values are escaped in HTML, unchanged in plain text, and never run as a template', () => {
  const texts = { subject: '{{ consumerName }}', text: '{{ consumerName }}' }
  const html = '<b title="{{ consumerName }}">{{ consumerName }}</b>'

  const mail = renderMail({ ...texts, html }, { ...MAIL_SAMPLE, consumerName: HOSTILE })

  expect(mail.text).toBe(HOSTILE)
  const escaped = '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39; {{ amount }}'
  expect(mail.html).toBe(`<b title="${escaped}">${escaped}</b>`)
})

test('a subject is one line, whatever its values are', () => {
  const texts = { subject: '{{ description }} for you', text: 'x' }
  const description = 'a\r\nBcc: x@example.com\u2028b\u0085c'
  expect(renderMail(texts, { ...MAIL_SAMPLE, description }).subject).toBe(
    'a Bcc: x@example.com b c for you',
  )
})

test('the default passes the checks, loads nothing, and leaves out a missing description', () => {
  expect(() => checkMailTexts(DEFAULT_MAIL)).not.toThrow()
  const own = /href="\{\{ (walletUrl|unsubscribeUrl) \}\}"/g
  expect(DEFAULT_MAIL.html?.replaceAll(own, '')).not.toMatch(/https?:|src=|url\(|href=/)

  const { subject, text, html } = renderMail(DEFAULT_MAIL, {
    ...MAIL_SAMPLE,
    description: null,
    walletUrl: null,
    unsubscribeUrl: null,
  })

  expect(subject).toBe('Aurora Rewards has credited you 25.00 USD')
  expect(text).toBe(
    'Hello Maya Lindholm,\n\nAurora Rewards has credited 25.00 USD to your wallet.\n\n' +
      'Your new balance is 140.50 USD.\n',
  )
  expect(html).not.toContain('class="why"')
  expect(html).not.toContain('href=')
})

describe('a template that could fail later is refused, naming the part', () => {
  test.each([
    ['{{ code }}', 'unknown placeholder code'],
    ['{% if description == "never" %}{{ code }}{% endif %}', 'unknown placeholder code'],
    ['{{ amount.size }}', 'unknown placeholder amount.size'],
    ['{{ amount | upcase }}', 'undefined filter: upcase'],
    ['{{ amount | raw }}', 'undefined filter: raw'],
    ['{% if description %}', 'not closed'],
    ['{{ amount', 'not closed'],
    ['{% include "x" %}', 'tag "include" not found'],
    ['{% for a in (1..9) %}{% endfor %}', 'tag "for" not found'],
    ['{{ (1..999999999) }}', 'not a template'],
    [' \n', 'must not be blank'],
  ])('%j', (part, fault) => {
    expect(faultOf({ text: part })).toMatch(/^text /)
    expect(faultOf({ text: part })).toContain(fault)
    expect(faultOf({ html: part })).toMatch(/^html /)
  })

  test('a subject of two lines, and parts that are too long', () => {
    expect(faultOf({ subject: 'a\nb' })).toContain('subject')
    expect(faultOf({ subject: 'x'.repeat(201) })).toContain('at most 200')
    expect(faultOf({ text: 'x'.repeat(10_001) })).toContain('at most 10000')
    expect(faultOf({ text: '{{ description }}'.repeat(300) })).toContain('a mail that is too long')
    expect(faultOf({ html: 'x'.repeat(50_001) })).toContain('at most 50000')
  })

  test('the refusal shows the beginning of a long name', () => {
    const fault = faultOf({ text: `{{ ${'x'.repeat(9_000)} }}` })
    expect(fault).toContain(`unknown placeholder ${'x'.repeat(200)};`)
  })
})
