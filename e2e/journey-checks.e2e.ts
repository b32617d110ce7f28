import { expect, test } from '@playwright/test'
import { inspect } from './inspect.ts'
import { walkByTab } from './tab-walk.ts'
import { recordToasts, toasts } from './toasts.ts'
import { watch } from './watch.ts'

// What the journeys rely on: a check that finds nothing has to be one that can.

test('whatever a page complains of is written down', async ({ page, context }) => {
  const problems = watch(context)
  await page.route('**/cut-off', (route) => route.abort('connectionreset'))
  await page.goto('/plans')
  await page.evaluate(async () => {
    await Promise.allSettled(
      ['/clients/web/nowhere', '/cut-off', 'https://elsewhere.invalid/'].map((url) => fetch(url)),
    )
    setTimeout(() => {
      throw new Error('thrown')
    })
    // no fault: head.js takes it for what it is
    void Promise.reject(new DOMException('Transition was aborted', 'InvalidStateError'))
    void Promise.reject(new Error('rejected'))
    const script = document.createElement('script')
    script.append('document.title = "inline"')
    document.body.append(script)
  })
  for (const expected of [
    /^404 GET \/clients\/web\/nowhere$/,
    /^net::ERR_CONNECTION_RESET GET .*\/cut-off$/,
    /^console: .*connect-src/,
    /^console: .*TrustedScript/,
    /^error: thrown$/,
    /^error: rejected$/,
  ]) {
    await expect.poll(() => problems).toContainEqual(expect.stringMatching(expected))
  }
  expect(problems).not.toContainEqual(expect.stringMatching('Transition'))
})

test('a toast that has gone is recorded', async ({ page }) => {
  const recorded = await recordToasts(page)
  await page.goto('/plans')
  await page.evaluate(() => {
    const region = document.createElement('div')
    const toast = document.createElement('p')
    toast.className = 'toast'
    toast.append('保存好了')
    region.append(toast)
    document.body.append(region)
    region.remove()
  })
  await expect(toasts(page)).toHaveCount(0)
  expect(recorded).toEqual(['保存好了'])
})

test('what cannot be read, named or held by the window is found', async ({ page }) => {
  const show = (body: string) => page.setContent(documentOf(body))
  await show('<p>很好</p>')
  await inspect(page)
  await show('<button></button>')
  await expect(inspect(page)).rejects.toThrow('button-name')
  await show('<p style="color:#bbb;background:#fff">太浅的字</p>')
  await expect(inspect(page)).rejects.toThrow('color-contrast')
  await show('<p>太暗的字</p><style>@media (prefers-color-scheme:dark){p{background:#111}}</style>')
  await expect(inspect(page)).rejects.toThrow('by dark')
  await show('<p style="width:2000px">很宽</p>')
  await expect(inspect(page)).rejects.toThrow('scrolls sideways')
})

test('what the keyboard does not reach, or reaches unseen, is found', async ({ page }) => {
  const walk = async (body: string) => {
    await page.setContent(documentOf(`<a href="/a">甲</a> ${body} <button>丙</button>`))
    await walkByTab(page)
  }
  await walk('<button>乙</button>')
  const faults = {
    skipped: '<p onkeydown="event.preventDefault()"><input aria-label="乙"></p>',
    unseen: '<button style="outline: 0">乙</button>',
    'unseen by a rule': '<style>b:focus-visible{outline:0}</style><b tabindex="0">乙</b>',
    hidden: '<input aria-label="乙"><p style="position:fixed;inset:0;background:#fff">盖住</p>',
    disordered: '<button tabindex="2">乙</button>',
  }
  for (const [fault, body] of Object.entries(faults)) {
    await expect(walk(body), fault).rejects.toThrow('by keyboard')
  }
})

function documentOf(body: string): string {
  return `<!doctype html><html lang="zh-CN"><title>x</title><main><h1>x</h1>${body}</main></html>`
}
