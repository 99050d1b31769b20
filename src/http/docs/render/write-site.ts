import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { ROUTES } from '../../routes.ts'
import { fileOfPage, SEARCH_FILE, SITE, SITE_FILE, type SiteIndex } from '../site.ts'
import { renderSite } from './rendered-site.ts'

const { pages, groups, search } = renderSite(ROUTES)
const index: SiteIndex = { paths: [...pages.keys()], groups }
rmSync(SITE, { recursive: true, force: true })
for (const [path, text] of pages) write(fileOfPage(path), text)
write(SEARCH_FILE, JSON.stringify(search))
write(SITE_FILE, JSON.stringify(index))

function write(name: string, text: string): void {
  const file = new URL(name, SITE)
  mkdirSync(new URL('.', file), { recursive: true })
  writeFileSync(file, text)
}
