import { expect, test } from 'vitest'
import { run } from '../testing/doc-examples.ts'

/** Starts no shop: it loads what a start loads, then what the console's first request loads. */
const PROGRAM = `
  import { registerHooks } from 'node:module'
  const loaded = []
  registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context) } })
  const has = (pattern) => loaded.some((url) => pattern.test(url))
  const console = /server\\/console\\/(app|serve|pages|actions|sign-in|staff|audit)/
  const commands = /server\\/operator\\/commands\\.ts/
  const libraries = /node_modules\\/(@simplewebauthn|@peculiar|otplib|@otplib)\\//
  await import('./server/process/start/start-shop.ts')
  const atStart = [loaded.length > 100, has(console), has(commands), has(libraries)]
  await import('./server/console/app.ts')
  const opened = [has(console), has(commands), has(/node_modules\\/@simplewebauthn\\//)]
  process.stdout.write(JSON.stringify([atStart, opened]), () => process.exit(0))
`

test('nothing of the console is loaded before its first request, and no passkey library before the first passkey', async () => {
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', PROGRAM])
  expect(JSON.parse(stdout)).toEqual([
    [true, false, false, false],
    [true, true, false],
  ])
}, 60_000)
