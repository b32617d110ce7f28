import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const DEPLOY = join(import.meta.dirname, '../../deploy')

const PROXY_FILES = [
  'nginx/shop.conf',
  'haproxy/haproxy.cfg',
  'caddy/Caddyfile',
  'container/Caddyfile',
]
/** The lines that say which versions and suites a proxy speaks, by program. */
const ENCRYPTION: Readonly<Record<string, { versions: RegExp; only: string; suites: RegExp }>> = {
  nginx: {
    versions: /^ *ssl_protocols (.*);$/gm,
    only: 'TLSv1.2 TLSv1.3',
    suites: /^ *ssl_ciphers (.*);$/gm,
  },
  haproxy: {
    versions: /^ *ssl-default-bind-options (.*)$/gm,
    only: 'ssl-min-ver TLSv1.2 no-tls-tickets',
    suites: /^ *ssl-default-bind-ciphers(?:uites)? (.*)$/gm,
  },
  Caddyfile: {
    versions: /^\t*protocols (.*)$/gm,
    only: 'tls1.2 tls1.3',
    suites: /^\t*ciphers (.*)$/gm,
  },
}
/** Forward secrecy, which TLS 1.3 always has, and authenticated encryption. */
const STRONG =
  /^(ECDHE-(ECDSA|RSA)-|TLS_ECDHE_(ECDSA|RSA)_WITH_|TLS_(?!ECDHE|RSA))[\w-]*(GCM|POLY1305)/

function groups(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, group = '']) => group)
}

test.each(PROXY_FILES)('%s: TLS 1.2 and 1.3 alone, with strong suites', async (file) => {
  const text = await readFile(join(DEPLOY, file), 'utf8')
  const [, { versions, only, suites }] = Object.entries(ENCRYPTION).find(([name]) =>
    file.includes(name),
  )!
  expect(groups(text, versions)).toEqual([only])
  const names = groups(text, suites).flatMap((line) => line.split(/[:\s]+/))
  expect(names.length).toBeGreaterThanOrEqual(6)
  expect(names.filter((name) => !STRONG.test(name))).toEqual([])
  // every site of a Caddyfile that has a certificate takes these
  const sites = groups(text, /^((?:shop|console)\.example\.com) \{$/gm)
  expect(groups(text, /^(?:shop|console)\.example\.com \{\n\t(import encryption)$/gm)).toHaveLength(
    sites.length,
  )
})

test.each(PROXY_FILES)(
  '%s: by http only pages lead to https, and calls are refused',
  async (file) => {
    const text = await readFile(join(DEPLOY, file), 'utf8')
    const [plain = ''] =
      /^server \{\n {2}listen 80;\n[^]*?^\}\n|^frontend http\n( .*\n)+|^http:\/\/ \{\n[^]*?^\}\n/m.exec(
        text,
      ) ?? []
    expect(plain).toMatch(/301/)
    expect(plain).toMatch(/403|deny/)
    expect(plain).toMatch(/GET.{1,2}HEAD/)
    for (const calls of ['api', 'clients', 'webhooks', 'oidc'])
      expect(plain).toMatch(new RegExp(`[/(|]${calls}[/)|]`))
  },
)
