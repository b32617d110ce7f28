import { expect, test, vi } from 'vitest'
import {
  addressOf,
  home,
  Home,
  lost,
  Lost,
  Orders,
  Plans,
  slowPage,
  watchedHistory,
} from '../../testing/router.ts'
import { locationOf } from './location.ts'
import { Redirect, type Route } from './route.ts'
import { createMemoryRouter, createRouter } from './router.ts'

test('a page that is already loaded is shown at once', () => {
  const router = createMemoryRouter([home, { path: '/plans', Component: Plans }, lost], {
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
})

test('a loader gets the address, and the page gets its result', async () => {
  const plans: Route = {
    path: '/plans',
    Component: Plans,
    loader: async ({ pathname, search }) => pathname + search,
  }
  const router = createMemoryRouter([home, plans, lost], { initialEntries: ['/'] })
  await router.navigate('/plans?id=pro')
  expect(router.state.shown.data).toBe('/plans?id=pro')
})

test.for([
  ['a click', 'push', ['/', '/login']],
  ['a replacing click', 'replace', ['/login']],
] as const)('a loader redirects: %s', async ([, kind, expected]) => {
  const { history, way } = watchedHistory()
  const guarded: Route = {
    path: '/orders',
    Component: Orders,
    loader: async () => new Redirect('/login'),
  }
  const router = createRouter([home, guarded, { path: '/login', Component: Plans }, lost], history)
  await router.navigate('/orders', { replace: kind === 'replace' })
  expect(addressOf(router)).toBe('/login')
  expect(way()).toEqual(expected)
})

test('a redirect on arrival or going back replaces the history entry', async () => {
  const { history, step, way } = watchedHistory('/orders')
  const guarded: Route = {
    path: '/orders',
    Component: Orders,
    loader: async () => new Redirect('/login'),
  }
  const router = createRouter([home, guarded, { path: '/login', Component: Plans }, lost], history)
  expect(router.first.shown.Component).toBeUndefined()
  await expect.poll(way).toEqual(['/login'])
  await router.navigate('/')
  history.replace(locationOf(new URL('/orders', location.origin)))
  step(0)
  await expect.poll(() => addressOf(router)).toBe('/login')
  expect(way()).toEqual(['/login', '/login'])
})

test('a prerendered guarded page is shown at once and checked on return', async () => {
  const { history, way } = watchedHistory('/orders')
  const loader = vi.fn<() => Promise<Redirect>>().mockResolvedValue(new Redirect('/login'))
  const guarded: Route = { path: '/orders', Component: Orders, loader }
  const router = createRouter(
    [home, guarded, { path: '/login', Component: Plans }, lost],
    history,
    { isHydrating: true },
  )
  expect(router.first.shown.Component).toBe(Orders)
  expect(loader).not.toHaveBeenCalled()
  await router.navigate('/')
  await router.navigate('/orders')
  expect(addressOf(router)).toBe('/login')
  expect(way()).toEqual(['/orders', '/', '/login'])
})

test('a page of another document and an unknown path are loaded by the browser', async () => {
  const { history, left, way } = watchedHistory()
  const account: Route = { path: '/account/home', isDocument: true }
  const plans = slowPage('/plans')
  const router = createRouter([home, account, plans.route, lost], history)
  const overtaken = router.navigate('/plans')
  await router.navigate('/account/home?from=here')
  expect(router.state.next).toBeUndefined()
  await router.navigate('/nowhere', { replace: true })
  expect(left).toEqual(['push /account/home?from=here', 'replace /nowhere'])
  plans.arrive()
  await overtaken
  expect([addressOf(router), ...way()]).toEqual(['/', '/'])
})

test('a document opened at an unknown path shows the 404 page, whose hash links work', async () => {
  const { history, left, step } = watchedHistory('/nowhere')
  const router = createRouter([home, lost], history)
  expect(router.state.shown.Component).toBe(Lost)
  await router.navigate('#content')
  expect(addressOf(router)).toBe('/nowhere#content')
  step(-1)
  expect(addressOf(router)).toBe('/nowhere')
  expect(left).toEqual([])
})

test.for([
  'https://evil.example/',
  '//evil.example/plans',
  '/\\evil.example/plans',
  'javascript:alert(1)',
  'data:text/html,x',
  'http://',
])('%s is an address of another site', async (to) => {
  const { history, left, way } = watchedHistory()
  const router = createRouter([home, lost], history)
  expect(router.isOfSite(to)).toBe(false)
  await expect(router.navigate(to)).rejects.toThrow('is no address of this site')
  router.preload(to)
  expect([...way(), ...left]).toEqual(['/'])
})

test('a link without a path resolves against the current page', async () => {
  const router = createMemoryRouter([{ path: '/plans', Component: Plans }, lost], {
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
  const router = createMemoryRouter([home, { path: '/plans', Component: Plans, loader }, lost], {
    initialEntries: ['/'],
  })
  await router.navigate('/plans')
  await router.navigate('/plans#faq')
  expect([addressOf(router), router.state.shown.data]).toEqual(['/plans#faq', 'data'])
  expect(loader).toHaveBeenCalledTimes(1)
  await router.navigate('/plans?id=pro#faq')
  expect(loader).toHaveBeenCalledTimes(2)
})
