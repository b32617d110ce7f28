import '../styles/public.css'
import '../styles/account.css'
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest'
import { page, server } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { setChineseMessages } from '#contract/messages.ts'
import { pauseSessionReads } from '../lib/call/session-reads.ts'
import { refreshSession } from '../lib/session/session.ts'
import { clearToasts } from '../lib/toast.ts'
import { removeForeignListeners, watchListeners } from './listeners.ts'
import { replaceFetch, unhandledRequests } from './network.ts'
import { writeDataBlock } from './site.ts'

// All files run in one document, one after another. What a test changes in it ends with the test, what
// its scripts listen to with the file.

// in the product each comes with its page, behind the sheet that declares the order of layers
for (const load of Object.values(import.meta.glob('../**/*-page.css'))) await load()

setChineseMessages()
writeDataBlock()
watchListeners()
// Drawing what nobody sees, blurred backdrops above all, takes a third of the processor time.
if (server.config.browser.headless) parent.document.body.style.opacity = '0'

const address = location.href
const log = console.error
const ownNodes = new Set(document.body.childNodes)

/** React says so once a test has rendered pages as the build does: both renderers are in one document. */
const BOTH_RENDERERS = /^Detected multiple renderers concurrently rendering/
const isFault = ([told]: unknown[]) => !BOTH_RENDERERS.test(String(told))

beforeEach(() => {
  replaceFetch()
  forgetVisitor()
  vi.spyOn(console, 'error').mockImplementation((...told) => {
    if (isFault(told)) log(...told)
  })
})

afterEach(async () => {
  vi.useRealTimers()
  // a mounted page would call the next test's network
  await cleanup()
  expect(unhandledRequests(), 'calls that no test answered').toEqual([])
  expect(vi.mocked(console.error).mock.calls.filter(isFault), 'console.error').toEqual([])
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  await endReads()
  await restoreDocument()
})

afterAll(removeForeignListeners)

/** Reads that nobody answered end, and are not made again. */
async function endReads(): Promise<void> {
  clearCookies()
  await pauseSessionReads(new Promise((resolve) => setTimeout(resolve)))
  pauseSessionReads(Promise.reject(new Error('the next test has a session'))).catch(() => undefined)
}

async function restoreDocument(): Promise<void> {
  for (const name of Object.keys(document.documentElement.dataset)) {
    delete document.documentElement.dataset[name]
  }
  for (const node of [...document.body.childNodes]) if (!ownNodes.has(node)) node.remove()
  if (location.href !== address) history.replaceState(null, '', address)
  if (innerWidth !== 1280 || innerHeight !== 800) await page.viewport(1280, 800)
  clearToasts()
}

function forgetVisitor(): void {
  clearCookies()
  // A token is there, as it is in a browser 100 ms after load.
  // oxlint-disable-next-line unicorn/no-document-cookie -- the server writes it, not our code
  document.cookie = '_csrf=token-1; Path=/'
  refreshSession()
  sessionStorage.clear()
  localStorage.clear()
}

function clearCookies(): void {
  for (const pair of document.cookie.split('; ')) {
    // oxlint-disable-next-line unicorn/no-document-cookie -- a test may have set any
    document.cookie = `${pair.split('=')[0]}=; Path=/; Max-Age=0`
  }
}
