import { VERSION } from './version.ts'

/** What runtimes other than Node.js 20 say about themselves, such as `Deno/2.9.1`. */
interface Runtime {
  readonly navigator?: { readonly userAgent?: string }
  readonly process?: { readonly versions?: { readonly node?: string } }
}

const { navigator, process: host } = globalThis as Runtime
const node = host?.versions?.node
const runtime = navigator?.userAgent ?? (node === undefined ? '' : `Node.js/${node}`)

export const USER_AGENT = `tessera-sdk/${VERSION} ${runtime}`.trimEnd()
