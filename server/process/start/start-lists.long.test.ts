import { beforeAll, expect, test, vi } from 'vitest'
import { api } from '#contract/api.ts'
import { openAccounts } from '#harness/customers.ts'
import { freePort } from '#harness/free-ports.ts'
import { runShop } from '#harness/shop-process.ts'
import { uuidv7 } from '../../db/ids.ts'
import { migrate } from '../../db/migrate.ts'
import { buildWeb } from '../../testing/build-web.ts'
import {
  createShopParts,
  PRODUCTION_SETTINGS,
  waitForOutput,
  WAIT_OPTIONS,
  waitUntilReady,
} from '../../testing/shop-parts.ts'
import { startPrimary } from '../../testing/database/streaming.ts'

const LONG = 180_000

beforeAll(buildWeb, LONG)

test(
  'a shop with a replica reads lists there, counts who answered, and says when the replica is gone',
  async () => {
    await using primary = await startPrimary()
    await migrate(primary.url)
    await using standby = await primary.addStandby()
    await using parts = await createShopParts()
    const opsPort = await freePort()
    await using shop = runShop({
      ...parts.settings,
      ...PRODUCTION_SETTINGS,
      PUBLIC_URL: parts.url,
      DATABASE_URL: primary.url,
      DATABASE_REPLICA_URL: standby.url,
      OPS_PORT: String(opsPort),
    })
    await waitUntilReady(shop, parts.url)
    await waitForOutput(shop, 'lists are read from the replica')
    const { SECRET_KEY: secretKey } = PRODUCTION_SETTINGS
    const [ann] = await openAccounts({ url: parts.url, sql: primary.sql, secretKey }, 1)
    await primary.sql`
      insert into credit_accounts (user_id, version) values (${ann!.id}, ${uuidv7()})`
    await standby.caughtUp()
    const list = async () => {
      const answer = await fetch(parts.url + api.recharge.orderList.path, ann)
      expect(answer.status).toBe(200)
    }
    const reads = async () => {
      const metrics = await (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text()
      return metrics.split('\n').filter((line) => line.startsWith('list_reads_total'))
    }
    // a busy machine may answer later than a replica should
    await vi.waitFor(async () => {
      await list()
      expect(await reads()).toContainEqual(expect.stringContaining('source="replica"'))
    }, WAIT_OPTIONS)
    const sessions = () =>
      standby.sql`select from pg_stat_activity where application_name like 'shop%'`
    expect(await sessions()).not.toEqual([])

    await standby.stop()
    await list()
    await waitForOutput(shop, 'the replica does not serve')
    await vi.waitFor(async () => {
      await list()
      expect((await reads()).some((line) => line.includes('source="fallback"'))).toBe(true)
    }, WAIT_OPTIONS)
  },
  LONG,
)
