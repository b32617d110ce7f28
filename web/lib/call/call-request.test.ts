import { afterEach, expect, test, vi } from 'vitest'
import { api } from '#contract/api.ts'
import { reply } from '../../testing/network.ts'
import { call } from './call.ts'
import { pageData } from '../site.ts'

const { comboList } = api.recharge
const { site } = pageData()

afterEach(() => {
  site.apiBase = ''
  vi.unstubAllEnvs()
})

/** What the browser is asked to send. */
async function requestOfCall(): Promise<[url: unknown, init: RequestInit]> {
  reply(comboList, () => Response.json({ statusCode: 200, data: [] }))
  const fetching = vi.spyOn(globalThis, 'fetch')
  await call(comboList, {})
  const [url, init] = fetching.mock.calls[0]!
  fetching.mockRestore()
  return [url, init!]
}

test('§7 API host, §9 API base: calls go to the host that the deployment names, with cookies', async () => {
  site.apiBase = 'https://api.example.com'
  const [url, init] = await requestOfCall()
  expect(url).toBe('https://api.example.com/clients/web/recharge/translate/combo/list')
  expect(init.credentials).toBe('include')
})

test('§7 csrf header: without the cookie there is no header', async () => {
  document.cookie = '_csrf=; Path=/; Max-Age=0'
  const [, init] = await requestOfCall()
  expect(new Headers(init.headers).has('x-csrf-token')).toBe(false)
})

test('§7 dev header: it is sent only when its flag is on', async () => {
  expect(new Headers((await requestOfCall())[1].headers).has('x-dev-mode')).toBe(false)
  vi.stubEnv('VITE_DEV_MODE', '1')
  expect(new Headers((await requestOfCall())[1].headers).get('x-dev-mode')).toBe('1')
})
