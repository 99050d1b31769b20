import { targetOf } from './markdown.ts'
import { readText } from '../project-text.ts'
import { fileAddresses, filesByName, SIDEBAR, titleOf } from './pages.ts'

const LINK = /\[([^\]]*)\]\(([^)\s]+)\)/g
const CODE = /^(```[^]*?^```$)/m

/**
 * Returns the Markdown of a page by its path, `/docs/<name>.md`, or undefined if there is none. Its
 * links lead to the Markdown of other pages; of a file that is not served, only the text stays.
 */
export function markdownPage(path: string): string | undefined {
  const files = filesByName()
  const file = files.get(path.slice('/docs/'.length, -'.md'.length))
  if (file === undefined) return undefined
  const addresses = fileAddresses()
  const pages = new Map([...files].map(([name, page]) => [page, `/docs/${name}.md`]))
  return readText(file)
    .split(CODE)
    .map((part) => {
      if (part.startsWith('```')) return part
      return part.replaceAll(LINK, (_, text: string, href: string) => {
        const target = targetOf(href, file, (linked) => pages.get(linked) ?? addresses.get(linked))
        return target === undefined ? text : `[${text}](${target})`
      })
    })
    .join('')
}

/** Returns the list of the pages for language models (llmstxt.org). */
export function llmsText(): string {
  const files = filesByName()
  const groups = Object.entries(SIDEBAR).map(([group, names]) => {
    const lines = names.flatMap((name) => {
      const file = files.get(name)
      return file === undefined ? [] : [`- [${titleOf(readText(file), file)}](/docs/${name}.md)\n`]
    })
    return `\n## ${group}\n\n${lines.join('')}`
  })
  return `# Tessera

> Sells digital value over one signed HTTP API: gift cards, top-ups, bill payments, account credits.

Every path and field is in [the OpenAPI document](/openapi.json). The pages as Markdown:
${groups.join('')}`
}
