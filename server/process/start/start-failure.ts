import { ConfigError } from '../../config/config.ts'
import { ContentError } from '../../site/content/content-file.ts'
import { StartRefusal } from '../../config/start-refusal.ts'
import { databaseFailureText } from '../../db/database-failure.ts'
import { ChildProgramError } from './child-program.ts'

/** Fields that Node adds to an error of the operating system. */
interface SystemError extends NodeJS.ErrnoException {
  port?: number
  address?: string
}

/** Explains a failed start in one sentence for the operator; an unexpected error keeps its stack. */
export function startFailure(error: unknown): string {
  if (error instanceof ConfigError || error instanceof ContentError) return error.message
  if (error instanceof ChildProgramError || error instanceof StartRefusal) return error.message
  if (!(error instanceof Error)) return String(error)
  const { code, syscall, port, address }: SystemError = error
  if (code === 'EADDRINUSE') {
    return `端口 ${port ?? ''} 已被占用：请关闭占用它的程序，或换一个端口，例如 PORT=8080 npm start`
  }
  if (code === 'EADDRNOTAVAIL' && syscall === 'listen') {
    return `这台机器没有 ${address ?? ''} 这个地址：请改正 HOST（OPS_HOST），对所有地址开放写 0.0.0.0`
  }
  if (code === 'EACCES' && syscall === 'listen') {
    return '没有权限使用这个端口：1024 以下的端口需要管理员权限，请换一个 PORT'
  }
  if (code === 'ENOENT' && /[\\/]dist[\\/]/.test(error.message)) {
    return '网页文件还没有构建：请先运行 npm run build'
  }
  return databaseFailureText(error) ?? error.stack ?? error.message
}
