import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { addressOf, notFound, Orders, slowPage } from '../../testing/router.ts'
import { Link, type LinkProps, Navigate } from './link.tsx'
import { RouterProvider } from './router-provider.tsx'
import { createBrowserRouter, createMemoryRouter } from './router.ts'

const initialAddress = location.pathname + location.search

afterEach(() => history.replaceState(null, '', initialAddress))

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

test.for([
  ['with Ctrl', { ctrlKey: true }],
  ['with ⌘', { metaKey: true }],
  ['with Shift', { shiftKey: true }],
  ['with Alt', { altKey: true }],
  ['of another button', { button: 1 }],
] as const)('a click %s is left to the browser', async ([, how]) => {
  const { link, router } = await showLink({ to: '/plans' })
  expect(clickHandler(link.element(), how)).toBe('browser')
  expect(router.state.next).toBeUndefined()
})

test.for([
  ['to another window', { to: '/plans', target: '_blank' }],
  ['to a file', { to: '/plans', download: 'plans.html' }],
  ['to another site', { to: 'https://other.example/plans' }],
  ['to another site in short', { to: '//other.example/plans' }],
  ['to a mail program', { to: 'mailto:help@example.com' }],
] as const)('a link %s is left to the browser', async ([, props]) => {
  const { link, router } = await showLink(props)
  expect(clickHandler(link.element())).toBe('browser')
  expect(router.state.next).toBeUndefined()
})

test('a click whose default is prevented does not navigate', async () => {
  const { link, router } = await showLink({
    to: '/plans',
    onClick: (event) => event.preventDefault(),
  })
  clickHandler(link.element())
  expect(router.state.next).toBeUndefined()
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
