import { beforeAll, expect, test, vi } from 'vitest'
import { freePort, occupyPort, releasePort } from '../../testing/free-ports.ts'
import { runShop } from '#harness/shop-process.ts'
import { buildWeb } from '../../testing/build-web.ts'
import {
  createShopParts,
  WAIT_OPTIONS,
  waitForOutput,
  waitUntilReady,
} from '../../testing/shop-parts.ts'

const LONG = 120_000

beforeAll(buildWeb, LONG)

async function createDemoParts() {
  const parts = await createShopParts()
  const toolsPort = await freePort()
  const settings = { ...parts.settings, TOOLS_SITE: 'demo', TOOLS_PORT: String(toolsPort) }
  return { ...parts, settings, toolsPort, tools: `http://localhost:${toolsPort}` }
}

test(
  'the tools site follows the shop, which links to it and signs visitors on, and both end together',
  async () => {
    await using parts = await createDemoParts()
    const { settings, url, tools } = parts
    await using shop = runShop(settings)
    await waitUntilReady(shop, url)
    expect(await (await fetch(url)).text()).toContain(`href="${tools}"`)
    await vi.waitFor(async () => {
      expect((await fetch(`${tools}/healthz`)).status).toBe(200)
    }, WAIT_OPTIONS)
    expect(shop.output()).toMatch(new RegExp(`AI 工具 +${tools}`))
    const sent = await fetch(tools, { redirect: 'manual' })
    const answered = await fetch(sent.headers.get('location')!, { redirect: 'manual' })
    expect(answered.headers.get('location')).toMatch(`${tools}/callback?error=login_required`)
    shop.process.kill('SIGTERM')
    expect(await shop.ended).toBe(0)
    await expect(fetch(`${tools}/healthz`)).rejects.toThrow('fetch failed')
  },
  LONG,
)

test(
  'a shop whose tools site finds its port taken says so and stays ready',
  async () => {
    await using parts = await createDemoParts()
    const other = await occupyPort(parts.toolsPort)
    await using shop = runShop(parts.settings)
    await waitForOutput(shop, 'the tools site did not start')
    expect(shop.output()).toContain(`端口 ${parts.toolsPort} 已被占用`)
    await waitUntilReady(shop, parts.url)
    await releasePort(other)
  },
  LONG,
)
