import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runProgram } from '../../scripts/run-program.ts'
import { dashboardExpressions } from './expressions.ts'
import { copyDeploy } from './copy-deploy.ts'

/** What Debian's packages bring to check the files with. */
export const CHECKERS = [
  ...['nginx', 'haproxy', 'caddy', 'prometheus', 'systemd', 'docker-compose', 'openssl'],
] as const

/** The worst exposure that systemd may find, of 10. */
const MOST_EXPOSED = 2

export interface FileCheck {
  file: string
  /** The command that checks it. */
  by: string
  /** Its last words; null: nothing is wrong. */
  problem: string | null
}

/** Lets each file of `deploy/` be checked by the program that reads it. */
export async function checkDeploy(): Promise<FileCheck[]> {
  const folder = await mkdtemp(join(tmpdir(), 'deploy-'))
  try {
    const copy = await copyDeploy(folder)
    const dashboard = join(folder, 'dashboard.yml')
    await writeFile(dashboard, recordingRules(await dashboardExpressions()))
    const units = [
      'shop@3001.service',
      'shop@3000.socket',
      'shop-backup.service',
      'shop-backup.timer',
    ]
    const services = units.filter((name) => name.endsWith('.service'))
    const threshold = `--threshold=${MOST_EXPOSED * 10}`
    const checks: [file: string, by: string[], path: string][] = [
      ['nginx/shop.conf', ['nginx', '-t', '-q', '-c'], join(folder, 'nginx.conf')],
      ...['haproxy/haproxy.cfg', 'haproxy/postgresql.cfg'].map(
        (file): [string, string[], string] => [file, ['haproxy', '-c', '-f'], copy(file)],
      ),
      ...['caddy/Caddyfile', 'container/Caddyfile'].map((file): [string, string[], string] => [
        file,
        ['caddy', 'validate', '--adapter', 'caddyfile', '--config'],
        copy(file),
      ]),
      ...units.map((name): [string, string[], string] => [
        `systemd/${name}`,
        ['systemd-analyze', 'verify', '--man=no'],
        copy(`systemd/${name}`),
      ]),
      ...services.map((name): [string, string[], string] => [
        `systemd/${name}`,
        ['systemd-analyze', 'security', '--offline=true', threshold],
        copy(`systemd/${name}`),
      ]),
      ...['backup/backup.sh', 'systemd/shop-operator.sh'].map(
        (file): [string, string[], string] => [file, ['sh', '-n'], copy(file)],
      ),
      [
        'prometheus/prometheus.yml',
        ['promtool', 'check', 'config'],
        copy('prometheus/prometheus.yml'),
      ],
      ['prometheus/rules.yml', ['promtool', 'test', 'rules'], copy('prometheus/rules_test.yml')],
      ['grafana/shop.json', ['promtool', 'check', 'rules'], dashboard],
      ['container/compose.yaml', ['docker-compose', '--file'], copy('container/compose.yaml')],
    ]
    const found: FileCheck[] = []
    for (const [file, by, path] of checks) found.push(await check(file, by, path))
    return found
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

async function check(file: string, by: string[], path: string): Promise<FileCheck> {
  const [program = '', ...words] = by
  const end = program === 'docker-compose' ? ['config', '--quiet'] : []
  const { code, output } = await runProgram(program, [...words, path, ...end], { isQuiet: true })
  const lines = output.trim().split('\n')
  return {
    file,
    by: [...by, ...end].join(' '),
    problem: code === 0 ? null : lines.slice(-4).join('\n'),
  }
}

/** Prints a line for each; returns whether nothing is wrong. */
export function printDeploy(found: readonly FileCheck[]): boolean {
  for (const { file, by, problem } of found) {
    process.stdout.write(`${problem === null ? '✓' : '✗'} ${file.padEnd(28)} ${by}\n`)
    if (problem !== null) process.stdout.write(`${problem}\n`)
  }
  return found.every(({ problem }) => problem === null)
}
