import './code-cache.js'
import { flushCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'

// By default V8 lets its heap grow with garbage of requests. Earlier collections save a third of the memory
// under load.
setFlagsFromString('--semi-space-growth-factor=1')
setFlagsFromString('--heap-growing-percent=20')

const { startProcess } = await import('./process/start/start-process.ts')
await startProcess()
flushCompileCache()
