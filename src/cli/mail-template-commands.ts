import type { Command } from 'commander'
import { optionalWhole } from './arguments.ts'
import { UsageFailure } from './failure.ts'
import { operate, operateList, operateWrite, type Invocation } from './invocation.ts'
import { fieldOf, type JsonValue } from './json.ts'
import { record } from './print.ts'
import { readFileOrStdin } from './sources.ts'
import { printable, type Terminal } from './terminal.ts'

const COLUMNS = ['partnerId', 'language', 'subject', 'setAt', 'setBy']

interface Place {
  readonly partner?: string
  readonly language?: string
}

interface Texts {
  readonly subject?: string
  readonly textFile?: string
  readonly htmlFile?: string
}

/** Adds the command group `mail-templates`. */
export function addMailTemplateCommands(program: Command, invocation: Invocation): void {
  const templates = program
    .command('mail-templates')
    .description('the texts of mails to consumers, by partner and language')
  addSet(templates, invocation)
  const list = templates.command('list').description('list the templates that were set')
  operateList(list, invocation, { path: () => '/mail-templates', columns: COLUMNS })
  addShow(templates, invocation)
  addPreview(templates, invocation)
  const remove = ofPlace(templates.command('remove'), 'all partners')
    .description('use the template of all partners, or the default, again')
    .requiredOption('--language <tag>', 'such as de or pt-BR')
    .option('--reason <text>', 'recorded in the audit log')
  operateWrite<Place & { reason?: string }>(remove, invocation, {
    request: ({ reason, ...place }) => ({
      method: 'POST',
      path: '/mail-templates/remove',
      body: { ...placeOf(place), reason },
    }),
    view: record,
  })
}

function addSet(templates: Command, invocation: Invocation): void {
  const set = ofPlace(templates.command('set'), 'all partners without their own')
    .description('set the texts of mails in a language')
    .requiredOption('--language <tag>', 'such as de or pt-BR')
    .requiredOption('--subject <text>', 'one line')
    .requiredOption('--text-file <file>', 'the plain text, - for the standard input')
    .option('--html-file <file>', 'the HTML; without it mails have plain text only')
    .option('--reason <text>', 'recorded in the audit log')
    .addHelpText(
      'after',
      `
Placeholders: {{ consumerName }}, {{ partnerName }}, {{ amount }}, {{ newBalance }},
{{ description }}, {{ creditedOn }}. {% if description %} ... {% endif %} is left out of mails
about credits without a description. Values are escaped in HTML.`,
    )
  operateWrite<Place & Texts & { reason?: string }>(set, invocation, {
    request: async ({ reason, ...options }) => ({
      method: 'PUT',
      path: '/mail-templates',
      body: { ...placeOf(options), ...(await textsOf(options, invocation.terminal)), reason },
    }),
    view: record,
  })
}

function addShow(templates: Command, invocation: Invocation): void {
  const show = ofPlace(templates.command('show'), 'a partner without its own')
    .description('show the texts that mails have')
    .option('--language <tag>', 'instead of the language of the partner')
  operate<Place>(show, invocation, {
    request: inForce,
    view: (data, colors) => record(fieldOf(data, 'template') ?? null, colors),
  })
}

function addPreview(templates: Command, invocation: Invocation): void {
  const preview = ofPlace(templates.command('preview'), 'a partner without its own')
    .description('show the mail of an example, of files or with the texts that mails have')
    .option('--language <tag>', 'instead of the language of the partner')
    .option('--subject <text>', 'with --text-file: of these files, and nothing is set')
    .option('--text-file <file>', '- for the standard input')
    .option('--html-file <file>')
    .option('--html', 'print only the HTML')
  operate<Place & Texts & { html?: true }>(preview, invocation, {
    request: async (options) => {
      const { subject, textFile, htmlFile } = options
      if (subject === undefined && textFile === undefined && htmlFile === undefined) {
        return inForce(options)
      }
      const body = await textsOf(options, invocation.terminal)
      return { method: 'POST', path: '/mail-templates/preview', body }
    },
    view: (data) => {
      const mail = fieldOf(data, 'preview') ?? data
      return preview.opts<{ html?: true }>().html ? partOf(mail, 'html') : asMail(mail)
    },
  })
}

function ofPlace(command: Command, without: string): Command {
  return command.option('--partner <id>', `without it: of ${without}`)
}

function placeOf({ partner, language }: Place) {
  return { partnerId: optionalWhole('--partner', partner), language }
}

async function textsOf({ subject, textFile, htmlFile }: Texts, terminal: Terminal) {
  if (subject === undefined || textFile === undefined) {
    throw new UsageFailure('give --subject and --text-file')
  }
  const html = htmlFile === undefined ? undefined : await readTemplate(htmlFile, terminal)
  return { subject, text: await readTemplate(textFile, terminal), html }
}

async function readTemplate(path: string, terminal: Terminal): Promise<string> {
  return (await readFileOrStdin(path, terminal)).toString('utf8')
}

function inForce({ partner, language }: Place) {
  const query = { partnerId: partner, language }
  return { method: 'GET', path: '/mail-templates/in-force', query } as const
}

function asMail(mail: JsonValue): string {
  const html = partOf(mail, 'html')
  const parts = [`Subject: ${partOf(mail, 'subject')}`, partOf(mail, 'text')]
  return [...parts, ...(html === '' ? [] : [html])].join('\n\n')
}

/** Line by line, because `printable` has none. */
function partOf(mail: JsonValue, name: string): string {
  const text = fieldOf(mail, name)
  return (typeof text === 'string' ? text : '')
    .split('\n')
    .map((line) => printable(line))
    .join('\n')
}
