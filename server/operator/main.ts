import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// switched on before anything else is read, as in server/main.ts
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/code', import.meta.url)))
const { processEnvironment } = await import('../config.ts')
const { runOperator } = await import('./run.ts')

// whoever reads the answer may have seen enough, as `head` has
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})
process.exitCode = await runOperator(process.argv.slice(2), processEnvironment())
