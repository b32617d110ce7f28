import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import sharp from 'sharp'
import type { Customer } from '#harness/customers.ts'
import { ROOT } from '../run-program.ts'

const CONTENT = join(ROOT, 'content')
const WINDOW = { width: 1080, height: 760 }
const QUESTION = '把这段话改成给客户的邮件：货周五到不了，改下周二，运费我们出。'
const ANSWER = `您好！

原定本周五送达的货物将改为**下周二**送达，由此产生的运费由我方承担：

| 项目 | 原计划 | 调整后 |
| --- | --- | --- |
| 送达日期 | 本周五 | 下周二 |
| 运费 | 贵方 | 我方 |

给您带来不便，敬请谅解。如需调整收货安排，请直接回复本邮件。`

/** A server that answers as a model would, so that the pictures show an answer worth reading. */
export async function startModel(): Promise<AsyncDisposable & { url: string }> {
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const send = (data: object) => response.write(`data: ${JSON.stringify(data)}\n\n`)
    send({ choices: [{ index: 0, delta: { content: ANSWER } }] })
    send({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })
    send({ choices: [], usage: { prompt_tokens: 46, completion_tokens: 128 } })
    response.end('data: [DONE]\n\n')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

interface Stage {
  url: string
  toolsUrl: string
  customer: Customer
}

/** Takes the pictures of `content/` that the product page shows, each in light and dark. */
export async function takeScreens(browser: Browser, { url, toolsUrl, customer }: Stage) {
  for (const scheme of ['light', 'dark'] as const) {
    await using context = await browser.newContext({
      ...{ viewport: WINDOW, colorScheme: scheme, reducedMotion: 'reduce' },
      ...{ locale: 'zh-CN', timezoneId: 'Asia/Shanghai' },
    })
    // `__Host-` cookies belong to https, and a browser sends them to localhost
    const secure = url.replace('http:', 'https:')
    const cookies = (customer.headers['cookie'] ?? '').split('; ').map((cookie) => {
      const at = cookie.indexOf('=')
      return { name: cookie.slice(0, at), value: cookie.slice(at + 1), url: secure }
    })
    const visitor = await context.newPage()
    await visitor.goto(`${url}/account/register`)
    await visitor.getByLabel('邮箱').fill('lin@customer.example')
    await visitor.getByLabel('密码', { exact: true }).first().fill('a-river-of-stars-7')
    await save(visitor, `screen-sign-up-${scheme}`)
    await visitor.close()
    await context.addCookies(cookies)
    const page = await context.newPage()
    await page.goto(`${url}/account/orders`)
    await page.getByRole('link', { name: '查看' }).first().click()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    await save(page, `screen-order-${scheme}`)

    await page.goto(`${url}/account/recharge?plan=trial`)
    await page.getByRole('radio', { name: /支付宝/ }).check()
    await page.getByRole('button', { name: /^.*¥19\.90/ }).waitFor()
    await save(page, `screen-pay-${scheme}`)

    await page.goto(`${toolsUrl}/picture`)
    await page.locator('input[type="file"][multiple]').setInputFiles(join(CONTENT, 'receipt.webp'))
    await page.getByRole('button', { name: '开始识别' }).click()
    await page.getByText(/^本次 [\d,]+ 积分/).waitFor({ timeout: 120_000 })
    await save(page, `screen-picture-${scheme}`)

    await page.goto(toolsUrl)
    await page.getByRole('textbox', { name: '输入内容' }).fill(QUESTION)
    await page.keyboard.press('Enter')
    await page.getByText(/^星桥-快 · \d+ 积分$/).waitFor()
    await save(page, `screen-chat-${scheme}`)

    await page.goto(`${url}/account/usage`)
    await page.getByText('对话（星桥-快）').first().click()
    await page.waitForLoadState('networkidle')
    const title = page.getByRole('heading', { name: '扣费记录' })
    await title.evaluate((heading) => heading.scrollIntoView({ block: 'start' }))
    await save(page, `screen-usage-${scheme}`)

    await page.goto(`${url}/account/api-keys`)
    await page.getByRole('button', { name: '新建密钥' }).click()
    const form = page.getByRole('dialog', { name: '新建密钥' })
    await form.getByLabel('名称').fill('Cherry Studio')
    await form.getByLabel(/^每月最多/).fill('50,000')
    await save(page, `screen-keys-${scheme}`)
  }
}

async function save(page: Page, name: string): Promise<void> {
  await page.evaluate('document.fonts.ready.then(() => true)')
  const picture = await page.screenshot()
  const { size } = await sharp(picture)
    .webp({ quality: 62, effort: 6 })
    .toFile(join(CONTENT, `${name}.webp`))
  process.stdout.write(`${name}.webp  ${Math.ceil(size / 1000)} KB\n`)
}
