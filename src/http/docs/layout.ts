/** A link of the sidebar. */
export interface NavLink {
  readonly title: string
  readonly href: string
}

export interface NavGroup {
  readonly title: string
  readonly links: readonly NavLink[]
}

export interface PageContent {
  readonly title: string
  readonly href: string
  readonly html: string
}

const STYLE_HREF = '/docs/site.css'

/** Returns the whole page around its content. It needs no script and loads only our style. */
export function layOut({ title, href, html }: PageContent, groups: readonly NavGroup[]): string {
  const nav = groups.map((group) => navGroup(group, href)).join('\n')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title === 'Tessera' ? title : `${title} - Tessera`)}</title>
<link rel="stylesheet" href="${STYLE_HREF}">
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header><a href="/docs">Tessera</a> <span>Documentation</span></header>
<div class="columns">
<nav aria-label="Pages">
${nav}
</nav>
<main id="content">
${html}
</main>
</div>
</body>
</html>
`
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

function navGroup({ title, links }: NavGroup, current: string): string {
  const items = links.map((link) => {
    const mark = link.href === current ? ' aria-current="page"' : ''
    return `<li><a href="${escapeHtml(link.href)}"${mark}>${escapeHtml(link.title)}</a></li>`
  })
  return `<h2>${escapeHtml(title)}</h2>\n<ul>\n${items.join('\n')}\n</ul>`
}
