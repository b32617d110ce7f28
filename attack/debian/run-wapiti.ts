import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ADDRESSES } from '#contract/addresses.ts'
import { api } from '#contract/api.ts'
import { TRACE_REQUESTS } from '#harness/production/trace.ts'
import { type AttackOptions, type AttackRow, createTally } from '../attack.ts'
import { startTarget } from '../rig/target.ts'
import { readWapiti } from './read-reports.ts'
import { runBounded } from './run-bounded.ts'

/**
 * Of wapiti's modules those that call nobody out there: not nikto, wapp, ssrf and xxe. Nor cookieflags and http_headers:
 * the one knows HttpOnly in no other letters, the other asks for headers that policies have replaced. The observatory
 * judges these.
 */
const MODULES = [
  ...['sql', 'blindsql', 'xss', 'permanentxss', 'file', 'exec', 'crlf', 'redirect', 'backup'],
  ...['htaccess', 'methods', 'shellshock', 'csp'],
]
const SECONDS = { small: 15, large: 60 }
const GRACE_MS = 60_000

/** Debian's wapiti, as a customer who is logged in. */
export async function runWapiti({ database, isSmall }: AttackOptions): Promise<AttackRow[]> {
  const folder = join(database.folder, 'wapiti')
  const trace = join(folder, 'trace')
  await using target = await startTarget({
    ...{ database, name: 'wapiti', imports: [TRACE_REQUESTS] },
    env: () => ({ REQUEST_TRACE: trace }),
  })
  const tally = createTally('wapiti')
  const own = join(folder, 'wapiti')
  await mkdir(own, { recursive: true })
  const report = join(own, 'report.json')
  const seconds = isSmall ? SECONDS.small : SECONDS.large
  const [{ headers }] = target.customers
  const paths = [
    ...ADDRESSES.map(({ path }) => `${path}?redirect=/plans&page=1&state=paid&id=1&q=x`),
    `${api.recharge.orderList.path}?page=1&pageSize=20&state=paid`,
    `${api.site.globalConfig.path}?type=download_url`,
    api.account.profile.path,
    '/oidc/auth?client_id=x&redirect_uri=https://tools.test/&scope=openid&response_type=code&state=x',
    '/oidc/session/end?client_id=x&post_logout_redirect_uri=https://tools.test/&state=x',
  ]
  const { output, isStopped } = await runBounded(
    'wapiti',
    [
      ...['-u', `${target.url}/`, '--scope', 'domain', '-m', MODULES.join(','), '-d', '3'],
      ...paths.flatMap((path) => ['-s', target.url + path]),
      ...['-H', `cookie: ${headers['cookie']}`],
      ...['--max-scan-time', String(seconds), '--max-attack-time', String(seconds), '-S', 'normal'],
      ...['--store-session', own, '--store-config', own, '--flush-session', '--no-bugreport'],
      ...['-t', '10', '-f', 'json', '-o', report, '-v', '0'],
    ],
    { folder: own, limitMs: seconds * (MODULES.length + 1) * 1_000 + GRACE_MS },
  )
  const text = await readFile(report, 'utf8').catch(() => null)
  tally.count((await readFile(trace, 'utf8')).split('\n').length)
  if (text === null) tally.finding(`there is no report: ${output.slice(-300)}`)
  else for (const line of readWapiti(text)) tally.finding(line)
  tally.expect(!isStopped, 'it did not end in time')
  return [tally.row(`${MODULES.length} modules, none that calls others`)]
}
