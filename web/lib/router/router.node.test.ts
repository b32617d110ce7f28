import { expect, test, vi } from 'vitest'
import {
  addressOf,
  home,
  Home,
  notFound,
  NotFoundPage,
  Orders,
  Plans,
  slowPage,
  createTestHistory,
} from '../../testing/router.ts'
import { locationOf } from './location.ts'
import { Redirect, type Route } from './route.ts'
import { createMemoryRouter, createRouter } from './router.ts'

test('a page that is already loaded is shown at once, one with a loader with its result', async () => {
  const router = createMemoryRouter([home, { path: '/plans', Component: Plans }, notFound], {
    initialEntries: ['/'],
  })
  expect(router.first.shown.Component).toBe(Home)
  void router.navigate('/plans?id=pro#faq', { state: 'kept' })
  expect(router.state.location).toMatchObject({
    pathname: '/plans',
    search: '?id=pro',
    hash: '#faq',
    state: 'kept',
  })
  expect(router.state.shown.Component).toBe(Plans)

  const team: Route = {
    path: '/team',
    Component: Plans,
    loader: async ({ pathname, search }) => pathname + search,
  }
  const loading = createMemoryRouter([home, team, notFound], { initialEntries: ['/'] })
  await loading.navigate('/team?id=pro')
  expect(loading.state.shown.data).toBe('/team?id=pro')
})

/** A guarded page that redirects to the login. */
const guardedRoutes: Route[] = [
  home,
  { path: '/orders', Component: Orders, loader: async () => new Redirect('/login') },
  { path: '/login', Component: Plans },
  notFound,
]

test('a redirect takes the place of the guarded page after a click, on arrival and on going back', async () => {
  const clicked = createTestHistory()
  await createRouter(guardedRoutes, clicked.history).navigate('/orders')
  expect(clicked.listAddresses()).toEqual(['/', '/login'])
  const replaced = createTestHistory()
  await createRouter(guardedRoutes, replaced.history).navigate('/orders', { replace: true })
  expect(replaced.listAddresses()).toEqual(['/login'])

  const { history, step, listAddresses } = createTestHistory('/orders')
  const router = createRouter(guardedRoutes, history)
  expect(router.first.shown.Component).toBeUndefined()
  await expect.poll(listAddresses).toEqual(['/login'])
  await router.navigate('/')
  history.replace(locationOf(new URL('/orders', 'https://here.invalid')))
  step(0)
  await expect.poll(() => addressOf(router)).toBe('/login')
  expect(listAddresses()).toEqual(['/login', '/login'])
})

test('a prerendered guarded page is shown at once and checked on return', async () => {
  const { history, listAddresses } = createTestHistory('/orders')
  const loader = vi.fn<() => Promise<Redirect>>().mockResolvedValue(new Redirect('/login'))
  const guarded: Route = { path: '/orders', Component: Orders, loader }
  const router = createRouter(
    [home, guarded, { path: '/login', Component: Plans }, notFound],
    history,
    { isHydrating: true },
  )
  expect(router.first.shown.Component).toBe(Orders)
  expect(loader).not.toHaveBeenCalled()
  await router.navigate('/')
  await router.navigate('/orders')
  expect(addressOf(router)).toBe('/login')
  expect(listAddresses()).toEqual(['/orders', '/', '/login'])
})

test('a page of another document and an unknown path are loaded by the browser', async () => {
  const { history, documentLoads, listAddresses } = createTestHistory()
  const account: Route = { path: '/account/home', isDocument: true }
  const plans = slowPage('/plans')
  const router = createRouter([home, account, plans.route, notFound], history)
  const overtaken = router.navigate('/plans')
  await router.navigate('/account/home?from=here')
  expect(router.state.next).toBeUndefined()
  await router.navigate('/nowhere', { replace: true })
  expect(documentLoads).toEqual(['push /account/home?from=here', 'replace /nowhere'])
  plans.arrive()
  await overtaken
  expect([addressOf(router), ...listAddresses()]).toEqual(['/', '/'])
})

test('a document opened at an unknown path shows the 404 page, whose hash links work', async () => {
  const { history, documentLoads, step } = createTestHistory('/nowhere')
  const router = createRouter([home, notFound], history)
  expect(router.state.shown.Component).toBe(NotFoundPage)
  await router.navigate('#content')
  expect(addressOf(router)).toBe('/nowhere#content')
  step(-1)
  expect(addressOf(router)).toBe('/nowhere')
  expect(documentLoads).toEqual([])
})

test('navigation to another site is refused', async () => {
  const { history, documentLoads, listAddresses } = createTestHistory()
  const router = createRouter([home, notFound], history)
  const others = [
    'https://evil.example/',
    '//evil.example/plans',
    '/\\evil.example/plans',
    'javascript:alert(1)',
    'data:text/html,x',
    'http://',
  ]
  for (const to of others) {
    expect(router.isOfSite(to), to).toBe(false)
    await expect(router.navigate(to), to).rejects.toThrow('is no address of this site')
    router.preload(to)
  }
  expect([...listAddresses(), ...documentLoads]).toEqual(['/'])
})

test('a link without a path resolves against the current page', async () => {
  const router = createMemoryRouter([{ path: '/plans', Component: Plans }, notFound], {
    initialEntries: ['/plans?id=pro'],
  })
  await router.navigate('?id=team')
  expect(addressOf(router)).toBe('/plans?id=team')
  await router.navigate('#faq')
  expect(addressOf(router)).toBe('/plans?id=team#faq')
  await router.navigate('')
  expect(addressOf(router)).toBe('/plans')
})

test('a hash change loads nothing', async () => {
  const loader = vi.fn<() => Promise<string>>().mockResolvedValue('data')
  const router = createMemoryRouter(
    [home, { path: '/plans', Component: Plans, loader }, notFound],
    {
      initialEntries: ['/'],
    },
  )
  await router.navigate('/plans')
  await router.navigate('/plans#faq')
  expect([addressOf(router), router.state.shown.data]).toEqual(['/plans#faq', 'data'])
  expect(loader).toHaveBeenCalledTimes(1)
  await router.navigate('/plans?id=pro#faq')
  expect(loader).toHaveBeenCalledTimes(2)
})
