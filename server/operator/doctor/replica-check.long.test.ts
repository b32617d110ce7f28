import { expect, test } from 'vitest'
import { migrate } from '../../db/migrate.ts'
import { startTestServer } from '../../testing/harness.ts'
import { startPrimary } from '../../testing/database/streaming.ts'
import { replicaCheck } from './replica-check.ts'
import { runCheck } from './run-checks.ts'

test(
  'doctor: a replica that follows, is behind, was promoted, is stopped or is not there',
  { timeout: 120_000 },
  async () => {
    await using primary = await startPrimary()
    await migrate(primary.url)
    const database = { ...primary, [Symbol.asyncDispose]: async () => {} }
    await using server = await startTestServer({ database })
    await using standby = await primary.addStandby()
    const check = (databaseReplicaUrl: string | null) => {
      const config = { ...server.config, databaseReplicaUrl }
      const context = { ...server.deps, config, deps: () => Promise.resolve(server.deps) }
      return runCheck(context, replicaCheck, 60_000)
    }
    expect(await check(null)).toMatchObject({ outcome: 'good' })
    expect(await check(standby.url)).toMatchObject({
      outcome: 'good',
      found: expect.stringContaining('跟得上'),
    })
    await standby.pause()
    await server.newUser()
    expect(await check(standby.url)).toMatchObject({
      outcome: 'note',
      found: expect.stringMatching(/^落后主库 .*B，/),
    })
    await standby.resume()
    await standby.caughtUp()
    expect(await check(primary.url)).toMatchObject({ outcome: 'bad' })
    await standby.promote()
    expect(await check(standby.url)).toMatchObject({
      outcome: 'bad',
      found: expect.stringContaining('不是备库'),
    })
    await standby.stop()
    const { outcome, found } = await check(standby.url)
    expect([outcome, found]).toEqual(['note', expect.stringContaining('备库不能用')])
    expect(found).not.toMatch(/ DATABASE_URL/)
  },
)
