import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { addressOf, notFound, Orders, slowPage } from '../../testing/router.ts'
import { Link, type LinkProps, Navigate } from './link.tsx'
import { RouterProvider } from './router-provider.tsx'
import { createBrowserRouter, createMemoryRouter } from './router.ts'

/** A page with one link on it. */
async function showLink(props: Omit<LinkProps, 'children'>) {
  const plans = slowPage('/plans', Orders)
  const page = { path: '/', Component: () => <Link {...props}>去看看</Link> }
  const router = createMemoryRouter([page, plans.route, notFound], { initialEntries: ['/'] })
  const screen = await render(<RouterProvider router={router} />)
  const link = screen.getByRole('link', { name: '去看看' })
  return { link, router, plans }
}

/** Clicks the link and returns who handles it. The browser does not follow it in either case. */
function clickHandler(link: Element, how: MouseEventInit = {}): 'router' | 'browser' {
  let isPrevented = false
  function recordDefault(event: Event) {
    isPrevented = event.defaultPrevented
    event.preventDefault()
  }
  addEventListener('click', recordDefault, { once: true })
  link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...how }))
  return isPrevented ? 'router' : 'browser'
}

test('a click navigates with the options of the link', async () => {
  const { link, router, plans } = await showLink({ to: '/plans?id=pro', state: 'kept' })
  expect(link.element().getAttribute('href')).toBe('/plans?id=pro')
  expect(clickHandler(link.element())).toBe('router')
  plans.arrive()
  await expect.poll(() => addressOf(router)).toBe('/plans?id=pro')
  expect(router.state.location.state).toBe('kept')
})

test('a click with a key or another button, to elsewhere or prevented is not handled', async () => {
  const { link, router } = await showLink({ to: '/plans' })
  const ways = [
    { ctrlKey: true },
    { metaKey: true },
    { shiftKey: true },
    { altKey: true },
    { button: 1 },
  ]
  for (const how of ways) {
    expect(clickHandler(link.element(), how), JSON.stringify(how)).toBe('browser')
  }
  expect(router.state.next).toBeUndefined()
  for (const props of [
    { to: '/plans', target: '_blank' },
    { to: '/plans', download: 'plans.html' },
    { to: 'https://other.example/plans' },
    { to: '//other.example/plans' },
    { to: 'mailto:help@example.com' },
  ]) {
    const elsewhere = await showLink(props)
    const shown = elsewhere.link.last().element()
    expect(clickHandler(shown), JSON.stringify(props)).toBe('browser')
    expect(elsewhere.router.state.next).toBeUndefined()
  }
  const prevented = await showLink({ to: '/plans', onClick: (event) => event.preventDefault() })
  clickHandler(prevented.link.last().element())
  expect(prevented.router.state.next).toBeUndefined()
})

test('hovering or focusing a link preloads the script of its page', async () => {
  // the pointer of an earlier test may stand where the link is drawn
  await userEvent.hover(document.documentElement)
  const { link, plans } = await showLink({ to: '/plans' })
  expect(plans.lazy).not.toHaveBeenCalled()
  await link.hover()
  expect(plans.lazy).toHaveBeenCalledTimes(1)

  const other = await showLink({ to: '/plans?id=pro' })
  const last = other.link.last().element()
  if (last instanceof HTMLElement) last.focus()
  expect(other.plans.lazy).toHaveBeenCalledTimes(1)
})

test('a link to the current page replaces the history entry', async () => {
  history.replaceState(null, '', '/here?at=1')
  const page = {
    path: '/here',
    Component: () => (
      <>
        <Link to="/here?at=1">这里</Link>
        <Link to="/here?at=2">那里</Link>
      </>
    ),
  }
  const router = createBrowserRouter([page, notFound])
  const screen = await render(<RouterProvider router={router} />)
  const before = history.length
  const key = router.state.location.key
  await screen.getByRole('link', { name: '这里' }).click()
  expect(router.state.location.key).not.toBe(key)
  expect(history.length).toBe(before)
  await screen.getByRole('link', { name: '那里' }).click()
  expect(addressOf(router)).toBe('/here?at=2')
  expect(history.length).toBe(before + 1)
  router.dispose()
})

test('Navigate redirects as soon as it is rendered', async () => {
  const page = { path: '/', Component: () => <Navigate to="/orders" replace /> }
  const router = createMemoryRouter([page, { path: '/orders', Component: Orders }, notFound], {
    initialEntries: ['/'],
  })
  await render(<RouterProvider router={router} />)
  await expect.poll(() => addressOf(router)).toBe('/orders')
})
