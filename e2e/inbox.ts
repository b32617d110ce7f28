import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect } from '@playwright/test'
import * as z from 'zod/mini'

const kept = z.object({
  mails: z.array(z.object({ code: z.nullable(z.string()), text: z.string() })),
})

export interface Inbox {
  /** An address that nobody has used. */
  address: string
  /** Waits for the code that was mailed to it. */
  code(): Promise<string>
  /** Waits for the link with this word in its query, and answers it as the mail has it. */
  link(word: 'token' | 'undo'): Promise<string>
  /** Waits for a mail that says all of this. */
  tells(...words: string[]): Promise<void>
}

const PATIENCE = { timeout: 15_000, intervals: [50, 100, 200] }

/** Somebody's mails, read where the product keeps them instead of sending them. */
export function openInbox(request: APIRequestContext): Inbox {
  const address = `visitor-${randomUUID()}@example.com`

  /** Newest first. */
  async function mails() {
    const answer = await request.get(`/dev/mail.json?to=${encodeURIComponent(address)}`)
    return kept.parse(await answer.json()).mails
  }

  return {
    address,
    async code() {
      let found: string | null | undefined
      await expect(async () => {
        found = (await mails())[0]?.code
        expect(found, `a code for ${address}`).toMatch(/^\d{6}$/)
      }).toPass(PATIENCE)
      return found!
    },
    async link(word) {
      const pattern = new RegExp(`https?://\\S+\\?${word}=[\\w-]{43}`)
      let found: string | undefined
      await expect(async () => {
        const texts = (await mails()).map(({ text }) => text)
        found = texts.map((text) => pattern.exec(text)?.[0]).find((link) => link !== undefined)
        expect(found, `a link for ${address}`).toBeDefined()
      }).toPass(PATIENCE)
      return found!
    },
    async tells(...words) {
      await expect(async () => {
        const texts = (await mails()).map(({ text }) => text)
        const fits = texts.some((text) => words.every((word) => text.includes(word)))
        expect(fits, `${words.join(', ')} among ${texts.length} mails`).toBe(true)
      }).toPass(PATIENCE)
    },
  }
}
