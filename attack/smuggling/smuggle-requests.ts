import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { TRACE_REQUESTS } from '#harness/production/trace.ts'
import { type AttackOptions, type AttackRow, createTally, type Tally } from '../attack.ts'
import { inParallel, send } from '../rig/send.ts'
import { startTarget, type Target } from '../rig/target.ts'
import { findSmuggled } from './find-smuggled.ts'
import { markerOf, type SmugglingPayload, smugglingPayloads } from './payloads.ts'
import { sendRaw } from './send-raw.ts'

const LANES = 4
/** Ordinary requests behind each payload, whose answers must be their own. */
const FOLLOWERS = 3
/** The hidden request may end only when another one follows on its connection. */
const LAST_FOLLOWERS = 40

/** Requests within requests, through nginx with its file of `deploy/`. */
export async function smuggleRequests({ database, isSmall }: AttackOptions): Promise<AttackRow[]> {
  const folder = join(database.folder, 'smuggling')
  const trace = join(folder, 'trace')
  const accessLog = join(folder, 'access.log')
  await using target = await startTarget({
    ...{ database, name: 'smuggling', nginx: { accessLog }, imports: [TRACE_REQUESTS] },
    env: () => ({ REQUEST_TRACE: trace }),
  })
  const tally = createTally('request smuggling')
  const all = smugglingPayloads().map((payload, number) => ({ payload, number }))
  const payloads = isSmall ? all.filter(({ number }) => number % 6 === 0) : all
  await inParallel(payloads, LANES, ({ payload }) => smuggle(target, payload, tally))
  for (let turn = 0; turn < LAST_FOLLOWERS; turn += 1) await follow(target, 'all of them', tally)
  const seen = {
    byProxy: (await readLines(accessLog)).map((line) => line.split(' ').slice(2).join(' ')),
    byShop: (await readLines(trace)).map((line) => line.split(' ').slice(3).join(' ')),
  }
  for (const marker of findSmuggled(
    seen,
    payloads.map(({ number }) => markerOf(number)),
  )) {
    const found = payloads.find(({ number }) => markerOf(number) === marker)
    tally.finding(`${found?.payload.how}: the shop served what nginx has not sent`)
  }
  tally.expect(seen.byShop.length > payloads.length, 'the shop saw no requests')
  return [
    tally.row(`${payloads.length} payloads through nginx; ${seen.byShop.length} reached the shop`),
  ]
}

async function smuggle(target: Target, { how, bytes }: SmugglingPayload, tally: Tally) {
  await sendRaw(Number(new URL(target.frontUrl!).port), bytes)
  tally.count()
  for (let turn = 0; turn < FOLLOWERS; turn += 1) await follow(target, how, tally)
}

/** An ordinary visitor gets the answer to what was asked. */
async function follow({ frontUrl }: Target, how: string, tally: Tally): Promise<void> {
  const { status, text } = await send(`${frontUrl}/healthz`)
  tally.count()
  const isOwn = status === 200 && text === '{"status":"ok"}'
  tally.expect(isOwn, `${how}: another visitor got ${status} ${text.slice(0, 80)}`)
}

async function readLines(file: string): Promise<string[]> {
  return (await readFile(file, 'utf8')).trim().split('\n')
}
