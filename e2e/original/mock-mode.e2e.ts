import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { freePort } from '#server/testing/free-ports.ts'
import { endProcess, untilReady } from '../../harness/processes.ts'
import { expect, test } from '../fixtures/test.ts'

const ROOT = join(import.meta.dirname, '../..')

test('§9 mock mode: the development server serves the whole site without a server, and runs the app once', async ({
  browser,
}) => {
  // its problems are not recorded: React's development build warns of what was pressed before it came
  await using context = await browser.newContext()
  const page = await context.newPage()
  const port = await freePort()
  const site = spawn(process.execPath, ['scripts/dev-web.ts'], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(port), VITE_MOCK: '1', NODE_OPTIONS: '' },
    stdio: 'ignore',
  })
  try {
    const at = `http://localhost:${port}`
    await untilReady(`${at}/plans`, site)
    const runs: string[] = []
    page.on('request', (request) => {
      if (request.url().startsWith(`${at}/main.tsx`)) runs.push(request.url())
    })
    await page.goto(`${at}/account/login`)
    await page.getByLabel('邮箱', { exact: true }).fill('lin@example.com')
    await page.getByLabel('密码', { exact: true }).fill('bridge of stars')
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await expect(page).toHaveURL(`${at}/account/home`)
    for (const path of ['/account/orders', '/account/edit', '/account/recharge']) {
      runs.length = 0
      await page.goto(at + path)
      await expect(page.locator('main .card').first()).toBeVisible()
      await expect.poll(() => runs).toEqual([`${at}/main.tsx`])
    }
  } finally {
    await endProcess(site)
  }
})
