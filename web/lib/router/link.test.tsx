import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { addressOf, lost, Orders, slowPage } from '../../testing/router.ts'
import { Link, type LinkProps, Navigate } from './link.tsx'
import { RouterProvider } from './router-provider.tsx'
import { createBrowserRouter, createMemoryRouter } from './router.ts'

const here = location.pathname + location.search

afterEach(() => history.replaceState(null, '', here))

/** A page with one link on it. */
async function showLink(props: Omit<LinkProps, 'children'>) {
  const plans = slowPage('/plans', Orders)
  const page = { path: '/', Component: () => <Link {...props}>去看看</Link> }
  const router = createMemoryRouter([page, plans.route, lost], { initialEntries: ['/'] })
  const screen = await render(<RouterProvider router={router} />)
  const link = screen.getByRole('link', { name: '去看看' })
  return { link, router, plans }
}

/** Clicks and says who follows the link; the browser is kept from it. */
function whoFollows(link: Element, how: MouseEventInit = {}): 'router' | 'browser' {
  let isPrevented = false
  function look(event: Event) {
    isPrevented = event.defaultPrevented
    event.preventDefault()
  }
  addEventListener('click', look, { once: true })
  link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...how }))
  return isPrevented ? 'router' : 'browser'
}

test('a click navigates with the options of the link', async () => {
  const { link, router, plans } = await showLink({ to: '/plans?id=pro', state: 'kept' })
  expect(link.element().getAttribute('href')).toBe('/plans?id=pro')
  expect(whoFollows(link.element())).toBe('router')
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
] as const)('a click %s is for the browser', async ([, how]) => {
  const { link, router } = await showLink({ to: '/plans' })
  expect(whoFollows(link.element(), how)).toBe('browser')
  expect(router.state.next).toBeUndefined()
})

test.for([
  ['to another window', { to: '/plans', target: '_blank' }],
  ['to a file', { to: '/plans', download: 'plans.html' }],
  ['to another site', { to: 'https://other.example/plans' }],
  ['to another site in short', { to: '//other.example/plans' }],
  ['to a mail program', { to: 'mailto:help@example.com' }],
] as const)('a link %s is for the browser', async ([, props]) => {
  const { link, router } = await showLink(props)
  expect(whoFollows(link.element())).toBe('browser')
  expect(router.state.next).toBeUndefined()
})

test('a click whose default is prevented does not navigate', async () => {
  const { link, router } = await showLink({
    to: '/plans',
    onClick: (event) => event.preventDefault(),
  })
  whoFollows(link.element())
  expect(router.state.next).toBeUndefined()
})

test('hovering or focusing a link preloads the script of its page', async () => {
  // an earlier test may have left it where the link is drawn
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
  const router = createBrowserRouter([page, lost])
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
  const router = createMemoryRouter([page, { path: '/orders', Component: Orders }, lost], {
    initialEntries: ['/'],
  })
  await render(<RouterProvider router={router} />)
  await expect.poll(() => addressOf(router)).toBe('/orders')
})
