import * as browserCalls from '#contract/all-calls.ts'
import { consoleApi } from '#contract/console/all-console-calls.ts'
import type { Endpoint } from '#contract/endpoint.ts'

/** A call that changes something. */
export interface UnsafeCall {
  side: 'shop' | 'console'
  method: 'GET' | 'POST'
  path: string
}

/** Every call of the browsers' contracts that needs a token. */
export function listUnsafeCalls(): UnsafeCall[] {
  const shop = Object.values(browserCalls).flatMap((group) => Object.values<Endpoint>(group))
  const console = Object.values(consoleApi).flatMap((group) => Object.values(group))
  return [
    ...shop
      .filter(({ method, unsafe }) => method === 'POST' || unsafe === true)
      .map(({ method, path }): UnsafeCall => ({ side: 'shop', method, path })),
    ...console
      .filter(({ method }) => method === 'POST')
      .map(({ method, path }): UnsafeCall => ({ side: 'console', method, path })),
  ]
}
