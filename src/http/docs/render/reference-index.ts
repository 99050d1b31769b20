import { escapeHtml } from '../html.ts'
import { endpoint, methodBadge } from './operation-page.ts'
import type { Operation, Reference } from './operations.ts'

/** Returns the list of all operations, which a script can filter. */
export function referenceIndex({ groups }: Reference): string {
  const count = groups.flatMap(({ operations }) => operations).length
  const sections = groups.map(
    ({ name, operations }) => `<section data-filtered>
<h2 id="${name}">${escapeHtml(titleOf(name))}</h2>
<ul class="operations">
${operations.map(indexEntry).join('\n')}
</ul>
</section>`,
  )
  return `<p class="filter" hidden><label>Filter the ${count} operations
<input type="search" data-filter placeholder="order, POST, /v2/quotes"></label></p>
${sections.join('\n')}
<p data-filter-empty hidden>No operation has these words.</p>`
}

function indexEntry(operation: Operation): string {
  const { href, operationId, summary } = operation
  return `<li><a href="${href}">${operationId}</a>
${endpoint(operation)}
<p>${escapeHtml(summary)}</p></li>`
}

/** Returns the operations as links, those of the current group opened. */
export function referenceNav({ href, title, groups }: Reference, current: Operation): string {
  const lists = groups
    .map(({ name, operations }) => {
      const isOpen = operations.includes(current) ? ' open' : ''
      const links = operations.map((operation) => navEntry(operation, operation === current))
      return `<details${isOpen}><summary>${escapeHtml(titleOf(name))}</summary>
<ul>
${links.join('\n')}
</ul>
</details>`
    })
    .join('\n')
  return `<ul><li><a href="${href}">${escapeHtml(title)}</a></li></ul>\n${lists}`
}

function navEntry({ href, method, operationId }: Operation, isCurrent: boolean): string {
  const mark = isCurrent ? ' aria-current="page"' : ''
  return `<li><a href="${href}"${mark}>${operationId} ${methodBadge(method)}</a></li>`
}

function titleOf(group: string): string {
  const words = group.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
