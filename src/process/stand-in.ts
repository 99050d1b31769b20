import { once } from 'node:events'
import { SHOPS, type ShopName, startStandIn } from '../stand-ins/mod.ts'

/** The settings of a product that buys at each shop, for the printed recipe. */
const PRODUCT_SETTINGS: Readonly<Record<ShopName, object>> = {
  reloadly: { product: '101' },
  tillo: { brand: 'amazon' },
  ding: { sku: 'XB_PIN' },
  runa: { product: 'IKEA-DE' },
  plugin: { product: 'card' },
}

/** `tessera stand-in`: serves a stand-in until a signal ends it; returns the exit code. */
export async function runStandIn({
  name,
  port,
}: {
  readonly name: ShopName
  readonly port: number
}): Promise<number> {
  const standIn = await startStandIn(SHOPS[name].open(), { port })
  process.stdout.write(`${recipe(name, standIn.url)}\n`)
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  await standIn.close()
  return 0
}

/** Returns the commands that connect the stand-in and control it. */
function recipe(name: ShopName, url: string): string {
  const secrets = JSON.stringify(SHOPS[name].secrets)
  const settings = JSON.stringify({ account: 'stand-in', ...PRODUCT_SETTINGS[name] })
  return `The stand-in of ${name} responds at ${url}. It forgets everything when it ends.

Connect it:
  $ echo '${secrets}' |
      tessera suppliers add ${name} stand-in --environment sandbox --base-url ${url} --secrets -
Sell a product of it:
  $ tessera products create --brand "Stand-in" --currency EUR --min 5 --max 100 \\
      --supplier ${name} --supplier-settings '${settings}'
See its books, and lose its next response after it has sold:
  $ curl -s ${url}/control
  $ curl -s ${url}/control -d '{"of":"create","does":"loseAfter"}'
docs/operate/suppliers.md has what else can go wrong there.
Ctrl-C ends it.`
}
