import { randomInt } from 'node:crypto'
import { type APIRequest, type APIRequestContext, test as base, expect } from '@playwright/test'
import type { Site } from '#contract/content.ts'
import { type Account, logIn, openAccount } from './customer.ts'
import { type Inbox, openInbox } from './inbox.ts'
import { inspect } from './inspect.ts'
import { openRegular, type Regular, siteOf } from './regular.ts'
import { watch } from './watch.ts'

export { expect }

interface Fixtures {
  /** Problems that the journey runs into on purpose, as `watch` writes them down; any other fails it. */
  foreseen: string[]
  inbox: Inbox
  /** An account of this journey's own; nobody is logged in. */
  account: Account
  /** The same, logged in in this journey's browser. */
  customer: Account
  /** Looks over the page as it stands; to be called in every state that a journey passes through. */
  inspect: () => Promise<void>
}

/** Shared by all journeys of a worker. */
interface SharedFixtures {
  /** Nobody is logged in as this customer, and no journey changes anything of it. */
  regular: Regular
  site: Site
}

/** A journey by a visitor of its own, whose pages may complain of nothing. */
export const test = base.extend<Fixtures, SharedFixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads off the pattern what a fixture needs
  foreseen: async ({}, use) => use([]),
  context: async ({ context, foreseen }, use) => {
    const problems = watch(context)
    await use(context)
    expect(problems.toSorted(), 'what went wrong in the pages').toEqual(foreseen.toSorted())
  },
  inbox: async ({ request }, use) => use(openInbox(request)),
  account: async ({ playwright, baseURL, inbox }, use) => {
    await using stranger = await fromSomewhere(playwright.request, baseURL)
    await use(await openAccount(stranger, inbox))
  },
  customer: async ({ context, account }, use) => {
    await logIn(context.request, account)
    await use(account)
  },
  inspect: async ({ page }, use) => use(() => inspect(page)),
  regular: [
    async ({ playwright }, use, { project }) => {
      await using stranger = await fromSomewhere(playwright.request, project.use.baseURL)
      await use(await openRegular(stranger))
    },
    { scope: 'worker' },
  ],
  site: [
    async ({ playwright }, use, { project }) => {
      await using stranger = await fromSomewhere(playwright.request, project.use.baseURL)
      await use(await siteOf(stranger))
    },
    { scope: 'worker' },
  ],
})

/** Mails are limited by the address that asks for them, and all journeys run on this one machine. */
function fromSomewhere(
  request: APIRequest,
  baseURL: string | undefined,
): Promise<APIRequestContext> {
  const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`
  return request.newContext({
    baseURL: baseURL!,
    extraHTTPHeaders: { 'x-forwarded-for': address },
  })
}
