import { beforeAll, expect, test } from 'vitest'
import { HtmlValidate } from 'html-validate'
import { buildWeb } from '#server/testing/build-web.ts'
import { oncePerFile } from '#server/testing/once-per-file.ts'
import { startToolsServer } from '../testing/tools-server.ts'
import { writePicturePage } from './picture-page.ts'
import { PICTURE_TOOL } from '../wire/picture.ts'

beforeAll(buildWeb, 180_000)
const toolsOf = oncePerFile(() => startToolsServer())

test('every page is valid HTML, whatever the customer is called, and allows scripts and styles of this site alone', async () => {
  const tools = await toolsOf()
  const { ann, browser } = await tools.newCustomer()
  await tools.sql`update users set nickname = '<b>"&' where id = ${ann.user.id}`
  const validator = new HtmlValidate({
    extends: ['html-validate:recommended'],
    rules: { 'no-trailing-whitespace': 'off', 'long-title': 'off', 'void-style': 'off' },
  })
  const addresses = ['/', PICTURE_TOOL.path, '/none', '/callback']
  for (const path of addresses) {
    const { text } = await browser.open(tools.url + path)
    const report = await validator.validateString(text)
    const problems = report.results.flatMap(({ messages }) =>
      messages.map(({ ruleId, line, message }) => `${path}:${line} ${ruleId} ${message}`),
    )
    expect(problems).toEqual([])
  }
  const { headers, text: chat } = await browser.open(tools.url)
  // the upstream's name of a model
  expect(chat).not.toContain('stand-in')
  const policy = headers.get('content-security-policy')
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
  expect(policy).toContain(`form-action 'self' ${tools.config.shop.url}`)
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect(policy).not.toContain('unsafe')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})

test('an address that is none answers 404 with a page; built files are kept by browsers for ever and come compressed', async () => {
  const tools = await toolsOf()
  const { status, text } = await tools.newBrowser().open(`${tools.url}/none`)
  expect(status).toBe(404)
  expect(text).toContain('页面不存在')
  const style = /href="(\/assets\/[\w-]+\.css)"/.exec(text)![1]!
  const response = await fetch(tools.url + style, { headers: { 'accept-encoding': 'br' } })
  expect(response.headers.get('cache-control')).toContain('immutable')
  expect(response.headers.get('content-encoding')).toBe('br')
  expect(await response.text()).toContain('.pictures')
  expect((await fetch(`${tools.url}/assets/../server.ts`)).status).toBe(404)
})

test('where the packages that read pictures are not installed, their page says so in one sentence', async () => {
  const { config } = await toolsOf()
  const assets = { script: '', beforePaint: '', style: '', icons: '', logo: '' }
  const shown = { viewer: null, view: 'signed-out', missing: ['paddleocr', 'sharp'] } as const
  const page = writePicturePage({ assets, config, ...shown })
  expect(page).toMatch(/本站没有安装识别图片的组件（paddleocr、sharp），暂时不能识别图片。/)
  expect(page).not.toContain('id="pictures"')
})
