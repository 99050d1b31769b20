import type { Command } from 'commander'
import { UsageFailure } from './failure.ts'
import { group } from './invocation.ts'
import { fieldOf, type JsonValue } from './json.ts'
import { operation, type Context } from './operation.ts'
import { requestOf } from './operation-table.ts'
import { record } from './print.ts'
import { readFileOrStdin } from './sources.ts'
import { printable, type Terminal } from './terminal.ts'

interface Texts {
  readonly subject?: string
  readonly textFile?: string
  readonly htmlFile?: string
}

const TEXT_FILE = '--text-file <file>'
const HTML_FILE = '--html-file <file>'
const LANGUAGE = 'instead of the language of the partner'

export const MAIL_TEMPLATES = group('the texts of mails to consumers, by partner and language', {
  set: operation('putMailTemplate', {
    about: 'set the texts of mails in a language',
    fields: { text: false, html: false },
    extend: (command) =>
      void command
        .requiredOption(TEXT_FILE, 'the plain text, - for the standard input')
        .option(HTML_FILE, 'the HTML; without it mails have plain text only'),
    async request({ body }, context) {
      const texts = await textsOf(context)
      return requestOf('putMailTemplate', { body: { ...body, ...texts } })
    },
    examples: `
Placeholders: {{ consumerName }}, {{ partnerName }}, {{ amount }}, {{ newBalance }},
{{ description }}, {{ creditedOn }}, {{ walletUrl }}. {% if description %} ... {% endif %} is left
out of mails about credits without a description, {% if walletUrl %} ... {% endif %} where people do
not sign in by e-mail. Values are escaped in HTML.`,
  }),
  list: operation('listMailTemplates', {
    about: 'list the templates that were set',
    columns: ['partnerId', 'language', 'subject', 'setAt', 'setBy'],
  }),
  show: operation('getMailTemplateInForce', {
    about: 'show the present texts of mails',
    fields: { language: LANGUAGE },
    view: (data, colors) => record(fieldOf(data, 'template') ?? null, colors),
  }),
  preview: preview,
  remove: operation('removeMailTemplate', {
    about: 'use the template of all partners, or the default, again',
  }),
})

/** Builds the command `preview`. With `--html`, it prints nothing but the HTML. */
function preview(command: Command, invocation: Context['invocation']): void {
  operation('getMailTemplateInForce', {
    about: 'show an example mail, with texts from files or the present ones',
    fields: { language: LANGUAGE },
    extend: () =>
      void command
        .option('--subject <text>', 'the subject, with --text-file; sets no template')
        .option(TEXT_FILE, '- for the standard input')
        .option(HTML_FILE)
        .option('--html', 'print only the HTML'),
    async request({ query }, context) {
      const { subject, textFile, htmlFile } = command.opts<Texts>()
      const hasTexts = [subject, textFile, htmlFile].some((one) => one !== undefined)
      if (!hasTexts) return requestOf('getMailTemplateInForce', { query })
      return requestOf('previewMailTemplate', { body: await textsOf(context) })
    },
    view(data) {
      const mail = fieldOf(data, 'preview') ?? data
      return command.opts<{ html?: true }>().html ? partOf(mail, 'html') : asMail(mail)
    },
  })(command, invocation)
}

async function textsOf({ command, invocation: { terminal } }: Context) {
  const { subject, textFile, htmlFile } = command.opts<Texts>()
  if (subject === undefined || textFile === undefined) {
    throw new UsageFailure('give --subject and --text-file')
  }
  const html = htmlFile === undefined ? undefined : await readTemplate(htmlFile, terminal)
  return { subject, text: await readTemplate(textFile, terminal), html }
}

async function readTemplate(path: string, terminal: Terminal): Promise<string> {
  return (await readFileOrStdin(path, terminal)).toString('utf8')
}

function asMail(mail: JsonValue): string {
  const html = partOf(mail, 'html')
  const parts = [`Subject: ${partOf(mail, 'subject')}`, partOf(mail, 'text')]
  return [...parts, ...(html === '' ? [] : [html])].join('\n\n')
}

/**
 * Returns a text of a mail. Each line is made printable alone: `printable` replaces line breaks.
 */
function partOf(mail: JsonValue, name: string): string {
  const text = fieldOf(mail, name)
  return (typeof text === 'string' ? text : '')
    .split('\n')
    .map((line) => printable(line))
    .join('\n')
}
