import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { uuidv7 } from '#server/db/ids.ts'
import { insertKey } from '#server/applications/keys/api-keys.store.ts'
import { hashKey, newCustomerKey } from '#server/applications/secrets.ts'
import { endProcess } from '#harness/processes.ts'
import { freePort } from '#harness/free-ports.ts'
import { fillCredit } from './rig/credit-history.ts'
import { type Figure, timesFigure } from './rig/figure.ts'
import { startProgram } from './rig/processes.ts'
import { type Shop, startShop } from './rig/shop.ts'
import { registerSpender, userId } from './rig/spenders.ts'

const CUSTOMERS = 100
const WARM_UP = 200
const JOBS = 1_000
const AT_ONCE = 8
/** About a thousand characters, 10 credits. */
const TEXT = '软件和鼠标都在这里，点“开始”就能转换成台湾正体。'.repeat(40)
const GOAL_P99_MS = 250

/**
 * Measures a job of the tools site from the press to the new balance: the customer's key, hold, conversion and
 * capture over HTTP between tools site and shop, with both, their database and the callers on the same cores.
 */
export async function measureTools(): Promise<Figure[]> {
  await using shop = await startShop('both')
  await using tools = await startTools(shop)
  const alone = await measureJobs(tools, { jobs: JOBS, atOnce: 1 })
  const together = await measureJobs(tools, { jobs: JOBS, atOnce: AT_ONCE })
  return [
    timesFigure('tools: from press to balance, one customer at a time', alone, GOAL_P99_MS),
    timesFigure(`tools: from press to balance, ${AT_ONCE} at a time`, together, GOAL_P99_MS),
  ]
}

interface Tools extends AsyncDisposable {
  url: string
  /** One for each customer. */
  keys: string[]
}

async function startTools({ sql, url: shopUrl, databaseUrl }: Shop): Promise<Tools> {
  const { applicationId, headers } = await registerSpender(sql)
  await fillCredit(databaseUrl, { users: CUSTOMERS, applicationId })
  const keys = await Promise.all(
    Array.from({ length: CUSTOMERS }, async (_, number) => {
      const { key, hint } = newCustomerKey()
      await insertKey(sql, {
        ...{ userId: userId(number), id: uuidv7(), applicationId, name: '脚本' },
        ...{ hash: hashKey(key), hint, monthlyLimit: null, now: new Date() },
      })
      return key
    }),
  )
  const port = await freePort()
  const child = startProgram({
    program: 'tools/main.ts',
    place: 'both',
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      TOOLS_PORT: String(port),
      SHOP_URL: shopUrl,
      APP_KEY: headers['authorization']!.slice('Bearer '.length),
      // nobody signs on here
      CLIENT_ID: 'client_bench',
      CLIENT_SECRET: randomBytes(32).toString('base64url'),
    },
  })
  // it tells its address when it is ready
  await once(child.stdout!, 'data')
  return {
    url: `http://127.0.0.1:${port}`,
    keys,
    [Symbol.asyncDispose]: () => endProcess(child),
  }
}

/** Returns how long each job took, in ms. */
async function measureJobs(
  { url, keys }: Tools,
  { jobs, atOnce }: { jobs: number; atOnce: number },
): Promise<number[]> {
  const times: number[] = []
  let begun = -WARM_UP
  const worker = async () => {
    while (begun < jobs) {
      const number = begun++
      const startedAt = performance.now()
      await convert(url, keys[(number + WARM_UP) % keys.length]!)
      if (number >= 0) times.push(performance.now() - startedAt)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return times
}

async function convert(url: string, key: string): Promise<void> {
  const answer = await fetch(`${url}/v1/chinese`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ text: TEXT, to: 'tw' }),
  })
  const body = await answer.text()
  if (!answer.ok) throw new Error(`${answer.status} ${body}`)
}
