import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { addressOf, notFound } from '../../testing/router.ts'
import { RouterProvider } from './router-provider.tsx'
import { createBrowserRouter } from './router.ts'
import { ScrollRestoration } from './scroll-restoration.tsx'
import type { Router } from './state.ts'

const initialAddress = location.pathname + location.search
let router: Router

beforeEach(() => history.replaceState(null, '', '/long'))
afterEach(() => {
  router.dispose()
  history.replaceState(null, '', initialAddress)
})

function Long() {
  return (
    <div style={{ height: 9000, paddingTop: 4000 }}>
      <ScrollRestoration />
      <a href="#100%">跳到一部分</a>
      <h2 id="100%">一部分</h2>
    </div>
  )
}

async function open(options?: { isHydrating: boolean }) {
  const pages = ['/long', '/other'].map((path) => ({ path, Component: Long }))
  router = createBrowserRouter([...pages, notFound], options)
  return render(<RouterProvider router={router} />)
}

/** The current address and scroll position. */
const place = () => [addressOf(router), scrollY]

function scrollDownTo(top: number) {
  scrollTo({ top, behavior: 'instant' })
}

test('a new page starts at its top; back and forward restore the scroll position', async () => {
  await open()
  scrollDownTo(700)
  await router.navigate('/other')
  await expect.poll(place).toEqual(['/other', 0])
  scrollDownTo(300)
  history.back()
  await expect.poll(place).toEqual(['/long', 700])
  history.forward()
  await expect.poll(place).toEqual(['/other', 300])
})

test('two history entries of one page have a scroll position each', async () => {
  await open()
  scrollDownTo(700)
  await router.navigate('/long?again=1')
  await expect.poll(place).toEqual(['/long?again=1', 0])
  scrollDownTo(200)
  await router.navigate('/long')
  await expect.poll(place).toEqual(['/long', 0])
  history.back()
  await expect.poll(place).toEqual(['/long?again=1', 200])
  history.back()
  await expect.poll(place).toEqual(['/long', 700])
})

test('preventScrollReset keeps the scroll position', async () => {
  await open()
  scrollDownTo(700)
  await router.navigate('/long?state=paid', { preventScrollReset: true })
  await expect.poll(place).toEqual(['/long?state=paid', 700])
})

test('a hash scrolls to its element, even with invalid encoding', async () => {
  const screen = await open()
  await router.navigate('/other#100%')
  await expect.poll(() => scrollY).toBeGreaterThan(3000)
  await expect.element(screen.getByRole('heading', { name: '一部分' })).toBeInViewport()
})

test('a plain hash link is a history entry, and back restores the scroll position', async () => {
  const screen = await open()
  // smooth scrolling under way would continue for a moment
  document.documentElement.style.scrollBehavior = 'auto'
  scrollDownTo(700)
  document.querySelector('a')?.click()
  await expect.element(screen.getByRole('heading', { name: '一部分' })).toBeInViewport()
  expect(addressOf(router)).toBe('/long#100%')
  history.back()
  await expect.poll(place).toEqual(['/long', 700])
  document.documentElement.removeAttribute('style')
})

test('leaving the document returns scroll restoration to the browser', async () => {
  await open()
  expect(history.scrollRestoration).toBe('manual')
  dispatchEvent(new PageTransitionEvent('pagehide'))
  expect(history.scrollRestoration).toBe('auto')
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  expect(history.scrollRestoration).toBe('manual')
})

test('full or broken storage loses scroll positions only', async () => {
  sessionStorage.setItem('scroll-positions', '{')
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  await open()
  scrollDownTo(700)
  await router.navigate('/other')
  await expect.poll(place).toEqual(['/other', 0])
})
