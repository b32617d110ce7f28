import { createServer, request } from 'node:http'
import { fillInLogin } from '../fixtures/customer.ts'
import { expect, test } from '../fixtures/test.ts'

test('browser that refuses cookies is told so at the login, and what to do', async ({
  browser,
  account,
  baseURL,
}) => {
  await using proxy = await startCookielessProxy()
  await using context = await browser.newContext({
    baseURL: baseURL!,
    proxy: { server: `http://127.0.0.1:${proxy.port}` },
  })
  const page = await context.newPage()
  const devTools = await context.newCDPSession(page)
  await devTools.send('Emulation.setDocumentCookieDisabled', { disabled: true })
  await page.goto('/account/login')
  await fillInLogin(page, account)
  await expect(page.getByRole('alert')).toContainText('浏览器没有保存本站的 Cookie')
  await expect(page.getByRole('alert')).toContainText('请在浏览器设置里允许本站的 Cookie')
  // one cookie of another site of the domain that is not UTF-8 hides all from Chromium's pages
  await expect(page.getByRole('alert')).toContainText('请清除本站和同一域名下其他网站的 Cookie')
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeEnabled()
  expect(await context.cookies()).toEqual([])
})

/** Takes every cookie out of the answers. */
async function startCookielessProxy() {
  const proxy = createServer((incoming, outgoing) => {
    const { method, headers, url } = incoming
    const passed = request(url!, { method, headers }, (answer) => {
      const { 'set-cookie': _, ...kept } = answer.headers
      outgoing.writeHead(answer.statusCode!, kept)
      answer.pipe(outgoing)
    })
    passed.on('error', () => outgoing.destroy())
    incoming.pipe(passed)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const address = proxy.address()
  return {
    port: typeof address === 'object' ? address?.port : undefined,
    async [Symbol.asyncDispose]() {
      proxy.closeAllConnections()
      await new Promise((resolve) => proxy.close(resolve))
    },
  }
}
