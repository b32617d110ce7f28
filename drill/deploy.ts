import { copyFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installPackages, isDebianRoot } from '../scripts/debian-packages.ts'
import { ROOT, runProgram } from '../scripts/run-program.ts'
import { dashboardExpressions } from './expressions.ts'

/** What Debian's packages bring to check the files with. */
const CHECKERS = [
  ...['nginx', 'haproxy', 'caddy', 'prometheus', 'systemd', 'docker-compose', 'openssl'],
] as const

/** The worst exposure that systemd may find, of 10. */
const MOST_EXPOSED = 2

const UNITS = ['shop@3001.service', 'shop@3000.socket', 'shop-backup.service', 'shop-backup.timer']

/** Which command checks which files; the path of the file comes last. */
const CHECKS: readonly [by: string, files: readonly string[]][] = [
  // with the site of the tools
  ['nginx -t -q -c', ['nginx/shop.conf']],
  ['haproxy -c -f', ['haproxy/haproxy.cfg', 'haproxy/postgresql.cfg']],
  ['caddy validate --adapter caddyfile --config', ['caddy/Caddyfile', 'container/Caddyfile']],
  ['systemd-analyze verify --man=no', UNITS.map((name) => `systemd/${name}`)],
  [
    `systemd-analyze security --offline=true --threshold=${MOST_EXPOSED * 10}`,
    ['systemd/shop@3001.service', 'systemd/shop-backup.service'],
  ],
  ['sh -n', ['backup/backup.sh', 'systemd/shop-operator.sh']],
  ['promtool check config', ['prometheus/prometheus.yml']],
  ['promtool test rules', ['prometheus/rules_test.yml']],
  ['promtool check rules', ['grafana/shop.json']],
  ['docker-compose config --quiet', ['container/compose.yaml']],
]

/** Lets each file of `deploy/` be checked by the program that reads it; returns whether nothing is wrong. */
export async function checkDeploy(): Promise<boolean> {
  if (await isDebianRoot()) await installPackages(...CHECKERS)
  const folder = await mkdtemp(join(tmpdir(), 'deploy-'))
  try {
    const copy = await copyDeploy(folder)
    const dashboard = join(folder, 'dashboard.yml')
    await writeFile(dashboard, recordingRules(await dashboardExpressions()))
    const others = new Map([
      ['nginx/shop.conf', join(folder, 'nginx.conf')],
      ['grafana/shop.json', dashboard],
    ])
    let isGood = true
    for (const [by, files] of CHECKS) {
      for (const file of files) {
        const path = others.get(file) ?? copy(file)
        // docker-compose takes the file before the command
        const [program = '', ...words] = by.split(' ')
        const given = program === 'docker-compose' ? ['--file', path, ...words] : [...words, path]
        const { code, output } = await runProgram(program, given, { isQuiet: true })
        process.stdout.write(`${code === 0 ? '✓' : '✗'} ${file.padEnd(28)} ${by}\n`)
        if (code !== 0) process.stdout.write(`${output.trim().split('\n').slice(-4).join('\n')}\n`)
        isGood &&= code === 0
      }
    }
    return isGood
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Expressions in a form that Prometheus's own parser reads. */
function recordingRules(expressions: readonly string[]): string {
  const rules = expressions.map(
    (expr, at) => `      - { record: 'dashboard:panel_${at}', expr: ${JSON.stringify(expr)} }`,
  )
  return ['groups:', '  - name: dashboard', '    rules:', ...rules, ''].join('\n')
}

/**
 * Copies `deploy/` with places of this machine in place of those of a server: certificates, the shop's folder. Returns
 * the path of a copy.
 */
async function copyDeploy(folder: string): Promise<(file: string) => string> {
  const copy = (file: string) => join(folder, 'deploy', file)
  await cp(join(ROOT, 'deploy'), copy('.'), { recursive: true })
  const certificate = await makeCertificate(folder)
  await rewrite(copy('haproxy/haproxy.cfg'), /\/etc\/haproxy\/certs\/\w+\.pem/g, certificate)
  await rewrite(copy('haproxy/haproxy.cfg'), /\/etc\/haproxy\/errors\//g, copy('haproxy/'))
  const sites = ['nginx/shop.conf', 'nginx/tools.conf'].map(copy)
  for (const site of sites) {
    await rewrite(site, /\/var\/log\/nginx\b/g, folder)
    await rewrite(site, /\/etc\/ssl\/[\w./]+\.pem/g, certificate)
  }
  const includes = sites.map((site) => `  include ${site};\n`).join('')
  await writeFile(
    join(folder, 'nginx.conf'),
    `pid ${folder}/nginx.pid;\nerror_log stderr;\nevents {}\nhttp {\n  access_log off;\n${includes}}\n`,
  )
  const units = copy('systemd')
  for (const name of ['shop@.service', 'shop@.socket', 'shop-backup.service'])
    await rewrite(join(units, name), /\/srv\/shop\b/g, ROOT)
  await copyFile(join(units, 'shop@.service'), join(units, 'shop@3001.service'))
  await copyFile(join(units, 'shop@.socket'), join(units, 'shop@3000.socket'))
  await copyFile(join(units, 'shop@.service'), join(units, 'shop@3000.service'))
  return copy
}

async function rewrite(file: string, place: RegExp, value: string): Promise<void> {
  await writeFile(file, (await readFile(file, 'utf8')).replaceAll(place, value))
}

/** Makes a certificate that nobody signed, with its key in one file; returns its path. */
async function makeCertificate(folder: string): Promise<string> {
  const key = join(folder, 'key.pem')
  const certificate = join(folder, 'certificate.pem')
  const both = join(folder, 'both.pem')
  const words = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=shop.example.com']
  const files = ['-keyout', key, '-out', certificate]
  await runProgram('openssl', [...words, ...files], { isQuiet: true })
  await writeFile(both, (await readFile(certificate, 'utf8')) + (await readFile(key, 'utf8')))
  return both
}
