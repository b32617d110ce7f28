import { expect, test } from 'vitest'
import { run } from '../../testing/doc-examples.ts'

/** Starts no shop: it loads what a start loads, and asks for the provider of a shop without applications. */
const PROGRAM = `
  import { registerHooks } from 'node:module'
  const loaded = []
  registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context) } })
  const hasLibrary = () => loaded.some((url) => /node_modules\\/(oidc-provider|koa|jose)\\//.test(url))
  await import('./server/process/start/start-shop.ts')
  const { createProviderOpener } = await import('./server/applications/sign-on/open-provider.ts')
  const provider = await createProviderOpener({ sql: async () => [] }, {})()
  const answers = [loaded.length > 100, provider, hasLibrary()]
  await import('./server/applications/sign-on/provider/create-provider.ts')
  process.stdout.write(JSON.stringify([...answers, hasLibrary()]), () => process.exit(0))
`

test('nothing of the library is loaded while no application is registered', async () => {
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', PROGRAM])
  expect(JSON.parse(stdout)).toEqual([true, null, false, true])
}, 60_000)
