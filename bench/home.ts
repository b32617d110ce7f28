import { writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { BareHome } from './bare/home.ts'
import { removeFolder, createWorkFolder } from '#harness/database-server.ts'
import { compareThroughput, type Figure } from './rig/figure.ts'
import type { LoadGenerator } from './rig/load.ts'
import { startReference } from './rig/processes.ts'
import { BROWSER_HEADERS } from '#harness/browser-headers.ts'
import { requestText } from './rig/requests.ts'
import { interleave } from './rig/rounds.ts'
import { startShop } from './rig/shop.ts'

const ROUNDS = 15
const CONNECTIONS = 16
const VIEWS = 20_000

/** Compares the prerendered home page with bare node:http that sends the same bytes. */
export async function measureHome(generator: LoadGenerator): Promise<Figure[]> {
  await using shop = await startShop('server')
  await using answer = await fetchHomeAnswer(`${shop.url}/`)
  await using bare = await startReference('bench/bare/home.ts', answer.home)
  const view = (port: number) => () =>
    generator.run({
      port,
      requests: [requestText({ port, path: '/' })],
      connections: CONNECTIONS,
      total: VIEWS,
    })
  const rounds = await interleave(ROUNDS, { ours: view(shop.port), http: view(bare.port) })
  const kilobytes = (answer.bytes / 1024).toFixed(1)
  return [
    compareThroughput(
      `prerendered home (${kilobytes} KiB, brotli), against bare node:http with the same bytes`,
      rounds.map(({ ours }) => ours),
      rounds.map(({ http }) => http),
      0.6,
    ),
  ]
}

/** Headers that node:http writes itself. */
const OWN_HEADERS = new Set(['date', 'connection', 'keep-alive'])

/** The shop's response, stored for the bare server to send. */
async function fetchHomeAnswer(
  url: string,
): Promise<{ home: BareHome; bytes: number } & AsyncDisposable> {
  const { promise, resolve } = Promise.withResolvers<{
    body: Buffer
    headers: Record<string, string>
  }>()
  get(url, { headers: BROWSER_HEADERS }, async (response) => {
    const headers = Object.entries(response.headers).filter(([name]) => !OWN_HEADERS.has(name))
    resolve({
      body: await buffer(response),
      headers: Object.fromEntries(headers.map(([name, value]) => [name, String(value)])),
    })
  })
  const { body, headers } = await promise
  const folder = await createWorkFolder()
  const file = join(folder, 'home')
  await writeFile(file, body)
  return {
    home: { file, headers },
    bytes: body.length,
    [Symbol.asyncDispose]: () => removeFolder(folder),
  }
}
