import type { BrowserContext } from '@playwright/test'

/**
 * Writes down whatever goes wrong in any page of a browser: thrown and logged errors, which breaches
 * of the policy are too, requests that failed, and answers from 400 on as `404 GET /path`.
 */
export function watch(context: BrowserContext): string[] {
  const problems: string[] = []
  context.on('weberror', (thrown) => void problems.push(`error: ${thrown.error().message}`))
  context.on('console', (message) => {
    if (message.type() !== 'error' || isRefusal(message.text())) return
    problems.push(`console: ${message.text()} (${message.location().url})`)
  })
  context.on('response', (response) => {
    if (response.status() < 400) return
    const { pathname } = new URL(response.url())
    problems.push(`${response.status()} ${response.request().method()} ${pathname}`)
  })
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    // given up by a page that is being left
    if (reason === 'net::ERR_ABORTED') return
    problems.push(`${reason} ${request.method()} ${request.url()}`)
  })
  return problems
}

/** What is written down of a request that gets no answer: the request itself, and the browser's own line. */
export function unansweredRequest(reason: string, method: string, url: string): string[] {
  return [`${reason} ${method} ${url}`, `console: Failed to load resource: ${reason} (${url})`]
}

/** The browser's own line about an answer that is written down with its address. */
function isRefusal(text: string): boolean {
  return text.startsWith('Failed to load resource: the server responded with a status of')
}
