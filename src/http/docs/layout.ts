import { escapeHtml } from './html.ts'

/** A link to a page. */
export interface PageLink {
  readonly title: string
  readonly href: string
}

/** A part of the sidebar. */
export interface NavGroup {
  readonly title: string
  readonly links: readonly PageLink[]
}

/** A heading below the title. */
export interface Heading {
  readonly id: string
  readonly text: string
  /** 2 for a section, 3 for a subsection. */
  readonly level: number
}

/** A page without its frame. */
export interface PageContent extends PageLink {
  readonly html: string
  readonly headings?: readonly Heading[]
  /** Links that stand above those of the sidebar. */
  readonly nav?: string
  /** The text of the search. */
  readonly query?: string
}

/** Returns the whole page around its content. It can be read without its script. */
export function layOut(content: PageContent, groups: readonly NavGroup[]): string {
  const { title, href, html, headings = [], nav, query } = content
  const menu = '<button type="button" class="menu" popovertarget="pages">Menu</button>'
  return frame(
    { title, query, menu },
    `<div class="columns${nav === undefined ? '' : ' wide'}">
<nav id="pages" popover aria-label="Pages">
${nav ?? groups.map((group) => navGroup(group, href)).join('\n')}
</nav>
<main id="content">
${html}
${neighbors(groups, href)}
</main>
${tableOfContents(headings)}
</div>`,
  )
}

interface Frame {
  readonly title: string
  /** The text of the search. */
  readonly query?: string | undefined
  /** The button that opens the list of pages, on a page that has one. */
  readonly menu?: string
}

/** Returns a whole page: its head, the header that all pages have, and `content`. */
export function frame({ title, query = '', menu = '' }: Frame, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title === 'Tessera' ? title : `${title} - Tessera`)}</title>
<link rel="stylesheet" href="/docs/site.css">
<script src="/docs/site.js"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
${menu}
<a class="brand" href="/docs">Tessera</a>
<form role="search" action="/docs/search">
<input type="search" name="q" value="${escapeHtml(query)}" maxlength="100" required
autocomplete="off" aria-label="Search the documentation" placeholder="Search">
</form>
<label class="theme" hidden>Theme <select>
<option value="system">System</option>
<option value="light">Light</option>
<option value="dark">Dark</option>
</select></label>
</header>
${content}
</body>
</html>
`
}

function navGroup({ title, links }: NavGroup, current: string): string {
  const items = links.map((link) => {
    const mark = link.href === current ? ' aria-current="page"' : ''
    return `<li>${linkTo(link, mark)}</li>`
  })
  return `<h2>${escapeHtml(title)}</h2>\n<ul>\n${items.join('\n')}\n</ul>`
}

function linkTo({ href, title }: PageLink, attributes = ''): string {
  return `<a href="${escapeHtml(href)}"${attributes}>${escapeHtml(title)}</a>`
}

function neighbors(groups: readonly NavGroup[], href: string): string {
  const links = groups.flatMap((group) => group.links)
  const at = links.findIndex((link) => link.href === href)
  const [before, after] = at < 0 ? [] : [links[at - 1], links[at + 1]]
  if (!before && !after) return ''
  return `<nav class="neighbors" aria-label="Previous and next page">
${before ? `<p>Previous<br>${linkTo(before, ' rel="prev"')}</p>` : '<p></p>'}
${after ? `<p>Next<br>${linkTo(after, ' rel="next"')}</p>` : ''}
</nav>`
}

function tableOfContents(headings: readonly Heading[]): string {
  if (headings.length < 2) return ''
  const items = headings.map(({ id, text, level }) => {
    return `<li class="level-${level}"><a href="#${id}">${escapeHtml(text)}</a></li>`
  })
  return `<nav class="contents" aria-label="On this page">
<h2>On this page</h2>
<ul>
${items.join('\n')}
</ul>
</nav>`
}
