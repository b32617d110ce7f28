import { enableCompileCache, flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Compiled code is kept beside the packages; it has to be switched on before anything else is read,
// and halves the time of a start. Where nothing can be written it is simply not kept.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/code', import.meta.url)))
const { startProcess } = await import('./process/start.ts')
await startProcess()
flushCompileCache()
