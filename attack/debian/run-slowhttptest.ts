import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type AttackOptions, type AttackRow, createTally, type Tally } from '../attack.ts'
import { send } from '../rig/send.ts'
import { startTarget, type Target } from '../rig/target.ts'
import { percentile } from '../growth/percentile.ts'
import { readSlowHttp } from './read-reports.ts'
import { runBounded } from './run-bounded.ts'

const SECONDS = { small: 6, large: 30 }
const CONNECTIONS = { small: 100, large: 400 }
const GRACE_MS = 30_000
/** A visitor waits no longer than this at any time. */
const MOST_MS = 5_000

const WAYS: readonly [name: string, args: readonly string[]][] = [
  ['slow headers', ['-H', '-i', '3', '-x', '24']],
  ['slow bodies', ['-B', '-i', '3', '-s', '8192', '-x', '10', '-t', 'POST']],
  ['slow reading', ['-X', '-w', '64', '-y', '256', '-n', '3', '-z', '16', '-k', '4']],
  ['ranges', ['-R', '-a', '1', '-b', '2000']],
]

/** Debian's slowhttptest: many connections that hardly send or read, while visitors come. */
export async function runSlowHttpTest({ database, isSmall }: AttackOptions): Promise<AttackRow[]> {
  await using target = await startTarget({ database, name: 'slowhttp', nginx: {} })
  const rows: AttackRow[] = []
  for (const [name, args] of WAYS) rows.push(await attackSlowly(target, { name, args, isSmall }))
  return rows
}

async function attackSlowly(
  target: Target,
  { name, args, isSmall }: { name: string; args: readonly string[]; isSmall: boolean },
): Promise<AttackRow> {
  const tally = createTally(`slowhttptest: ${name}`)
  const seconds = isSmall ? SECONDS.small : SECONDS.large
  const connections = isSmall ? CONNECTIONS.small : CONNECTIONS.large
  const folder = join(target.folder, 'slow')
  await mkdir(folder, { recursive: true })
  const said: string[] = []
  for (const [where, base] of [
    ['node', target.url],
    ['nginx', target.frontUrl!],
  ] as const) {
    const test = runBounded(
      'slowhttptest',
      [
        ...[...args, '-u', `${base}/plans`, '-c', String(connections), '-r', '200', '-p', '5'],
        ...['-l', String(seconds)],
      ],
      { folder, limitMs: seconds * 1_000 + GRACE_MS },
    )
    const times = await visitUntil(base, test, { where, tally })
    const { output } = await test
    const { available, unavailable } = readSlowHttp(output)
    tally.count(connections + times.length)
    tally.expect(available > 0, `${where}: it did not run: ${output.slice(-300)}`)
    tally.expect(unavailable === 0, `${where}: not available ${unavailable} times`)
    said.push(`${where} p95 ${Math.round(percentile(times, 0.95))} ms`)
  }
  return tally.row(`${connections} connections for ${seconds} s; visitors: ${said.join(', ')}`)
}

/** Visits a page and calls the shop until the work ends; returns the milliseconds of each visit. */
async function visitUntil(
  base: string,
  work: Promise<unknown>,
  { where, tally }: { where: string; tally: Tally },
): Promise<number[]> {
  const times: number[] = []
  let isOver = false
  const ended = work.finally(() => (isOver = true))
  while (!isOver) {
    for (const path of ['/plans', '/clients/web/auth/user-info']) {
      const { status, ms } = await send(base + path)
      times.push(ms)
      tally.expect(status === 200, `${where}: a visitor is answered ${status}`)
      tally.expect(ms < MOST_MS, `${where}: a visitor waited ${Math.round(ms)} ms`)
    }
  }
  await ended
  return times
}
