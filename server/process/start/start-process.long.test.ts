import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { get } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test, vi } from 'vitest'
import { nodeArgs } from '../../launch.ts'
import { freePorts, occupyPort, releasePort } from '../../testing/free-ports.ts'
import { runShop } from '#harness/shop-process.ts'
import {
  createDataFolder,
  WAIT_OPTIONS,
  PRODUCTION_SETTINGS,
  waitUntilReady,
  waitForOutput,
  createShopParts,
} from '../../testing/shop-parts.ts'
import { buildWeb } from '../../testing/build-web.ts'

const LONG = 120_000

/** The build renders the documents. */
beforeAll(buildWeb, LONG)

/** The status of a request with another Host header (DNS rebinding). */
async function statusAs(host: string, port: number, path: string): Promise<number | undefined> {
  const [answer] = await once(get({ port, path, headers: { host } }), 'response')
  answer.resume()
  return answer.statusCode
}

test('the build fills the compile cache, and its program for that starts nothing', async () => {
  const node = (...args: string[]) => promisify(execFile)(process.execPath, [...nodeArgs, ...args])
  const folder = await node('--print', "require('node:module').getCompileCacheDir()")
  const kept = join(folder.stdout.trim(), 'all.mjs')
  expect(await readFile(kept, 'utf8')).toContain('/server/process/start/start-shop.ts"')
  expect(await node(kept)).toEqual({ stdout: '', stderr: '' })
})

test(
  'first start needs only a data folder, prints all addresses and leaves no process running',
  async () => {
    await using data = await createDataFolder()
    const { port, sandboxPort } = await freePorts()
    const settings = { PORT: String(port), DATA_DIR: data.folder }
    await using shop = runShop(settings)
    await waitForOutput(shop, '已就绪')
    for (const words of [
      `http://localhost:${port}`,
      `http://localhost:${port}/dev/mail`,
      `http://localhost:${sandboxPort}`,
      '4242 4242 4242 4242',
      '4000 0025 0000 3155',
      data.folder.split('/').at(-1)!,
    ]) {
      expect(shop.output()).toContain(words)
    }
    for (const path of [`:${port}/`, `:${port}/dev/mail`, `:${sandboxPort}/`]) {
      expect([path, (await fetch(`http://localhost${path}`)).status]).toEqual([path, 200])
    }
    for (const path of ['/dev/mail', '/dev/mail.json'])
      expect([path, await statusAs('evil.example', port, path)]).toEqual([path, 403])
    const [postgres] = (await readFile(join(data.folder, 'postgres/postmaster.pid'), 'utf8')).split(
      '\n',
    )

    shop.process.kill('SIGINT')
    expect(await shop.ended).toBe(0)
    expect(() => process.kill(Number(postgres), 0)).toThrow('ESRCH')
    await releasePort(await occupyPort(sandboxPort))
  },
  LONG,
)

test(
  'stopped production node reports not ready, keeps its connections for a second, then closes them and exits with 0',
  async () => {
    await using parts = await createShopParts()
    await using shop = runShop({ ...parts.settings, ...PRODUCTION_SETTINGS, PUBLIC_URL: parts.url })
    await waitUntilReady(shop, parts.url)
    expect((await fetch(`${parts.url}/dev/mail`)).status).toBe(404)

    shop.process.kill('SIGTERM')
    await vi.waitFor(async () => {
      const probe = await fetch(`${parts.url}/readyz`)
      expect([probe.status, probe.headers.get('connection')]).toEqual([503, 'keep-alive'])
    }, WAIT_OPTIONS)
    const page = await fetch(parts.url)
    expect([page.status, page.headers.get('connection')]).toEqual([200, 'keep-alive'])
    expect(await shop.ended).toBe(0)
    for (const line of shop.output().trim().split('\n'))
      expect(JSON.parse(line)).toHaveProperty('level')
  },
  LONG,
)

test(
  'metrics are served on the operations port only',
  async () => {
    await using parts = await createShopParts()
    const { port: opsPort } = await freePorts()
    await using shop = runShop({ ...parts.settings, OPS_PORT: String(opsPort) })
    await waitUntilReady(shop, parts.url)
    await fetch(`${parts.url}/clients/web/recharge/translate/combo/list`)
    await fetch(`${parts.url}/clients/web/recharge/order/query/some-order`)
    await fetch(`${parts.url}/plans`)
    await fetch(`${parts.url}/csp-report`, {
      method: 'POST',
      headers: { 'content-type': 'application/csp-report' },
      body: JSON.stringify({ 'csp-report': { 'effective-directive': 'img-src' } }),
    })
    const metrics = await (await fetch(`http://localhost:${opsPort}/metrics`)).text()
    for (const line of [
      'http_answer_seconds_count{method="GET",route="/clients/web/recharge/translate/combo/list",status="2xx"} 1',
      'http_answer_seconds_count{method="GET",route="/clients/web/recharge/order/query/:orderId",status="4xx"} 1',
      'http_answer_seconds_count{method="GET",route="/*",status="2xx"} 1',
      'csp_violations_total{directive="img-src"} 1',
      'payment_webhook_last_good_timestamp_seconds 0',
    ]) {
      expect(metrics).toContain(line)
    }
    expect((await fetch(`${parts.url}/metrics`)).status).toBe(404)
  },
  LONG,
)

test(
  'an occupied port ends the start with its number',
  async () => {
    await using parts = await createShopParts()
    const other = await occupyPort(parts.port)
    await using shop = runShop(parts.settings)
    expect(await shop.ended).toBe(1)
    // one line only: no part had started that would log an error when it ends
    expect(shop.output().trim().split('\n')).toEqual([
      expect.stringContaining(`端口 ${parts.port} 已被占用`),
    ])
    await releasePort(other)
  },
  LONG,
)
