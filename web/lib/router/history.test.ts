import { afterEach, expect, test } from 'vitest'
import { browserHistory } from './history.ts'
import { locationOf } from './location.ts'

const here = location.pathname + location.search

afterEach(() => history.replaceState(null, '', here))

test('an entry that a document begins with is named once, and keeps what was left there', () => {
  history.replaceState({ usr: { link: 'secret' } }, '', '/long?at=1#part')
  const first = browserHistory().read()
  expect(first).toMatchObject({ pathname: '/long', search: '?at=1', hash: '#part' })
  expect(first.state).toEqual({ link: 'secret' })
  expect(first.key).toMatch(/^\w{4,}$/)
  expect(browserHistory().read()).toEqual(first)
})

test.for([null, 7, 'text', { key: 7 }])('an entry of a stranger, %j, is named too', (state) => {
  history.replaceState(state, '', '/long')
  expect(browserHistory().read()).toMatchObject({ state: null, key: expect.any(String) })
})

test('what is written is read again, with its name and its state', () => {
  const next = locationOf(new URL('/plans?id=pro', location.origin), { num: 2 })
  browserHistory().replace(next)
  expect(location.pathname + location.search).toBe('/plans?id=pro')
  expect(browserHistory().read()).toEqual(next)
})

test('a state that no browser can keep is a fault of whoever wrote it', () => {
  const next = locationOf(new URL('/plans', location.origin), () => undefined)
  expect(() => browserHistory().push(next)).toThrow(DOMException)
  expect(location.pathname + location.search).toBe(here.replace(/#.*/, ''))
})
