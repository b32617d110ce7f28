import { beforeAll, expect, test } from 'vitest'
import * as invitation from '#contract/console/staff/invitation.ts'
import { freePort, occupyPort, releasePort } from '../../testing/free-ports.ts'
import { runShop } from '#harness/shop-process.ts'
import { buildWeb } from '../../testing/build-web.ts'
import { createShopParts, waitForOutput, waitUntilReady } from '../../testing/shop-parts.ts'

const LONG = 120_000

beforeAll(buildWeb, LONG)

async function createConsoleParts() {
  const parts = await createShopParts()
  const consolePort = await freePort()
  const settings = { ...parts.settings, CONSOLE: 'on', CONSOLE_PORT: String(consolePort) }
  return { ...parts, settings, consolePort, address: `http://localhost:${consolePort}` }
}

test(
  'start prints the address of the console and the first owner’s link, which a newer start replaces',
  async () => {
    await using parts = await createConsoleParts()
    const { settings, url, address } = parts
    const linkIn = (output: string) =>
      new RegExp(`${address}/invitation#[\\w-]{43}`).exec(output)![0]
    const readInvitation = async (link: string) => {
      const session = await fetch(`${address}/api/console/session`)
      const cookie = session.headers
        .getSetCookie()
        .map((text) => text.split(';', 1)[0])
        .join('; ')
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the contract's answer
      const { data } = (await session.json()) as { data: { csrf: string } }
      const answer = await fetch(address + invitation.readInvitation.path, {
        method: 'POST',
        headers: {
          origin: address,
          'sec-fetch-site': 'same-origin',
          'content-type': 'application/json',
          'x-console-csrf': data.csrf,
          cookie,
        },
        body: JSON.stringify({ token: new URL(link).hash.slice(1) }),
      })
      return answer.status
    }
    let earlier = ''
    {
      await using shop = runShop(settings)
      await waitUntilReady(shop, url)
      await waitForOutput(shop, '按 Ctrl+C 停止')
      earlier = linkIn(shop.output())
      expect(await readInvitation(earlier)).toBe(200)
    }
    await using shop = runShop(settings)
    await waitUntilReady(shop, url)
    await waitForOutput(shop, '按 Ctrl+C 停止')
    expect(await readInvitation(earlier)).toBe(410)
    expect(await readInvitation(linkIn(shop.output()))).toBe(200)
    const page = await fetch(`${address}/orders?state=paid`)
    expect([page.status, page.headers.get('content-security-policy')]).toEqual([
      200,
      expect.stringContaining("require-trusted-types-for 'script'"),
    ])
    const html = await page.text()
    const [, script] = /<script type="module" src="([^"]+)"/.exec(html)!
    expect((await fetch(address + script)).headers.get('content-type')).toMatch('text/javascript')
    // never a path of the shop
    expect((await fetch(`${url}/api/console/session`)).status).toBe(404)
    expect((await fetch(`${address}/clients/web/auth/profile`)).status).toBe(404)
    shop.process.kill('SIGTERM')
    expect(await shop.ended).toBe(0)
    await expect(fetch(address)).rejects.toThrow('fetch failed')
  },
  LONG,
)

test(
  'port of the console that is taken ends the start with its number',
  async () => {
    await using parts = await createConsoleParts()
    const other = await occupyPort(parts.consolePort)
    await using shop = runShop(parts.settings)
    expect(await shop.ended).toBe(1)
    expect(shop.output()).toContain(`端口 ${parts.consolePort} 已被占用`)
    await releasePort(other)
  },
  LONG,
)
