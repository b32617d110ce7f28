import { get } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { BROWSER_HEADERS } from '#harness/browser-headers.ts'
import type { BareHome } from './bare/home.ts'
import { compareThroughput, type Figure } from './rig/figure.ts'
import { startReference } from './rig/programs.ts'
import { requestText } from './rig/requests.ts'
import { type Bench, interleave } from './rig/rounds.ts'
import { startShop } from './rig/shop.ts'

const CONNECTIONS = 16
const VIEWS = 20_000

/** Compares the prerendered home page with bare node:http that sends the same bytes. */
export async function measureHome({ generator, rounds }: Bench): Promise<Figure[]> {
  await using shop = await startShop('server')
  const home = await fetchHome(`${shop.url}/`)
  await using bare = await startReference('bench/bare/home.ts', home)
  const view = (port: number) => () =>
    generator.run({
      ...{ port, connections: CONNECTIONS, total: VIEWS },
      requests: [requestText({ port, path: '/' })],
    })
  const { ours, http } = await interleave(rounds, { ours: view(shop.port), http: view(bare.port) })
  const kilobytes = (Buffer.from(home.base64, 'base64').length / 1024).toFixed(1)
  const what = `prerendered home (${kilobytes} KiB, brotli), against bare node:http with the same bytes`
  return [compareThroughput(what, ours, http, 0.6)]
}

/** Headers that node:http writes itself. */
const OWN_HEADERS = new Set(['date', 'connection', 'keep-alive'])

/** The shop's response, for the bare server to send. */
async function fetchHome(url: string): Promise<BareHome> {
  const { promise, resolve } = Promise.withResolvers<BareHome>()
  get(url, { headers: BROWSER_HEADERS }, async (response) => {
    const headers = Object.entries(response.headers).filter(([name]) => !OWN_HEADERS.has(name))
    resolve({
      base64: (await buffer(response)).toString('base64'),
      headers: Object.fromEntries(headers.map(([name, value]) => [name, String(value)])),
    })
  })
  return promise
}
