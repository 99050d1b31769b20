import { codeBlock, codeTabs } from './code.ts'
import { escapeHtml } from '../html.ts'
import type { Operation, Reference } from './operations.ts'
import type { Content, ReferenceDocument, Response } from './reference-document.ts'
import { samplesOf } from './samples.ts'
import { parameterList, schemaFields, sentences } from './schema-fields.ts'

const JSON_TYPE = 'application/json'
const PLACES = [
  ['path', 'Path'],
  ['query', 'Query'],
  ['header', 'Headers'],
] as const

/**
 * Returns the page of an operation: its parameters and responses, with sample calls beside them.
 */
export function operationPage(operation: Operation, { document }: Reference): string {
  const { operationId, summary, description, deprecated, 'x-permission': permission } = operation
  const success = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'))
  return `<h1>${operationId}</h1>
${endpoint(operation)}
${deprecated === true ? '<p><strong>Deprecated.</strong></p>' : ''}
<p>${sentences(`${summary}.`)}</p>
${paragraphs(description)}
${permission === undefined ? '' : `<p>Permission: ${code(permission)}</p>`}
<div class="operation">
<div>
${PLACES.map(([place, title]) => parametersIn(place, title, operation, document)).join('')}
${bodyOf(operation, document)}
${success.map(([status, response]) => responseOf(status, response, document)).join('')}
${errorsOf(operation)}
</div>
<div class="samples">
${section('request', 'Request')}
${requestSamples(operation)}
${success.map(([status, response]) => responseExample(status, response)).join('')}
</div>
</div>`
}

/** Returns method and path on one line, which may break after each slash. */
export function endpoint({ method, path }: Operation): string {
  const shown = escapeHtml(path).replaceAll(/\/(?=.)/g, '/<wbr>')
  return `<p class="endpoint">${methodBadge(method)} <code>${shown}</code></p>`
}

export function methodBadge(method: string): string {
  return `<span class="method ${method.toLowerCase()}">${method}</span>`
}

function paragraphs(text: string | undefined): string {
  const parts = text?.split(/\n\n+/) ?? []
  return parts.map((part) => `<p>${sentences(part)}</p>`).join('\n')
}

function section(id: string, title: string): string {
  const link = `<a class="anchor" href="#${id}" aria-label="Link to ${title}">#</a>`
  return `<h2 id="${id}">${title} ${link}</h2>\n`
}

function parametersIn(
  place: string,
  title: string,
  { parameters = [] }: Operation,
  document: ReferenceDocument,
): string {
  const ofPlace = parameters.filter((one) => one.in === place)
  return ofPlace.length === 0 ? '' : section(place, title) + parameterList(ofPlace, document)
}

function bodyOf({ requestBody }: Operation, document: ReferenceDocument): string {
  if (!requestBody) return ''
  return section('body', 'Body') + contentFields(requestBody, document)
}

function responseOf(status: string, response: Response, document: ReferenceDocument): string {
  return section(`status-${status}`, `Response ${status}`) + contentFields(response, document)
}

function contentFields({ content = {} }: Content, document: ReferenceDocument): string {
  const types = Object.keys(content).filter((type) => type !== JSON_TYPE)
  const schema = content[JSON_TYPE]?.schema
  const others = types.length === 0 ? '' : `<p>As ${types.map(code).join(', ')}.</p>\n`
  return (schema ? schemaFields(schema, document) : '') + others
}

function code(text: string): string {
  return `<code>${escapeHtml(text)}</code>`
}

function errorsOf({ errors }: Operation): string {
  const rows = errors.map(({ status, code: name, kind, text }) => {
    const reason = kind === undefined ? '' : ` <a href="/docs/errors#${kind}">${kind}</a>`
    return `<li><strong>${status}</strong> ${code(name)}${reason}<br>${sentences(text)}.</li>\n`
  })
  return `${section('errors', 'Errors')}<ul class="errors">\n${rows.join('')}</ul>\n`
}

function requestSamples(operation: Operation): string {
  const samples = samplesOf(operation)
  const [only] = samples
  return samples.length === 1 && only ? codeBlock(only) : codeTabs(samples)
}

function responseExample(status: string, { content = {} }: Response): string {
  const example = Object.values(content)[0]?.example
  if (example === undefined) return ''
  const shown =
    typeof example === 'string'
      ? { language: 'text', text: example }
      : { language: 'json', text: `${JSON.stringify(example, null, 2)}\n` }
  return section(`example-${status}`, `Example of ${status}`) + codeBlock(shown)
}
