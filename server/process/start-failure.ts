import { ConfigError } from '../config.ts'
import { ContentError } from '../site/content-file.ts'
import { StartRefusal } from '../start-refusal.ts'
import { SandboxError } from './sandbox-child.ts'

/** Nobody there, a wrong name, a wrong password, no such database. */
const DATABASE_REFUSALS = new Set<unknown>([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  '28P01',
  '28000',
  '3D000',
])

/** Tables are made by the program itself. */
const NO_RIGHTS = '42501'

/** What stands in the way of a start, in words for whoever started it; a bug keeps its stack. */
export function startFailure(error: unknown): string {
  if (error instanceof ConfigError || error instanceof ContentError) return error.message
  if (error instanceof SandboxError || error instanceof StartRefusal) return error.message
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && error.code === 'EADDRINUSE') {
    const port = 'port' in error ? String(error.port) : ''
    return `端口 ${port} 已被占用：请关闭占用它的程序，或换一个端口，例如 PORT=8080 npm start`
  }
  if (
    'code' in error &&
    error.code === 'EACCES' &&
    'syscall' in error &&
    error.syscall === 'listen'
  ) {
    return '没有权限使用这个端口：1024 以下的端口需要管理员权限，请换一个 PORT'
  }
  if ('code' in error && DATABASE_REFUSALS.has(error.code)) {
    return `无法连接数据库，请检查 DATABASE_URL：${error.message || String(error.code)}`
  }
  if ('code' in error && error.code === NO_RIGHTS) {
    return `数据库账号的权限不够（${error.message}）：它须拥有 DATABASE_URL 里的数据库，例如 create database shop owner shop`
  }
  if ('code' in error && error.code === 'ENOENT' && /[\\/]dist[\\/]/.test(error.message)) {
    return '网页文件还没有构建：请先运行 npm run build'
  }
  return error.stack ?? error.message
}
