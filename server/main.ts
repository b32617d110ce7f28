import { enableCompileCache, flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'

// V8 sizes its heap by the machine and lets garbage of requests fill it. Collecting early instead
// takes a third off the memory under load for about a tenth more processor time.
setFlagsFromString('--semi-space-growth-factor=1')
setFlagsFromString('--heap-growing-percent=20')

// Compiled code is kept beside the packages; it has to be switched on before anything else is read,
// and halves the time of a start. Where nothing can be written it is simply not kept.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/code', import.meta.url)))
const { startProcess } = await import('./process/start.ts')
await startProcess()
flushCompileCache()
