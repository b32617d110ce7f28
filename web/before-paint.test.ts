import { expect, test, vi } from 'vitest'
import { replayEarlyClick } from './lib/loading/early-click.ts'
import { createBrowserRouter } from './lib/router/router.ts'
import { reply } from './testing/network.ts'
import { logIn } from './testing/site.ts'

let runs = 0

/** The script of the head, run as at the arrival of a document at this address. */
async function arriveAt(address: string, state: unknown = null) {
  history.replaceState(state, '', address)
  runs += 1
  await import(/* @vite-ignore */ import.meta.url.replace(/[^/]+$/, `before-paint.ts?run=${runs}`))
}

test('login state, name and color scheme are shown before React starts', async () => {
  const root = document.documentElement
  logIn('🌙林晚')
  localStorage.setItem('scheme', 'dark')
  await arriveAt('/plans')
  expect(root.hasAttribute('data-in')).toBe(true)
  expect(root.dataset['scheme']).toBe('dark')
  expect(getComputedStyle(root).colorScheme).toBe('dark')

  const names = document.createElement('p')
  names.innerHTML =
    '<b data-user="initial"></b><b data-user="nickname"></b><b data-user="email"></b>'
  document.body.append(names)
  await expect.poll(() => names.textContent).toBe('🌙🌙林晚lin***an@example.com')
  // the document is complete, and no name is filled in any more
  document.dispatchEvent(new Event('DOMContentLoaded'))
  names.remove()

  choose('light')
  expect(root.dataset['scheme']).toBe('light')
  expect(localStorage.getItem('scheme')).toBe('light')
  choose('auto')
  expect(root.dataset['scheme']).toBeUndefined()
})

test('a button clicked before hydration is busy until then and is clicked again once', async () => {
  await arriveAt('/plans')
  const part = document.createElement('p')
  part.innerHTML =
    '<button id="first"><b>甲</b></button><button id="last">乙</button><button popovertarget="menu">丙</button>'
  document.body.append(part)
  const presses: string[] = []
  const button = (name: string) => part.querySelector<HTMLElement>(`#${name}`)!
  button('first').querySelector('b')!.click()
  expect(button('first').ariaBusy).toBe('true')
  button('last').click()
  part.querySelector<HTMLElement>('[popovertarget]')!.click()
  expect([button('first').ariaBusy, button('last').ariaBusy]).toEqual([null, 'true'])
  part.dispatchEvent(new Event('input', { bubbles: true }))
  expect(button('last').outerHTML).toBe('<button id="last">乙</button>')
  button('last').click()

  const pressAgain = replayEarlyClick()
  part.addEventListener('click', ({ target }) =>
    presses.push(target instanceof Element ? target.id : ''),
  )
  pressAgain()
  pressAgain()
  expect(presses).toEqual(['last'])
  expect(button('last').outerHTML).toBe('<button id="last">乙</button>')
  // from now on the app itself listens
  button('first').click()
  expect(button('first').ariaBusy).toBeNull()

  part.remove()
})

test('text typed before hydration reaches the app as input events', () => {
  const form = document.createElement('form')
  form.innerHTML = '<input name="typed"><input name="untouched" value="as it was">'
  document.body.append(form)
  form.querySelector('input')!.value = 'early'
  const targets: unknown[] = []
  form.addEventListener('input', ({ target }) => targets.push(target))
  replayEarlyClick()()
  expect(targets).toEqual([form.querySelector('input')])
  form.remove()
})

test('a click on a button that was removed before hydration is dropped', () => {
  const button = document.createElement('button')
  button.dataset['pressed'] = ''
  document.body.append(button)
  const press = vi.fn<() => void>()
  button.addEventListener('click', press)
  const pressAgain = replayEarlyClick()
  button.remove()
  pressAgain()
  expect(press).not.toHaveBeenCalled()
})

const seen = () => location.pathname + location.search + location.hash
const isMarked = () => document.documentElement.hasAttribute('data-link')

test('the token of a mailed link is moved from the address into the history entry, where a reload finds it', async () => {
  for (const kind of ['token', 'undo', 'not-me']) {
    await arriveAt(`/account/reset-password?source=mail&${kind}=secret#top`)
    expect(seen(), kind).toBe('/account/reset-password?source=mail#top')
    expect(isMarked(), kind).toBe(true)
    const router = createBrowserRouter([{ path: '*', Component: () => null }])
    expect(router.state.location.state).toEqual({ link: { kind, token: 'secret' } })
    router.dispose()
  }
  const link = { kind: 'token', token: 'secret' }
  await arriveAt('/account/reset-password', { usr: { link } })
  expect(isMarked()).toBe(true)
  expect(history.state).toEqual({ usr: { link } })
})

test('without a token, and on other pages, the address stays as it is', async () => {
  await arriveAt('/account/reset-password?source=mail')
  expect(isMarked()).toBe(false)
  expect(seen()).toBe('/account/reset-password?source=mail')
  await arriveAt('/account/login?token=secret')
  expect(seen()).toBe('/account/login?token=secret')
})

function choose(scheme: string): void {
  const input = document.createElement('input')
  input.name = 'scheme'
  input.value = scheme
  document.body.append(input)
  input.dispatchEvent(new Event('change', { bubbles: true }))
  input.remove()
}

test('a banner that has ended by the visitor’s clock is hidden only when it has by the server’s, then by itself; a dismissed one stays hidden where storage cannot be touched', async () => {
  const MINUTE_MS = 60_000
  const time = Date.parse('2026-11-28T02:00:00Z')
  vi.useFakeTimers({
    toFake: ['Date', 'setTimeout', 'clearTimeout'],
    now: time + 9 * MINUTE_MS,
  })
  const asked: string[] = []
  reply({ method: 'HEAD', path: location.pathname }, ({ method }) => {
    asked.push(method)
    return new Response(null, { headers: { date: new Date(time).toUTCString() } })
  })
  const part = document.createElement('div')
  for (const minutes of [1, -1]) {
    const until = new Date(time + minutes * MINUTE_MS).toISOString()
    part.innerHTML += `<p data-banner="b${minutes}" data-until="${until}">公告</p>`
  }
  part.innerHTML += '<p data-banner="stays"><button>关闭</button></p>'
  document.body.append(part)
  const storage = vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  await import('./announcements.ts')
  const shown = () => [...part.children].map((banner) => banner.checkVisibility())
  await expect.poll(shown).toEqual([true, false, true])
  vi.advanceTimersByTime(MINUTE_MS)
  expect(shown()).toEqual([false, false, true])
  expect(asked).toEqual(['HEAD'])
  part.querySelector('button')!.click()
  dispatchEvent(new Event('visibilitychange'))
  expect(shown()).toEqual([false, false, false])
  storage.mockRestore()
})
