import { Liquid, LiquidError, type Template } from 'liquidjs'
import { checkLine, checkText, escapeHtml, invalidField } from '../core/mod.ts'
import {
  HTML_LENGTH_MAX,
  MAIL_SAMPLE,
  SUBJECT_LENGTH_MAX,
  TEXT_LENGTH_MAX,
  type MailTexts,
  type MailValues,
} from './mail-template.ts'

/** The greatest length of a part of a mail, rendered with the longest values. */
const PART_LENGTH_MAX = 250_000
/** Longer than any name or description. */
const LONGEST_VALUE = '&'.repeat(1_000)
const FAULT_LENGTH_MAX = 200

/** Allows placeholders and `if` only. Without filters, nothing can bypass the escaping. */
function createEngine(outputEscape?: (value: unknown) => string): Liquid {
  const engine = new Liquid({
    strictVariables: true,
    lenientIf: true,
    strictFilters: true,
    ownPropertyOnly: true,
    // A template cannot include another file.
    templates: {},
    parseLimit: HTML_LENGTH_MAX,
    renderLimit: 1_000,
    memoryLimit: 4 * PART_LENGTH_MAX,
    ...(outputEscape && { outputEscape }),
  })
  for (const name of Object.keys(engine.tags)) {
    if (name !== 'if') Reflect.deleteProperty(engine.tags, name)
  }
  for (const name of Object.keys(engine.filters)) Reflect.deleteProperty(engine.filters, name)
  return engine
}

const PLAIN = createEngine()
const HTML = createEngine((value) => escapeHtml(typeof value === 'string' ? value : ''))

/**
 * Renders the mail about a credit. Values are escaped in HTML, and the subject is one line. Throws
 * for a template that `checkMailTexts` would refuse.
 */
export function renderMail({ subject, text, html }: MailTexts, values: MailValues): MailTexts {
  return {
    subject: inOneLine(render(PLAIN, subject, values)),
    text: render(PLAIN, text, values),
    html: html === undefined ? undefined : render(HTML, html, values),
  }
}

function render(engine: Liquid, source: string, values: MailValues): string {
  return engine.parseAndRenderSync(source, values) as string
}

function inOneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
}

/**
 * Refuses invalid_request, naming `subject`, `text` or `html`: blank, too long, not in the template
 * language, or with a placeholder that does not exist.
 */
export function checkMailTexts({ subject, text, html }: MailTexts): void {
  checkLine('subject', subject, SUBJECT_LENGTH_MAX)
  checkPart(PLAIN, 'subject', subject)
  checkText('text', text, TEXT_LENGTH_MAX)
  checkPart(PLAIN, 'text', text)
  if (html === undefined) return
  checkText('html', html, HTML_LENGTH_MAX)
  checkPart(HTML, 'html', html)
}

function checkPart(engine: Liquid, field: string, source: string): void {
  if (source.trim() === '') throw invalidField(field, 'must not be blank')
  const parsed = orRefuse(field, () => engine.parse(source))
  requireKnown(engine, field, parsed)
  for (const values of [MAIL_SAMPLE, LONGEST]) {
    const rendered = orRefuse(field, () => engine.renderSync(parsed, values) as string)
    if (rendered.length > PART_LENGTH_MAX) {
      throw invalidField(field, 'makes a mail that is too long if its values are long')
    }
  }
}

const LONGEST = Object.fromEntries(Object.keys(MAIL_SAMPLE).map((name) => [name, LONGEST_VALUE]))

/** Refuses unknown placeholders, even in branches that no rendering reaches. */
function requireKnown(engine: Liquid, field: string, parsed: Template[]): void {
  const { variables } = engine.analyzeSync(parsed, { partials: false })
  for (const { segments } of Object.values(variables).flat()) {
    const name = segments.map(String).join('.')
    if (Object.hasOwn(MAIL_SAMPLE, name)) continue
    const placeholder = name.slice(0, FAULT_LENGTH_MAX)
    const names = Object.keys(MAIL_SAMPLE).join(', ')
    throw invalidField(field, `has the unknown placeholder ${placeholder}; there are ${names}`)
  }
}

function orRefuse<T>(field: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    if (!(error instanceof LiquidError)) throw error
    const [fault = ''] = error.message.split('\n')
    throw invalidField(field, `is not a template: ${fault.slice(0, FAULT_LENGTH_MAX)}`)
  }
}
