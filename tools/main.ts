import { setTimeout as pause } from 'node:timers/promises'
import { styleText } from 'node:util'
import closeWithGrace from 'close-with-grace'
import { readConfig, type ToolsConfig } from './config.ts'
import { buildToolsApp } from './server.ts'

const CLOSE_LIMIT_MS = 5_000
const PORT_WAIT_MS = 3_000
const PORT_RETRY_MS = 100

try {
  const config = readConfig(process.env)
  const app = await startWhenPortIsFree(config)
  closeWithGrace({ delay: CLOSE_LIMIT_MS }, () => app.close())
  // Started by another program over a channel, it ends with that program.
  const end = (): unknown => process.kill(process.pid, 'SIGTERM')
  process.once('disconnect', end)
  if (process.send && !process.connected) end()
  // Printed last: a parent that waits for this line may send SIGTERM right after it.
  process.stdout.write(`${config.name} ${styleText('cyan', config.publicUrl)}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

/** Waits for the port where an earlier run is just about to leave it. */
async function startWhenPortIsFree(config: ToolsConfig) {
  const { port, host } = config
  const deadline = performance.now() + PORT_WAIT_MS
  for (;;) {
    const app = await buildToolsApp(config, { logger: { level: 'warn' } })
    try {
      await app.listen({ port, host })
      return app
    } catch (error) {
      await app.close()
      const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
      if (!isTaken) throw error
      if (performance.now() > deadline)
        throw new Error(`端口 ${port} 已被占用：请关闭占用它的程序，或用 TOOLS_PORT 换一个端口`, {
          cause: error,
        })
      await pause(PORT_RETRY_MS)
    }
  }
}
