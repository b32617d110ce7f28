import { join } from 'node:path'
import { ADDRESSES } from '#contract/addresses.ts'
import { makeCertificate } from '#harness/production/certificate.ts'
import { type AttackOptions, type AttackRow, createTally } from '../attack.ts'
import { send } from '../rig/send.ts'
import { startTarget } from '../rig/target.ts'
import { gradeOf, scoreHeaders } from './score-headers.ts'

const LEAST = 130

/** Scores every page of shop and console over TLS, as nginx with its file of `deploy/` serves them. */
export async function observeHeaders({ database }: AttackOptions): Promise<AttackRow[]> {
  const certificate = await makeCertificate(join(database.folder, 'observed'), 'IP:127.0.0.1')
  await using target = await startTarget({
    ...{ database, name: 'observatory', nginx: { certificate } },
    env: (front) => ({
      PUBLIC_URL: `https://127.0.0.1:${front.shop}`,
      CONSOLE_URL: `https://localhost:${front.console}`,
      // a page over TLS reaches a sandbox over TLS alone; none is asked
      SANDBOX_PUBLIC_URL: 'https://sandbox.example.com',
    }),
  })
  return [
    await observe('observatory: pages of the shop', target.frontUrl!, [
      ...ADDRESSES.map(({ path }) => path),
      '/no-such-page',
    ]),
    await observe('observatory: the console', target.consoleOrigin, [
      '/',
      '/orders',
      '/no-such-page',
    ]),
  ]
}

async function observe(name: string, base: string, paths: readonly string[]): Promise<AttackRow> {
  const tally = createTally(name)
  const scores: number[] = []
  for (const path of paths) {
    const address = base + path
    const page = await send(address)
    // the proxy alone is reached from outside, and its file listens for TLS alone
    const plain = null
    const foreign = await send(address, { headers: { origin: 'https://evil.example' } })
    tally.count(2)
    tally.expect(page.status === 200 || page.status === 404, `${path}: ${page.status}`)
    const { score, results } = scoreHeaders({ address, page, plain, foreign })
    scores.push(score)
    const poor = results.filter(({ points }) => points < 0)
    const why = results
      .map(({ rule, points, reason }) => `${rule} ${points} (${reason})`)
      .join(', ')
    tally.expect(score >= LEAST && poor.length === 0, `${path}: ${score}: ${why}`)
  }
  const least = Math.min(...scores)
  return tally.row(`${gradeOf(least)}, at least ${least}`)
}
