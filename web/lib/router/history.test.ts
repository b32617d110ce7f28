import { expect, test } from 'vitest'
import { browserHistory } from './history.ts'
import { locationOf } from './location.ts'

test('the first history entry gets a key once and keeps its state, a foreign one gets a key too', () => {
  history.replaceState({ usr: { link: 'secret' } }, '', '/long?at=1#part')
  const first = browserHistory().read()
  expect(first).toMatchObject({ pathname: '/long', search: '?at=1', hash: '#part' })
  expect(first.state).toEqual({ link: 'secret' })
  expect(first.key).toMatch(/^\w{4,}$/)
  expect(browserHistory().read()).toEqual(first)

  for (const foreign of [null, 7, 'text', { key: 7 }]) {
    history.replaceState(foreign, '', '/long')
    expect(browserHistory().read()).toMatchObject({ state: null, key: expect.any(String) })
  }
})

test('a written entry is read with its key and state; a state that cannot be cloned throws', () => {
  const next = locationOf(new URL('/plans?id=pro', location.origin), { num: 2 })
  browserHistory().replace(next)
  expect(location.pathname + location.search).toBe('/plans?id=pro')
  expect(browserHistory().read()).toEqual(next)

  const broken = locationOf(new URL('/other', location.origin), () => undefined)
  expect(() => browserHistory().push(broken)).toThrow(DOMException)
  expect(location.pathname).toBe('/plans')
})
