import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { freePorts } from '#harness/free-ports.ts'
import { startSignOnServer } from '../../testing/applications/sign-on-server.ts'
import { readExamples, scratchFolder } from '../../testing/doc-examples.ts'

/** A browser at the example's own addresses; keeps its one cookie. */
function createVisitor() {
  let cookie = ''
  return async (address: string) => {
    const response = await fetch(address, { redirect: 'manual', headers: { cookie } })
    cookie = response.headers.get('set-cookie')?.split(';', 1)[0] ?? cookie
    return { location: response.headers.get('location') ?? '', text: await response.text() }
  }
}

test('the program of docs/sign-on.md signs a customer on and off as it stands', async () => {
  const { sandboxPort: port } = await freePorts()
  const here = `http://localhost:${port}`
  await using shop = await startSignOnServer({
    redirectUrls: [`${here}/callback`],
    logoutRedirectUrls: [`${here}/`],
  })
  const { clientId, clientSecret } = shop.application
  await using folder = await scratchFolder()
  const [program] = await readExamples('ts', 'docs/sign-on.md')
  const path = await folder.write('sign-on.mts', program!)
  const env = {
    ...{ ...process.env, SHOP: shop.server.config.publicUrl, HERE: here },
    ...{ CLIENT_ID: clientId, CLIENT_SECRET: clientSecret },
  }
  const running = spawn(process.execPath, [path], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    await once(running.stdout, 'data')
    const { browser } = await shop.newCustomer()
    const open = createVisitor()
    expect((await open(`${here}/`)).text).toBe('还没有登录')

    const { location: toShop } = await open(`${here}/login`)
    const { url: back } = await browser.open(toShop)
    expect(back.href).toMatch(`${here}/callback?`)
    expect((await open(back.href)).location).toBe(`${here}/`)
    expect((await open(`${here}/`)).text).toMatch(/^您好，/)

    const { location: toLogOut } = await open(`${here}/logout`)
    const question = await browser.open(toLogOut)
    expect(question.text).toContain('退出')
    expect((await open(`${here}/`)).text).toBe('还没有登录')

    // a code that comes twice, or that another browser brings, signs nobody on
    expect((await open(back.href)).location).toBe(`${here}/login`)
  } finally {
    running.kill()
  }
})
