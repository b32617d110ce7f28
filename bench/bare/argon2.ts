import { createHmac } from 'node:crypto'
import { verify } from '@node-rs/argon2'
import { derivePurposeKey } from '#server/http/keys.ts'

// reference of logins: only argon2id, with the product's parameters

export interface Argon2Options {
  /** A hash as the product has stored it, with its parameters. */
  stored: string
  secretKey: string
  digest: string
  atOnce: number
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own caller
const { stored, secretKey, digest, atOnce } = JSON.parse(process.argv[2] ?? '') as Argon2Options
const pepper = derivePurposeKey(secretKey, 'pepper')
const secret = createHmac('sha256', pepper).update(Buffer.from(digest, 'base64')).digest('base64')

/** Each message is a number of passwords to check; the reply is the rate per second. */
process.on('message', async (total: number) => {
  let begun = 0
  const startedAt = performance.now()
  async function check(): Promise<void> {
    while (begun < total) {
      begun += 1
      if (!(await verify(stored, secret)))
        throw new Error('the password does not fit the stored hash')
    }
  }
  await Promise.all(Array.from({ length: atOnce }, check))
  process.send?.((1_000 * total) / (performance.now() - startedAt))
})
