import { readdir, stat } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { HtmlValidate } from 'html-validate'
import { buildWeb } from '#server/testing/build-web.ts'
import { startToolsServer } from '../testing/tools-server.ts'
import { TOOLS } from '../wire/tools.ts'

beforeAll(buildWeb, 180_000)

test('documents allow scripts and styles of this site alone, and forms to the shop', async () => {
  await using tools = await startToolsServer()
  const { browser } = await tools.newCustomer()
  const { headers } = await browser.open(tools.url)
  const policy = headers.get('content-security-policy')
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
  expect(policy).toContain(`form-action 'self' ${tools.config.shop.url}`)
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect(policy).not.toContain('unsafe')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})

test('every page is valid HTML, whatever the customer is called', async () => {
  await using tools = await startToolsServer()
  const { ann, browser } = await tools.newCustomer()
  await tools.sql`update users set nickname = '<b>"&' where id = ${ann.user.id}`
  const validator = new HtmlValidate({
    extends: ['html-validate:recommended'],
    rules: { 'no-trailing-whitespace': 'off', 'long-title': 'off', 'void-style': 'off' },
  })
  const addresses = [...TOOLS.map(({ path }) => path), '/none', '/callback']
  for (const path of addresses) {
    const { text } = await browser.open(tools.url + path)
    const report = await validator.validateString(text)
    const problems = report.results.flatMap(({ messages }) =>
      messages.map(({ ruleId, line, message }) => `${path}:${line} ${ruleId} ${message}`),
    )
    expect(problems).toEqual([])
  }
})

test('built files are kept by browsers for ever and come compressed', async () => {
  await using tools = await startToolsServer()
  const { text } = await tools.newBrowser().open(`${tools.url}/none`)
  const style = /href="(\/assets\/[\w-]+\.css)"/.exec(text)![1]!
  const response = await fetch(tools.url + style, { headers: { 'accept-encoding': 'br' } })
  expect(response.headers.get('cache-control')).toContain('immutable')
  expect(response.headers.get('content-encoding')).toBe('br')
  expect(await response.text()).toContain('.bench')
  expect((await fetch(`${tools.url}/assets/../server.ts`)).status).toBe(404)
})

test('what a browser loads stays small', async () => {
  const names = await readdir('dist/tools/assets')
  const sizeOf = async (ending: string) => {
    const files = names.filter((name) => name.endsWith(`.${ending}.gz`))
    const sizes = await Promise.all(files.map((name) => stat(`dist/tools/assets/${name}`)))
    return sizes.reduce((sum, { size }) => sum + size, 0) / 1_024
  }
  expect(await sizeOf('js')).toBeLessThan(8)
  expect(await sizeOf('css')).toBeLessThan(8)
})

test('an address that is none answers 404 with a page', async () => {
  await using tools = await startToolsServer()
  const page = await tools.newBrowser().open(`${tools.url}/none`)
  expect(page).toMatchObject({ status: 404, text: expect.stringContaining('没有这个页面') })
})
