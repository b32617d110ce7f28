import { randomInt, randomUUID } from 'node:crypto'
import { AxeBuilder } from '@axe-core/playwright'
import { type APIRequestContext, test as base, expect, type Page } from '@playwright/test'

export { expect }

/** A mail as `/dev/mail.json` shows it. */
interface Mail {
  id: string
  to: string
  subject: string
  text: string
  code: string | null
}

interface Inbox {
  /** An address that nobody has used. */
  address: string
  /** Waits for the newest code mailed to the address that is not one of the codes seen before. */
  code(seen?: string[]): Promise<string>
  mails(): Promise<Mail[]>
}

interface Fixtures {
  inbox: Inbox
  /** Fails with every accessibility fault in the page as it stands. */
  expectAccessible: () => Promise<void>
}

/** A journey whose pages may log no error and break no policy. */
export const test = base.extend<Fixtures>({
  context: async ({ context }, use) => {
    // limits count by address: each journey is a visitor of its own
    await context.setExtraHTTPHeaders({ 'x-forwarded-for': randomAddress() })
    await use(context)
  },
  page: async ({ page }, use) => {
    const problems = watch(page)
    await use(page)
    expect(problems, 'what the page complained about').toEqual([])
  },
  inbox: async ({ request }, use) => {
    await use(inboxOf(request, `visitor-${randomUUID()}@example.com`))
  },
  expectAccessible: async ({ page }, use) => {
    await use(async () => {
      const { violations } = await new AxeBuilder({ page }).analyze()
      const found = violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
      )
      expect(found, `accessibility faults of ${page.url()}`).toEqual([])
    })
  },
})

function watch(page: Page): string[] {
  const problems: string[] = []
  page.on('pageerror', (error) => void problems.push(`error: ${error.message}`))
  page.on('console', (message) => {
    const { url } = message.location()
    if (message.type() !== 'error' || isForeseenRefusal(message.text(), url, page)) return
    problems.push(`console: ${message.text()} (${url})`)
  })
  page.on('response', (response) => {
    if (response.status() >= 500) problems.push(`${response.status()}: ${response.url()}`)
  })
  return problems
}

/** The browser itself logs every 4xx; of calls and of the document they are answers that the journey asks for. */
function isForeseenRefusal(text: string, url: string, page: Page): boolean {
  const isAnswer = url === page.url() || /\/clients\/web\/|\/v1\/payment_methods/.test(url)
  return isAnswer && /^Failed to load resource: .* status of 4\d\d /.test(text)
}

function inboxOf(request: APIRequestContext, address: string): Inbox {
  const mails = async (): Promise<Mail[]> => {
    const answer = await request.get(`/dev/mail.json?to=${encodeURIComponent(address)}`)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own program's answer
    return ((await answer.json()) as { mails: Mail[] }).mails
  }
  return {
    address,
    mails,
    async code(seen = []) {
      let found: string | undefined
      await expect(async () => {
        const codes = (await mails()).map(({ code }) => code).filter((code) => code !== null)
        found = codes.find((code) => !seen.includes(code))
        expect(found, `a code for ${address}`).toBeDefined()
      }).toPass({ timeout: 15_000, intervals: [200] })
      return found!
    },
  }
}

function randomAddress(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`
}
