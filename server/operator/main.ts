import '../code-cache.js'

const { processEnvironment } = await import('../config/config.ts')
const { runOperator } = await import('./run.ts')

// the reader of the pipe may have closed it, as `head` does
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})
process.exitCode = await runOperator(process.argv.slice(2), processEnvironment, process)
