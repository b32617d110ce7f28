import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const DEPLOY = join(import.meta.dirname, '../../deploy')

/** What makes a proxy write an address with its query: variables of nginx, formats of HAProxy, any log of Caddy. */
const WITH_QUERY: Record<string, RegExp> = {
  'nginx/shop.conf':
    /log_format[^;]*\$(request|request_uri|args|query_string|http_referer)\b|access_log \S+\.log(;| combined| main)/,
  'haproxy/haproxy.cfg': /option\s+httplog|log-format.*%(\[.*url|HU|HQ|r\b)/,
  'caddy/Caddyfile': /^\s*log\b/m,
  'container/Caddyfile': /^\s*log\b/m,
}

test.each(Object.entries(WITH_QUERY))(
  '%s logs no query of an address: mailed links carry their tokens there',
  async (file, withQuery) => {
    expect(await readFile(join(DEPLOY, file), 'utf8')).not.toMatch(withQuery)
  },
)

test('a log of the whole address would be noticed', () => {
  const { 'nginx/shop.conf': nginx, 'haproxy/haproxy.cfg': haproxy } = WITH_QUERY
  expect(`log_format shop '"$request" $status'`).toMatch(nginx!)
  expect(`log_format shop '$uri "$http_referer"'`).toMatch(nginx!)
  expect('access_log /var/log/nginx/shop.log combined;').toMatch(nginx!)
  expect('option httplog').toMatch(haproxy!)
  expect('log-format "%ci %HM %HU"').toMatch(haproxy!)
})
