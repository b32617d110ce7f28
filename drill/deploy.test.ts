import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { connect } from '../server/db/sql.ts'
import { createMetrics } from '../server/process/metrics/metrics.ts'
import { ROOT } from '../scripts/run-program.ts'
import { dashboardExpressions, metricsIn, ruleExpressions } from './expressions.ts'

const DEPLOY = join(ROOT, 'deploy')
const NETWORK = '203\\.0\\.113\\.0/24'

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

test('proxies speak TLS 1.2 and 1.3 alone, with strong suites; by http only pages lead to https, and calls are refused', async () => {
  for (const file of PROXY_FILES) {
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
    expect(
      groups(text, /^(?:shop|console)\.example\.com \{\n\t(import encryption)$/gm),
    ).toHaveLength(sites.length)
    const [plain = ''] =
      /^server \{\n {2}listen 80;\n[^]*?^\}\n|^frontend http\n( .*\n)+|^http:\/\/ \{\n[^]*?^\}\n/m.exec(
        text,
      ) ?? []
    expect(plain).toMatch(/301/)
    expect(plain).toMatch(/403|deny/)
    expect(plain).toMatch(/GET.{1,2}HEAD/)
    for (const calls of ['api', 'clients', 'webhooks', 'oidc'])
      expect(plain).toMatch(new RegExp(`[/(|]${calls}[/)|]`))
  }
})

test('the console answers one network alone; HAProxy binds one frontend a port', async () => {
  const rules = [
    ['nginx/shop.conf', `server_name console\\.example\\.com;[^}]*allow ${NETWORK};\n *deny all;`],
    [
      'haproxy/haproxy.cfg',
      `deny if console !\\{ src ${NETWORK} \\}\n *use_backend console if console`,
    ],
    ['caddy/Caddyfile', `@elsewhere not remote_ip ${NETWORK}\n\tabort @elsewhere`],
    ['container/Caddyfile', `@elsewhere not remote_ip ${NETWORK}\n\tabort @elsewhere`],
  ] as const
  for (const [file, rule] of rules)
    expect(await readFile(join(DEPLOY, file), 'utf8'), file).toMatch(new RegExp(rule))
  const text = await readFile(join(DEPLOY, 'haproxy/haproxy.cfg'), 'utf8')
  // two of them would share the visitors by chance
  expect([...text.matchAll(/^ *bind (\S+)/gm)].map(([, port]) => port)).toEqual([':80', ':443'])
})

/** What makes a proxy write an address with its query: variables of nginx, formats of HAProxy, any log of Caddy. */
const WITH_QUERY: Record<string, RegExp> = {
  'nginx/tools.conf': /access_log \S+\.log(;| combined| main)/,
  'nginx/shop.conf':
    /log_format[^;]*\$(request|request_uri|args|query_string|http_referer)\b|access_log \S+\.log(;| combined| main)/,
  'haproxy/haproxy.cfg': /option\s+httplog|log-format.*%(\[.*url|HU|HQ|r\b)/,
  'caddy/Caddyfile': /^\s*log\b/m,
  'container/Caddyfile': /^\s*log\b/m,
}

test('no proxy logs the query of an address: mailed links carry their tokens there', async () => {
  for (const [file, withQuery] of Object.entries(WITH_QUERY))
    expect(await readFile(join(DEPLOY, file), 'utf8'), file).not.toMatch(withQuery)
})

test('units see no history of the clone, reach no link-local address, and leave no secrets to others on the disk', async () => {
  for (const name of ['shop@.service', 'shop-backup.service']) {
    const lines = (await readFile(join(DEPLOY, 'systemd', name), 'utf8')).split('\n')
    const [folder] = lines.flatMap((line) => /^WorkingDirectory=(.+)$/.exec(line)?.[1] ?? [])
    expect(lines, name).toContain(`InaccessiblePaths=-${folder}/.git`)
    expect(lines, name).toContain('IPAddressDeny=link-local multicast')
    expect(lines, name).toContain('LimitCORE=0')
    expect(lines, name).toContain('StateDirectoryMode=0700')
  }
})

const CONTAINER = join(DEPLOY, 'container')

/** Paths in the repository where secrets lie by the recipes and the README. */
async function secretPaths(): Promise<string[]> {
  const compose = await readFile(join(CONTAINER, 'compose.yaml'), 'utf8')
  const files = [...compose.matchAll(/file: (\S*secrets\/[\w-]+)/g)].map(([, path = '']) => path)
  expect(files.length).toBeGreaterThan(4)
  const ofCompose = files.map((path) => relative(ROOT, join(CONTAINER, path)))
  return [...ofCompose, '.env', 'data/secrets/secret-key']
}

/** Whether the file's patterns, which are paths of files and folders, leave this path out. */
async function isLeftOutBy(file: string, path: string): Promise<boolean> {
  const lines = (await readFile(join(ROOT, file), 'utf8')).split('\n')
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.replace(/^\//, '').replace(/\/$/, ''))
    .some((pattern) => path === pattern || path.startsWith(`${pattern}/`))
}

test('no secret of a recipe gets into an image or a commit', async () => {
  for (const file of ['.dockerignore', '.gitignore'])
    for (const path of await secretPaths())
      expect([file, path, await isLeftOutBy(file, path)]).toEqual([file, path, true])
})

test('rules and dashboard name metrics of the shop alone, and every one is watched or drawn', async () => {
  const sql = connect('postgres://nobody@127.0.0.1:1/none')
  const own = createMetrics(sql)
    .registry.getMetricsAsArray()
    .map(({ name }) => name)
  await sql.end()
  const expressions = [...(await ruleExpressions()), ...(await dashboardExpressions())]
  expect(expressions.length).toBeGreaterThan(30)
  const named = new Set(expressions.flatMap(metricsIn))
  expect([...named].filter((name) => !own.includes(name))).toEqual([])
  const unseen = own.filter((name) => !named.has(name) && !/^(nodejs|process)_/.test(name))
  expect(unseen).toEqual(['csp_violations_total'])
})
