import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { JoinedShop } from './applications/application-client.ts'

export const run = promisify(execFile)

/** docs/integrate.md as it stands. */
export const readIntegratePage = () => readFile('docs/integrate.md', 'utf8')

/** The examples of a page in one language, in their order. */
export async function readExamples(
  language: string,
  file = 'docs/integrate.md',
): Promise<string[]> {
  const page = await readFile(file, 'utf8')
  const blocks = [...page.matchAll(/^```(\w+)\n(.*?)^```$/gms)]
  return blocks.flatMap(([, name, text]) => (name === language ? [text!] : []))
}

/** A folder outside of the repository, where programs find its packages. */
export async function scratchFolder() {
  const path = await mkdtemp(join(tmpdir(), 'shop-examples-'))
  await symlink(resolve('node_modules'), join(path, 'node_modules'))
  return {
    path,
    async write(name: string, text: string): Promise<string> {
      const file = join(path, name)
      await writeFile(file, text)
      return file
    },
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  }
}

/** The environment that the examples read. */
export function environmentOf({ url, ann, applicationKey }: JoinedShop) {
  return { ...process.env, SHOP: url, APP_KEY: applicationKey, USER_ID: ann.user.id }
}
