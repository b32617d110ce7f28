import { afterEach, expect, test } from 'vitest'
import { createBrowserRouter } from './lib/router/router.ts'

const initialAddress = location.pathname + location.search

afterEach(() => history.replaceState(null, '', initialAddress))

let runs = 0

/** The script of the head, run as at the arrival of a document at this address. */
async function arriveAt(address: string, state: unknown = null) {
  history.replaceState(state, '', address)
  runs += 1
  await import(/* @vite-ignore */ import.meta.url.replace(/[^/]+$/, `before-paint.ts?run=${runs}`))
}

const seen = () => location.pathname + location.search + location.hash
const isMarked = () => document.documentElement.hasAttribute('data-link')

test.for(['token', 'undo', 'stop', 'confirm', 'not-me'])(
  'the %s of a mailed link is moved from the address into the history entry',
  async (kind) => {
    await arriveAt(`/account/reset-password?source=mail&${kind}=secret#top`)
    expect(seen()).toBe('/account/reset-password?source=mail#top')
    expect(isMarked()).toBe(true)
    const router = createBrowserRouter([{ path: '*', Component: () => null }])
    expect(router.state.location.state).toEqual({ link: { kind, token: 'secret' } })
    router.dispose()
  },
)

test('after a reload the token is still in the history entry', async () => {
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
