import { expect, test, vi } from 'vitest'
import {
  addressOf,
  home,
  Home,
  notFound,
  Orders,
  Plans,
  slowPage,
  createTestHistory,
} from '../../testing/router.ts'
import { type Route } from './route.ts'
import { createMemoryRouter, createRouter } from './router.ts'

test('the old page and its address stay until the next page has loaded', async () => {
  const { history, listAddresses } = createTestHistory()
  const plans = slowPage('/plans')
  const router = createRouter([home, plans.route, notFound], history)
  const going = router.navigate('/plans')
  expect([addressOf(router), router.state.next?.pathname]).toEqual(['/', '/plans'])
  expect(listAddresses()).toEqual(['/'])
  plans.arrive()
  await going
  expect([addressOf(router), router.state.next]).toEqual(['/plans', undefined])
  expect(listAddresses()).toEqual(['/', '/plans'])
})

test('the second of two navigations is shown, whichever loads first', async () => {
  const { history, listAddresses } = createTestHistory()
  const plans = slowPage('/plans')
  const orders = slowPage('/orders', Orders)
  const router = createRouter([home, plans.route, orders.route, notFound], history)
  const first = router.navigate('/plans')
  const second = router.navigate('/orders')
  orders.arrive()
  await second
  plans.arrive()
  await first
  expect(listAddresses()).toEqual(['/', '/orders'])
  expect(router.state.shown.Component).toBe(Orders)
})

test('a navigation aborts the loader of the one before, whose late result is ignored', async () => {
  const answer = Promise.withResolvers<string>()
  const signals: AbortSignal[] = []
  const plans: Route = {
    path: '/plans',
    Component: Plans,
    loader: ({ signal }) => {
      signals.push(signal)
      return answer.promise
    },
  }
  const router = createMemoryRouter([home, plans, notFound], { initialEntries: ['/'] })
  const going = router.navigate('/plans')
  expect(signals[0]?.aborted).toBe(false)
  await router.navigate('/?again=1')
  expect(signals[0]?.aborted).toBe(true)
  answer.resolve('late')
  await going
  expect([addressOf(router), router.state.shown.data]).toEqual(['/?again=1', null])
})

test('going back while a page loads cancels that page', async () => {
  const { history, step, listAddresses } = createTestHistory()
  const orders = slowPage('/orders', Orders)
  const routes = [home, { path: '/plans', Component: Plans }, orders.route, notFound]
  const router = createRouter(routes, history)
  await router.navigate('/plans')
  const going = router.navigate('/orders')
  step(-1)
  orders.arrive()
  await going
  expect([addressOf(router), router.state.next]).toEqual(['/', undefined])
  expect(listAddresses()).toEqual(['/', '/plans'])
})

test('going back or forward to a lazy page shows it once loaded', async () => {
  const { history, step } = createTestHistory()
  const loader = vi.fn<() => Promise<string>>().mockResolvedValue('fresh')
  const router = createRouter(
    [home, { path: '/plans', Component: Plans, loader }, notFound],
    history,
  )
  await router.navigate('/plans')
  step(-1)
  expect(addressOf(router)).toBe('/')
  step(1)
  expect([addressOf(router), router.state.next?.pathname]).toEqual(['/', '/plans'])
  await expect.poll(() => addressOf(router)).toBe('/plans')
  expect(loader).toHaveBeenCalledTimes(2)
})

test('a failing loader affects its own page only', async () => {
  const loader = vi.fn<() => Promise<unknown>>().mockRejectedValueOnce(new Error('500'))
  const plans: Route = { path: '/plans', Component: Plans, loader }
  const router = createMemoryRouter([home, plans, notFound], { initialEntries: ['/'] })
  await router.navigate('/plans')
  expect(router.state.shown.failure?.error).toEqual(new Error('500'))
  await router.navigate('/')
  expect(router.state.shown.failure).toBeUndefined()
  expect(router.state.shown.Component).toBe(Home)
})

test('preload, click and later clicks fetch a page once, or again where the preload failed', async () => {
  const plans = slowPage('/plans')
  const router = createMemoryRouter([home, plans.route, notFound], { initialEntries: ['/'] })
  router.preload('/plans?id=pro')
  router.preload('/plans')
  const going = router.navigate('/plans')
  plans.arrive()
  await going
  await router.navigate('/')
  await router.navigate('/plans')
  expect(plans.lazy).toHaveBeenCalledTimes(1)

  const lazy = vi.fn<() => Promise<typeof Plans>>()
  lazy.mockRejectedValueOnce(new TypeError('offline')).mockResolvedValueOnce(Plans)
  const other = createMemoryRouter([home, { path: '/plans', lazy }, notFound], {
    initialEntries: ['/'],
  })
  other.preload('/plans')
  await expect.poll(() => lazy.mock.settledResults[0]?.type).toBe('rejected')
  await other.navigate('/plans')
  expect(other.state.shown.Component).toBe(Plans)
})

test('a disposed router ignores history and listeners', async () => {
  const { history, step } = createTestHistory()
  const plans = slowPage('/plans')
  const router = createRouter([home, plans.route, notFound], history)
  const listener = vi.fn<() => void>()
  router.subscribe(listener)
  const going = router.navigate('/plans')
  expect(listener).toHaveBeenCalledTimes(1)
  router.dispose()
  plans.arrive()
  await going
  step(0)
  expect(listener).toHaveBeenCalledTimes(1)
})
