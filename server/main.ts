import './code-cache.js'
import { flushCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'

// By default V8 lets its heap grow with garbage of requests. With earlier collections a load with logins takes
// 175 MB at most instead of 345.
setFlagsFromString('--semi-space-growth-factor=1')
setFlagsFromString('--heap-growing-percent=20')

const { startProcess } = await import('./process/start/start-process.ts')
await startProcess()
flushCompileCache()
