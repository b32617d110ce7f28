import './code-cache.js'
import { flushCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'

// V8 sizes its heap by the machine and lets garbage of requests fill it. Collecting early instead
// takes a third off the memory under load.
setFlagsFromString('--semi-space-growth-factor=1')
setFlagsFromString('--heap-growing-percent=20')

const { startProcess } = await import('./process/start/start-process.ts')
await startProcess()
flushCompileCache()
