import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'

const capturedMail = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  from: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  replyTo: z.optional(z.string()),
})

/** A mail that was written into the mail folder instead of being sent. */
export type CapturedMail = z.infer<typeof capturedMail>

/** Ids are UUIDs, so they are safe as file names and sort by time. */
const ID = /^[0-9a-f-]{36}$/

/** Stores the mail as a message (.eml) and as JSON beside it, which the functions below read. */
export async function storeCapturedMail(
  folder: string,
  mail: CapturedMail,
  message: Buffer,
): Promise<void> {
  if (!ID.test(mail.id)) throw new Error(`not an id of a mail: ${mail.id}`)
  // mails contain codes and links that open accounts, so only this user may read them
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, mail.id)
  await writeFile(`${path}.eml`, message, { mode: 0o600 })
  await writeFile(`${path}.new`, JSON.stringify(mail, null, 2), { mode: 0o600 })
  await rename(`${path}.new`, `${path}.json`)
}

/** Lists captured mails, newest first; `to` selects those to one address. */
export async function listCapturedMails(
  folder: string,
  { limit, to }: { limit: number; to?: string | undefined },
): Promise<CapturedMail[]> {
  const names = await readdir(folder).catch(() => [])
  const ids = names
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
  const found: CapturedMail[] = []
  for (const id of ids.toSorted().toReversed()) {
    const mail = await readCapturedMail(folder, id)
    if (mail !== null && (to === undefined || mail.to === to)) found.push(mail)
    if (found.length === limit) break
  }
  return found
}

/** Returns null when the id is malformed or names no mail. */
export async function readCapturedMail(folder: string, id: string): Promise<CapturedMail | null> {
  if (!ID.test(id)) return null
  const text = await readFile(join(folder, `${id}.json`), 'utf8').catch(() => null)
  return text === null ? null : capturedMail.parse(JSON.parse(text))
}

/** Reads the .eml message as it would have been sent; null as in `readCapturedMail`. */
export async function readCapturedMessage(folder: string, id: string): Promise<Buffer | null> {
  if (!ID.test(id)) return null
  return readFile(join(folder, `${id}.eml`)).catch(() => null)
}
