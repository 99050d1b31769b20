import { VERSION } from './version.ts'

/** Where runtimes name themselves, such as `Deno/2.9.1`. Node.js 20 has no `navigator`. */
interface Runtime {
  readonly navigator?: { readonly userAgent?: string }
  readonly process?: { readonly versions?: { readonly node?: string } }
}

const { navigator, process: host } = globalThis as Runtime
const node = host?.versions?.node
const runtime = navigator?.userAgent ?? (node === undefined ? '' : `Node.js/${node}`)

export const USER_AGENT = `tessera-sdk/${VERSION} ${runtime}`.trimEnd()
