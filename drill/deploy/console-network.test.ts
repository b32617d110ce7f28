import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const DEPLOY = join(import.meta.dirname, '../../deploy')
const NETWORK = '203\\.0\\.113\\.0/24'

test.each([
  ['nginx/shop.conf', `server_name console\\.example\\.com;[^}]*allow ${NETWORK};\n *deny all;`],
  [
    'haproxy/haproxy.cfg',
    `deny if console !\\{ src ${NETWORK} \\}\n *use_backend console if console`,
  ],
  ['caddy/Caddyfile', `@elsewhere not remote_ip ${NETWORK}\n\tabort @elsewhere`],
  ['container/Caddyfile', `@elsewhere not remote_ip ${NETWORK}\n\tabort @elsewhere`],
])('%s: the console answers one network alone', async (file, rule) => {
  expect(await readFile(join(DEPLOY, file), 'utf8')).toMatch(new RegExp(rule))
})

test('HAProxy binds one frontend a port: two of them would share the visitors by chance', async () => {
  const text = await readFile(join(DEPLOY, 'haproxy/haproxy.cfg'), 'utf8')
  const ports = [...text.matchAll(/^ *bind (\S+)/gm)].map(([, port]) => port)
  expect(ports).toEqual([':80', ':443'])
})
