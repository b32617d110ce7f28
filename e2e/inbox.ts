import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect } from '@playwright/test'
import * as z from 'zod/mini'

const kept = z.object({ mails: z.array(z.object({ code: z.nullable(z.string()) })) })

export interface Inbox {
  /** An address that nobody has used. */
  address: string
  /** Waits for the code that was mailed to it. */
  code(): Promise<string>
}

/** Somebody's mails, read where the product keeps them instead of sending them. */
export function openInbox(request: APIRequestContext): Inbox {
  const address = `visitor-${randomUUID()}@example.com`
  return {
    address,
    async code() {
      let found: string | null | undefined
      await expect(async () => {
        const answer = await request.get(`/dev/mail.json?to=${encodeURIComponent(address)}`)
        found = kept.parse(await answer.json()).mails[0]?.code
        expect(found, `a code for ${address}`).toMatch(/^\d{6}$/)
      }).toPass({ timeout: 15_000, intervals: [50, 100, 200] })
      return found!
    },
  }
}
