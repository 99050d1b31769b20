import { frame } from './layout.ts'

interface StartLink {
  readonly href: string
  readonly title: string
  readonly text: string
}

const CONSOLE: StartLink = {
  href: '/console',
  title: 'Log in as operator',
  text: 'The console: orders, partners, stock, money, and what needs attention.',
}
const LINKS: readonly StartLink[] = [
  {
    href: '/portal',
    title: 'Log in as partner',
    text: 'The portal: your balance, orders, credentials, webhooks, and why a request failed.',
  },
  {
    href: '/docs/quickstart',
    title: 'Place a first order',
    text: 'From a test credential to the first codes, in TypeScript, Python or curl.',
  },
  {
    href: '/docs',
    title: 'Read the documentation',
    text: 'Guides, every path and field of the API, and what each error means.',
  },
]

/**
 * Returns the page at the root, which says what the service is and where to go. The console is left
 * out where operators have an address of their own.
 */
export function startPage({ hasConsole }: { readonly hasConsole: boolean }): string {
  const links = [...(hasConsole ? [CONSOLE] : []), ...LINKS]
  return frame(
    { title: 'Tessera' },
    `<main id="content" class="start">
<h1>Sell digital value to other businesses</h1>
<p class="lead">Tessera delivers gift cards, top-ups, bill payments and account credits to partners,
over a signed HTTP API. Partners pay in advance. Each order is charged once, and each code is
delivered once.</p>
<ul class="doors">
${links.map(({ href, title, text }) => linkItem(href, title, text)).join('\n')}
</ul>
<p class="note">If you started the demo with <code>npm start</code>, its terminal shows a login for
the operator and one for a partner. They are also in <code>demo.json</code> of its data
directory.</p>
</main>`,
  )
}

function linkItem(href: string, title: string, text: string): string {
  return `<li><a href="${href}">${title}</a><p>${text}</p></li>`
}
