import { afterAll } from 'vitest'

/**
 * Starts something at its first use in a test file and disposes of it after the file's last test. For servers and
 * databases that tests share: each test brings users of its own and counts only what is theirs.
 */
export function oncePerFile<Part extends AsyncDisposable>(
  start: () => Promise<Part>,
): () => Promise<Part> {
  let part: Promise<Part> | undefined
  afterAll(async () => {
    await (await part)?.[Symbol.asyncDispose]()
  })
  return () => (part ??= start())
}
