import { type ReactNode, StrictMode, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { prerender } from 'react-dom/static'
import { expect, test, vi } from 'vitest'
import { page as window } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { home, notFound, slowPage } from '../../testing/router.ts'
import { useLocation, useNavigation, useRouteError } from './contexts.ts'
import type { Route } from './route.ts'
import { Outlet, RouterProvider } from './router-provider.tsx'
import { createMemoryRouter } from './router.ts'

function Reason() {
  return <p role="alert">{String(useRouteError())}</p>
}

function Frame() {
  const { pathname } = useLocation()
  const { location: next } = useNavigation()
  return (
    <main data-at={pathname} data-next={next?.pathname}>
      <Outlet />
    </main>
  )
}

const layout = { Component: Frame, errorElement: <p>框架出错</p> }
const text = (words: string) => (): ReactNode => <h1>{words}</h1>

async function show(routes: Route[], at = '/') {
  const framed = routes.map((route) => ({ layout, errorElement: <Reason />, ...route }))
  const router = createMemoryRouter([...framed, notFound], { initialEntries: [at] })
  const screen = await render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  )
  return { router, screen }
}

test('the old page stays usable until the next is rendered; the layout stays mounted', async () => {
  function Counter() {
    const [count, setCount] = useState(0)
    return <button onClick={() => setCount(count + 1)}>{count} 次</button>
  }
  const plans = slowPage('/plans', text('套餐'))
  const { router, screen } = await show([{ path: '/', Component: Counter }, plans.route])
  const frame = screen.getByRole('main')
  const drawn = frame.element()
  void router.navigate('/plans')
  await expect.element(frame).toHaveAttribute('data-next', '/plans')
  await screen.getByRole('button', { name: '0 次' }).click()
  await expect.element(screen.getByRole('button', { name: '1 次' })).toBeVisible()
  await expect.element(frame).toHaveAttribute('data-at', '/')
  plans.arrive()
  await expect.element(screen.getByRole('heading', { name: '套餐' })).toBeVisible()
  await expect.element(frame).toHaveAttribute('data-at', '/plans')
  await expect.element(frame).not.toHaveAttribute('data-next')
  expect(frame.element()).toBe(drawn)
})

test('the error element replaces the page until another try succeeds', async () => {
  const lazy = vi.fn<() => Promise<() => ReactNode>>()
  lazy.mockRejectedValueOnce(new Error('no script')).mockResolvedValueOnce(text('套餐'))
  const { router, screen } = await show([
    { path: '/', Component: text('首页') },
    { path: '/plans', lazy },
  ])
  await router.navigate('/plans')
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Error: no script')
  await expect.element(screen.getByRole('main')).toHaveAttribute('data-at', '/plans')
  await router.navigate('/plans')
  await expect.element(screen.getByRole('heading', { name: '套餐' })).toBeVisible()
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
})

test('the next navigation leaves a page that throws while rendering', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  function Broken(): never {
    throw new Error('bug')
  }
  const { router, screen } = await show([
    { path: '/', Component: Broken },
    { path: '/plans', Component: text('套餐') },
  ])
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Error: bug')
  await router.navigate('/plans')
  await expect.element(screen.getByRole('heading', { name: '套餐' })).toBeVisible()
  expect(log.mock.calls.flat().join(' ')).toContain('bug')
  log.mockClear()
})

test('a layout that throws is replaced as a whole', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  function Broken(): never {
    throw new Error('bug')
  }
  const { screen } = await show([{ ...home, layout: { ...layout, Component: Broken } }])
  await expect.element(screen.getByText('框架出错')).toBeVisible()
  log.mockClear()
})

test('prerendered HTML is hydrated as it is, even if its page is already loaded', async () => {
  const Page = text('订单')
  const frame = { path: '/', layout, errorElement: <Reason /> }
  const fallback = <p>加载中</p>
  const still = createMemoryRouter([{ ...frame, Component: () => fallback }, notFound], {
    initialEntries: ['/'],
  })
  // rendered as the build does, with the markers of Suspense; React warns of two renderers on one page
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { prelude } = await prerender(<RouterProvider router={still} />)
  const root = document.createElement('div')
  root.innerHTML = await new Response(prelude).text()
  document.body.append(root)
  const drawn = root.querySelector('main')

  const router = createMemoryRouter(
    [{ ...frame, lazy: async () => Page, hydrateFallbackElement: fallback }, notFound],
    { initialEntries: ['/'] },
  )
  await expect.poll(() => router.state.shown.Component).toBe(Page)
  const faults: unknown[] = []
  const app = hydrateRoot(root, <RouterProvider router={router} />, {
    onRecoverableError: (fault) => void faults.push(fault),
  })
  await expect.element(window.getByRole('heading', { name: '订单' })).toBeVisible()
  expect(faults).toEqual([])
  expect(root.querySelector('main')).toBe(drawn)
  app.unmount()
  root.remove()
  log.mockClear()
})
