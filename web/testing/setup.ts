import '../styles/public.css'
import '../styles/account.css'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import { setChineseMessages } from '#contract/messages.ts'
import { clearToasts } from '../lib/toast.ts'
import { replaceFetch, unhandledRequests } from './network.ts'
import { writeDataBlock } from './site.ts'

// in the product each comes with its page
import.meta.glob('../**/*-page.css', { eager: true })

setChineseMessages()
writeDataBlock()

beforeEach(() => {
  replaceFetch()
  forgetVisitor()
  clearToasts()
  vi.spyOn(console, 'error')
})

afterEach(async () => {
  // a mounted page would call the next test's network
  await cleanup()
  expect(unhandledRequests(), 'calls that no test answered').toEqual([])
  expect(console.error, 'console.error').not.toHaveBeenCalled()
  vi.restoreAllMocks()
})

function forgetVisitor(): void {
  for (const pair of document.cookie.split('; ')) {
    // oxlint-disable-next-line unicorn/no-document-cookie -- a test may have set any
    document.cookie = `${pair.split('=')[0]}=; Path=/; Max-Age=0`
  }
  // A token is there, as it is in a browser 100 ms after load.
  // oxlint-disable-next-line unicorn/no-document-cookie -- the server writes it, not our code
  document.cookie = '_csrf=token-1; Path=/'
  document.documentElement.removeAttribute('data-in')
  sessionStorage.clear()
  localStorage.clear()
}
